#' @keywords internal
"_PACKAGE"

#' @useDynLib verdict, .registration = TRUE
#' @importFrom rlang caller_env %||%
#' @importFrom stats qnorm
NULL
