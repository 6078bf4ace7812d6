#' @keywords internal
"_PACKAGE"

#' @useDynLib verdict, .registration = TRUE
#' @importFrom rlang caller_env %||% .data
#' @importFrom stats qnorm
NULL
