#' verdict: statistically rigorous comparison of classifiers
#'
#' Which of these classifiers is really better, at what, and how sure can we be?
#'
#' Eight functions are all that most need; `vignette("verdict")` walks through them:
#'
#' - [prediction_set()] takes the true labels and the predictions of two or more classifiers on the same observations;
#' - [verdict()] does the main job, and [plot()][plot.verdict_table] draws it;
#' - [assess_classifiers()], [compare_classifiers()] and [rank_classifiers()] answer one question at a time;
#' - [sample_size()] says how many rows it takes;
#' - [report_verdict()] writes a report, [as_table()] and [save_table()] its tables.
#'
#' @keywords internal
#' @name verdict-package
NULL

#' @useDynLib verdict, .registration = TRUE
#' @importFrom cli ansi_align ansi_nchar ansi_strip ansi_strwrap cat_line cli_abort cli_inform cli_progress_along
#' @importFrom cli cli_progress_bar cli_progress_done cli_progress_update cli_vec cli_warn col_cyan col_red
#' @importFrom cli console_width
#' @importFrom cli format_inline format_message hash_md5 hash_raw_md5 is_utf8_output qty style_bold symbol
#' @importFrom cli utf8_graphemes utf8_nchar
#' @importFrom rlang caller_env %||% .data
#' @importFrom stats qnorm
NULL

.onLoad <- function(...) {
  # nocov start: before any line is watched
  loaded_in$process <- Sys.getpid()
  answer_for_others()
  # nocov end
}
