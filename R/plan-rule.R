#' Options that belong to a resampling method
#'
#' For the argument `method` of [compare_classifiers()] and [verdict()], where a method has
#' options of its own, and `by_bootstrap()` for the argument `interval` of [assess_classifiers()]. `"bootstrap"` and
#' `"permutation"` are short for these functions with their defaults.
#'
#' @section Which interval:
#' How often 95% intervals of 999 replicates held, of 25 and 100 rows, with common and rare classes, least to greatest
#' (Monte-Carlo standard error at most `r ledger_error(topic = "resampling", kind = "coverage")`). Differences of
#' accuracy and of macro F:
#'
#' `r ledger_list(topic = "resampling", kind = "coverage", header = c("interval", "held"))`
#'
#' Accuracy of one classifier, where Wilson's interval, the default of [assess_classifiers()], is as good:
#'
#' `r ledger_list(topic = "resampling, one classifier", metric = "accuracy", header = c("interval", "held"))`
#'
#' Where only a few rows distinguish two classifiers, BCa's correction of the bias errs; a single share, or
#' average over classes, is skewed, and there BCa holds where the percentile interval falls short. Of macro F with a
#' class that has next to no rows none of them holds (`vignette("trust")`).
#'
#' @section Threads:
#' Replicates, rows that are counted, and classifiers whose scores are ordered are divided among threads where R has
#' OpenMP: half of the processors (two where there are fewer than four), or the number in `options(verdict.threads = )`,
#' up to all of them (`OMP_THREAD_LIMIT` counts too). A replicate has random numbers of its own, so that after
#' [set.seed()] the result is the same for any number of threads.
#'
#' @param R Number of replicates, at least 2 / (1 - `conf.level`) - 1. [set.seed()] makes them
#'   reproducible.
#' @param interval The interval of a single comparison or estimate: `"percentile"`, `"bca"`, `"basic"` or
#'   `"studentized"`. `NULL`: `"percentile"` in comparisons, `"bca"` for single classifiers (see the section
#'   'Which interval').
#' @param simultaneous Intervals that hold for all rows at once with probability
#'   `conf.level`, from the largest studentized replicate.
#' @param ... Not used.
#' @return An object to be given as `method`.
#' @section Errors: `verdict_error_replicates` for an `R` that is too small (the message says
#'   the smallest), `verdict_error_argument` for anything else.
#' @section When not to use them: A bootstrap of a few observations cannot show what others
#'   would be like; a permutation test is of the labels' exchangeability, which is more than
#'   equality of one metric. See [compare_classifiers()]. Where few rows are labelled, or few items
#'   scored, replicates are spread as Student's t with the degrees of freedom that Wald's test has.
#' @seealso [compare_classifiers()]
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' set.seed(1)
#' compare_classifiers(x, "f_meas", by_bootstrap(R = 999, interval = "bca"))
#' compare_classifiers(x, "recall", by_permutation(R = 999))
#' @export
by_bootstrap <- function(R = 9999, interval = NULL, simultaneous = FALSE, ...) { # nolint: object_name_linter.
  check_dots(...)
  if (!is.null(interval)) interval <- check_choice(interval, "interval", bootstrap_intervals)
  check_flag(simultaneous, "simultaneous")
  check_number(R, "R", 0, kind = "replicates")
  new_rule("bootstrap", R = R, interval = interval, simultaneous = simultaneous)
}

#' @rdname by_bootstrap
#' @export
by_permutation <- function(R = 9999, ...) { # nolint: object_name_linter.
  check_dots(...)
  check_number(R, "R", 0, kind = "replicates")
  new_rule("permutation", R = R)
}

new_rule <- function(method, ...) structure(list(method = method, ...), class = "method_rule")

#' @export
print.method_rule <- function(x, ...) {
  check_dots(...)
  options <- vapply(Filter(length, x[-1]), function(option) {
    if (length(option) > 1) paste0("c(", paste(option, collapse = ", "), ")") else format(option)
  }, "")
  writeLines(paste0(x$method, ": ", paste(names(options), "=", options, collapse = ", ")))
  invisible(x)
}

# The default of comparisons is first: BCa's correction of the bias errs where few rows differ, whatever the number of
# replicates. The ledger has both: that of single classifiers is BCa.
bootstrap_intervals <- c("percentile", "bca", "basic", "studentized")
resampling_methods <- c("permutation", "bootstrap")

# Whether a method is the name of one of some, however it is spelt.
is_method <- function(method, known) rlang::is_string(method) && joined_words(method) %in% joined_words(known)

# Whether a test is asked for that lets units depend on those before them.
asks_serial <- function(request) is_method(request$rule$method, registry_tests$method[registry_tests$serial %in% TRUE])

draws_replicates <- function(request) isTRUE(request$rule$method %in% resampling_methods)

# What is asked for as `method`, with its options: a rule, NULL's is NULL.
match_rule <- function(method, options, interval) {
  check_draws(method, options$R)
  if (inherits(method, "method_rule")) {
    if (method$method == "bootstrap" && !is.null(interval)) {
      interval <- check_choice(interval, "interval", bootstrap_intervals)
      if (!identical(method$interval %||% interval, interval)) {
        abort_verdict("There are two intervals, {.val {interval}} and {.val {method$interval}}: give one.", "argument")
      }
      method$interval <- interval
    }
    return(with_interval(method, bootstrap_intervals[1]))
  }
  if (!is.null(method) && !is.atomic(method)) {
    abort_verdict(c(
      "{.arg method} must be the name of a test, not {.obj_type_friendly {method}}.",
      i = "Or what {.fn by_bootstrap} or {.fn by_permutation} returns."
    ), "argument")
  }
  at <- if (rlang::is_string(method)) match(joined_words(method), resampling_methods) else NA
  if (is.na(at)) {
    rule <- new_rule(method, simultaneous = options$simultaneous %||% FALSE)
    rule$R <- options$R
    return(rule)
  }
  method <- resampling_methods[at]
  if (method == "bootstrap" && !is.null(interval)) {
    options$interval <- check_choice(interval, "interval", bootstrap_intervals)
  }
  make <- list(permutation = by_permutation, bootstrap = by_bootstrap)[[method]]
  rule <- rlang::exec(make, !!!options[intersect(names(options), names(formals(make)))])
  with_interval(rule, bootstrap_intervals[1])
}

check_draws_once <- function(method) {
  if (inherits(method, "method_rule") && !is.null(method$R)) {
    abort_verdict("{.arg R}, the number of replicates, stands in {.arg method} ({method$R}): leave it out.", "argument")
  }
}

# What no test uses is not taken in silence; of what is no name of a test, that is said first.
check_draws <- function(method, R) { # nolint: object_name_linter.
  drawn <- c(resampling_methods, "sign_flip")
  named <- is.character(method) && (length(method) > 1 || joined_words(method) %in% joined_words(drawn))
  if (!is.null(R)) check_draws_once(method)
  if (!is.null(R) && (is.null(method) || is.character(method) || inherits(method, "method_rule")) && !named) {
    abort_verdict(c(
      "{.arg R}, the number of replicates, is of no use here: no test draws any.",
      i = "It goes with {.code method = \"bootstrap\"} or, of a method with options, into {.code by_bootstrap(R = )}."
    ), "argument")
  }
}

# A bootstrap that asks for no interval has the verb's.
with_interval <- function(rule, usual) {
  if (rule$method == "bootstrap") rule["interval"] <- list(rule$interval %||% usual)
  rule
}

# The formula's test that a resampling method starts from.
base_method <- function(method, family) {
  if (method == "bootstrap") "wald" else switch(family, predictive = "gs", matched = "mcnemar", "wald")
}

check_rule <- function(request) {
  rule <- request$rule
  if (draws_replicates(request)) check_replicates(rule$R, request$conf.level)
  check_flag(rule$simultaneous %||% FALSE, "simultaneous")
  if (isTRUE(rule$simultaneous) && !identical(rule$method, "bootstrap")) {
    abort_verdict(c(
      "{.code simultaneous = TRUE} needs {.code method = \"bootstrap\"}.",
      i = "{.code p.adjust.method = \"max_t\"} gives simultaneous intervals with any method."
    ), "argument")
  }
}

# `R` must allow the smallest p-value, and the two limits, that the level asks for.
check_replicates <- function(R, conf.level) { # nolint: object_name_linter.
  fewest <- fewest_replicates(conf.level)
  whole <- is.numeric(R) && length(R) == 1 && is.finite(R) && R == round(R)
  most <- .Machine$integer.max
  if (!whole || R < fewest || R > most) {
    abort_verdict(c(
      "{.arg R} must be a whole number of replicates, at least {fewest} for {.code conf.level = {conf.level}}.",
      i = if (whole && R > most) "At most {most} are possible.",
      i = "9999 is a good choice."
    ), "replicates")
  }
}

# Whether decision and interval disagree about the null value; not where one is unknown. A null
# value at the very end agrees with either: the interval may be open there.
contradicts <- function(p, low, high, null, alpha) {
  outside <- low > null | high < null
  inside <- low < null & high > null
  opposed <- ifelse(p < alpha, inside, outside)
  !is.na(opposed) & opposed
}

# Below this the robust variance is noticeably too small (bench/calibration/gee.R).
few_clusters <- 40L
