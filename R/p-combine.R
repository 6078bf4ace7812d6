#' Combine p-values into one
#'
#' Answers: do all null hypotheses hold, or is there an effect somewhere? Takes
#' p-values from anywhere; [omnibus_test()] does the whole job for the classes of a
#' [prediction_set()].
#'
#' # Which combination
#'
#' | method | independent p-values? | strong when |
#' | --- | --- | --- |
#' | `"simes"` | no: positive dependence does | a few are small |
#' | `"bonferroni"`, `"holm"` | no: any dependence does | one is very small |
#' | `"fisher"` | **yes** | many are smallish |
#' | `"lancaster"` | **yes** | the same, with weights |
#' | `"stouffer"` | **yes**, unless `covariance` is given (one-sided) | all effects are alike |
#' | `"dai"` | no: their `covariance` is needed | many are smallish; weights |
#' | `"brown"` | no: their `covariance` is needed | many are smallish |
#' | `"harmonic"` | no, to a good approximation for small p | a few are small |
#' | `"cauchy"` | no, to a good approximation for small p | a few are small |
#'
#' With \eqn{p_{(1)} \le \dots \le p_{(k)}}:
#' - `"simes"`: \eqn{\min_i k p_{(i)} / i}.
#' - `"bonferroni"` and `"holm"`: \eqn{k p_{(1)}}. The smallest of Holm's adjusted
#'   p-values is Bonferroni's.
#' - `"lancaster"`: \eqn{T = \sum X_i}, with \eqn{X_i} the upper quantile at
#'   \eqn{p_i} of the chi-squared distribution with \eqn{w_i} (the weight) degrees of
#'   freedom; T is chi-squared with \eqn{\sum w_i}. `"fisher"` is the same with all
#'   weights 2, \eqn{T = -2 \sum \log p_i}.
#' - `"dai"`: the same T for dependent p-values. With \eqn{E = \sum w_i} and
#'   \eqn{Var = 2 \sum w_i + 2 \sum_{i<j} Cov(X_i, X_j)}, \eqn{c T} is taken for
#'   chi-squared with v degrees of freedom, \eqn{v = 2 E^2 / Var}, \eqn{c = v / E}
#'   (Satterthwaite's approximation: it has the right mean and variance). E, Var, c
#'   and v are all in the result. `"brown"` is the same with all weights 2.
#' - `"stouffer"`: \eqn{Z = \sum w_i z_i} over its standard deviation, with \eqn{z_i}
#'   the upper normal quantile at \eqn{p_i}. With their covariance that is exact for one-sided p-values. The scores of
#'   two-sided ones that depend on each other are not jointly normal: of ten with correlations of 0.6 it is below 0.01
#'   in 3% of the data sets without any effect. `"dai"`, `"simes"` or `"bonferroni"` are for these.
#' - `"harmonic"`: \eqn{h = \sum w_i / \sum (w_i / p_i)}, made a p-value by Landau's
#'   distribution of \eqn{1/h} (Wilson 2019).
#' - `"cauchy"`: \eqn{t = \sum w_i \cot(\pi p_i) / \sum w_i}, as if it had Cauchy's
#'   distribution (Liu and Xie 2020).
#'
#' # What the covariance is of
#'
#' `covariance_type` says it, and there is no default, as mistaking one for another
#' gives a wrong answer that looks right:
#' - `"transformed"`: a k x k matrix, the covariances (not correlations) of the
#'   \eqn{X_i}; for `"stouffer"`, of the \eqn{z_i}.
#' - `"z"`: a k x k matrix, the correlations of the normal scores Z that the p-values
#'   came from, with `sides` saying how: \eqn{p = 2 P(N > |Z|)} (`2`) or
#'   \eqn{p = P(N > Z)} (`1`). The covariances of the \eqn{X_i} follow from it exactly, by
#'   a Hermite series: \eqn{2 r^2} for two-sided p-values and weights 1, 0.980 at
#'   r = 0.5 for two-sided and 1.812 for one-sided p-values and weights 2.
#' - `"simulated"`: a matrix of p-values simulated under the null hypothesis, a row
#'   a replicate, a column each p-value. They must not be 0: count the observed
#'   statistic among the simulated ones, \eqn{(b + 1) / (R + 1)}.
#'
#' Only what is off the diagonal is used; the variance of \eqn{X_i} is known to be
#' \eqn{2 w_i} (that of \eqn{z_i} 1). This is also how Dai, Leeder and Cui do it.
#'
#' @param p Numbers between 0 and 1; exactly 0 and 1 may occur. A matrix: each row is a
#'   set of p-values to combine.
#' @param method The combination, see below. Only `"bonferroni"` and `"holm"` need neither independence nor anything
#'   else to be known; for the default they may depend on each other positively, no other way.
#' @param weights Positive numbers, one a p-value, of any sum; for `"lancaster"` and
#'   `"dai"` they are degrees of freedom. `NULL`: 2 each for these, and equal ones for
#'   `"stouffer"`, `"harmonic"` and `"cauchy"`. The other methods have none.
#' @param covariance How the p-values depend on each other, for `"dai"`, `"brown"`
#'   and `"stouffer"`, see below.
#' @param covariance_type What `covariance` holds: `"transformed"`, `"z"` or
#'   `"simulated"`, see below.
#' @param sides 1 or 2: the p-values are one-sided or two-sided. It counts only for
#'   `covariance_type = "z"`.
#' @param log.p Are the p-values given as their natural logarithms?
#' @param na What to do with missing p-values: `"error"`, or `"omit"`, which combines
#'   the others. The answer then says nothing about the hypotheses left out.
#' @param repair Should a covariance matrix that is not positive semi-definite be
#'   replaced by a near one that is (negative eigenvalues set to zero, the diagonal
#'   kept)? Otherwise it is an error.
#' @param ... Not used.
#' @return For a vector, an object of class `combined_p` and `htest` with, beside the usual elements,
#'   `log.p.value` (right where `p.value` is too small for a double), `n` (the number of
#'   p-values combined), `omitted` (positions of those left out), and `note`, which
#'   says why the p-value is `NA`, or is `NA`, `combine` (the method) and `weighted`. With a covariance it has
#'   `covariance`, the matrix used, and the parameters are `v`, `c`, `E(T)` and `Var(T)`.
#'
#'   For a matrix, a data frame with a row for each set and the columns `statistic`,
#'   `df`, `p.value`, `log.p.value`, `n`, with a covariance also `mean`, `variance`
#'   and `scale` (E(T), Var(T) and c), and `note`.
#' @section Errors:
#' `verdict_error_p` for p-values that are missing or not between 0 and 1 (the message
#' says which), `verdict_error_weights`, `verdict_error_covariance` (wrong size, not
#' symmetric, not positive semi-definite, type not stated, or not used by the
#' method), `verdict_error_argument` for anything else. A result that is `NA` comes
#' with the warning `verdict_warning_undefined`.
#' @section When not to use it:
#' `"fisher"`, `"lancaster"` and `"stouffer"` without covariance take the p-values for
#' independent. Where they all come from the same data they are not, and these
#' methods then find effects that are not there. A combination says that there is an
#' effect, not where: for that, adjust the single p-values ([stats::p.adjust()]).
#' Adding tests without an effect costs power; do not choose what to combine, or how,
#' after looking.
#' @references
#' Brown, M. B. (1975) A method for combining non-independent, one-sided tests of
#' significance. *Biometrics* 31, 987-992. \doi{10.2307/2529826}
#'
#' Dai, H., Leeder, J. S. and Cui, Y. (2014) A modified generalized Fisher method for
#' combining probabilities from dependent tests. *Frontiers in Genetics* 5, 32.
#' \doi{10.3389/fgene.2014.00032}
#'
#' Lancaster, H. O. (1961) The combination of probabilities: an application of
#' orthonormal functions. *Australian Journal of Statistics* 3, 20-33.
#' \doi{10.1111/j.1467-842X.1961.tb00058.x}
#'
#' Liu, Y. and Xie, J. (2020) Cauchy combination test: a powerful test with analytic
#' p-value calculation under arbitrary dependency structures. *Journal of the American
#' Statistical Association* 115, 393-402. \doi{10.1080/01621459.2018.1554485}
#'
#' Simes, R. J. (1986) An improved Bonferroni procedure for multiple tests of
#' significance. *Biometrika* 73, 751-754. \doi{10.1093/biomet/73.3.751}
#'
#' Wilson, D. J. (2019) The harmonic mean p-value for combining dependent tests.
#' *Proceedings of the National Academy of Sciences* 116, 1195-1200.
#' \doi{10.1073/pnas.1814092116}
#' @examples
#' p <- c(0.01, 0.03, 0.20, 0.60)
#' combine_p(p)
#'
#' # All from the same data, with scores that are correlated:
#' r <- 0.5 + diag(0.5, 4)
#' combine_p(p, "dai", covariance = r, covariance_type = "z")
#' combine_p(p, "fisher") # too small: takes them for independent
#'
#' # Many sets at once
#' sets <- rbind(p, p / 10, 1)
#' combine_p(sets, "cauchy")
#'
#' # Far beyond the smallest double
#' combine_p(c(-800, -2, -900), "fisher", log.p = TRUE)$log.p.value
#' @export
combine_p <- function(p, method = "simes", weights = NULL, covariance = NULL,
                      covariance_type = NULL, sides = 2, log.p = FALSE,
                      na = c("error", "omit"), repair = FALSE, ...) {
  check_dots(...)
  check_given(p, "the p-values, a vector or a matrix with a set in each row.", "p")
  name <- deparse1(substitute(p))
  rule <- known_combinations()[check_choice(method, "method", known_combinations()$method), ]
  check_flag(log.p, "log.p")
  na <- check_choice(na, "na", c("error", "omit"))
  sets <- p_sets(p, log.p, na)
  rule$weighted <- !is.null(weights)
  names <- if (is.matrix(p)) colnames(p) else names(p)
  if (is.numeric(weights) && !is.null(names(weights))) {
    weights <- weights[match_names(names, names(weights), "weights", "p-values")]
  }
  covariance <- covariance_by_name(names, covariance, covariance_type)
  weights <- combination_weights(weights, rule, ncol(sets))
  covariance <- combination_covariance(rule, weights, covariance, covariance_type, sides, repair)
  combined <- .Call(ffi_combine_sets, sets, log.p, rule$core, weights, covariance)
  combined$note <- status_note(combined$status, list())
  if (is.matrix(p)) {
    moments <- if (!is.null(covariance)) c("mean", "variance", "scale")
    columns <- c("statistic", "df", "p.value", "log.p.value", "n", moments, "note")
    out <- combined[columns]
    attr(out, "row.names") <- rownames(p) %||% .set_row_names(length(combined$n))
    class(out) <- "data.frame"
    return(out)
  }
  combined_test(combined, rule, covariance, which(is.na(p)), name)
}

# In the order of the p-values; of simulated ones only columns are.
covariance_by_name <- function(names, covariance, type) {
  if (!is.matrix(covariance) || is.null(colnames(covariance))) {
    return(covariance)
  }
  at <- match_names(names, colnames(covariance), "covariance", "p-values")
  if (identical(type, "simulated")) {
    covariance[, at, drop = FALSE]
  } else if (nrow(covariance) == ncol(covariance)) {
    covariance[at, at, drop = FALSE]
  } else {
    covariance
  }
}

# What a combination's distribution depends on: Brown's where the tests are dependent.
combined_parameter <- function(combined, covariance) {
  parameter <- if (is.null(covariance)) {
    c(df = combined$df)
  } else {
    c(v = combined$df, c = combined$scale, "E(T)" = combined$mean, "Var(T)" = combined$variance)
  }
  parameter[!is.na(parameter)]
}

# The p-value in full, however small.
#' @export
print.combined_p <- function(x, ...) {
  check_dots(...)
  check_unedited(x)
  rlang::local_options(verdict.p = "full")
  missing <- if (length(x$omitted)) paste0(" (", format_count(length(x$omitted)), " more missing)")
  figures <- c(x$statistic, x$parameter)
  figures <- paste(names(figures), "=", true_minus(short_number(figures)))
  p <- paste0(say_p(x$p.value, x$log.p.value), if (!is.na(x$note)) paste0(": ", x$note))
  lines <- c(paste0(x$method, missing, ": ", shorten_names(x$data.name, 60)), paste(c(figures, p), collapse = ", "))
  writeLines(wrap_text(lines, getOption("width")))
  invisible(x)
}

#' @export
as.data.frame.combined_p <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_dots(...)
  check_unedited(x)
  new_rows(method = x$method, n = x$n, statistic = unname(x$statistic), p.value = x$p.value, note = x$note)
}

combined_test <- function(combined, rule, covariance, omitted, name) {
  parameter <- combined_parameter(combined, covariance)
  if (!is.na(combined$note)) warn_verdict("The combined p-value is {.val {NA}}: {combined$note}.", "undefined")
  new_whole(
    list(
      statistic = stats::setNames(combined$statistic, rule$statistic), parameter = if (length(parameter)) parameter,
      p.value = combined$p.value, method = paste0(rule$label, ", ", count_of(combined$n, "p-value")), data.name = name,
      log.p.value = combined$log.p.value, n = combined$n, omitted = omitted, covariance = covariance,
      note = combined$note, combine = rule$method, weighted = rule$weighted
    ),
    c("combined_p", "htest")
  )
}
