#' How often does a test reject, when the truth is known?
#'
#' Answers: if this were true, how often would the test say that the classifiers differ?
#' Where they are equal that is its size, elsewhere its power. Draws `trials` data sets for each scenario
#' and each number of rows, tests them, and counts.
#'
#' For two classifiers and a proportion (accuracy, error, precision, NPV, recall, specificity, FPR, FNR) the
#' tests `"gs"`, `"wgs"`, `"gee"`, `"relative"`, `"multinomial"`, `"wald"` (of the difference), `"z"`, `"mcnemar"`,
#' `"mcnemar_cc"`, `"exact"`, `"midp"` and `"sign"` are simulated in C: a trial is one
#' multinomial draw of eight counts, whatever the number of rows. For
#' McNemar's family the exact rate is given beside the simulated one. Any other test (another
#' metric, resampling, more classifiers, any verb of this package, or a function of your own) goes
#' through sets drawn by [simulate_predictions()], or by a function of yours, and the future ecosystem
#' (`future::plan()` decides where), with progress by progressr. Every data set has a random number stream of its own,
#' so that after [set.seed()] the result is the same for any number of workers. All tests see the same data sets.
#'
#' @param scenario A [scenario], a [prediction_set()] of independent rows, or a function of the number of
#'   rows that draws what `test` takes: predictions with repeated observations, estimates, a list of two
#'   sets. Or a named list of them.
#' @param n Numbers of rows.
#' @param metric One metric, as in [compare_classifiers()], such as a [custom_metric()] of your own. `NULL`: precision
#'   for a scenario of precisions, accuracy otherwise.
#' @param method One or more tests of [compare_classifiers()]. `NULL`: `"wgs"` for
#'   precision and NPV, `"midp"` for accuracy and its like, `"wald"` for others.
#' @param classes The class that a metric such as precision is of.
#' @param alternative `"two.sided"`, `"greater"` or `"less"`; the reference is the classifier
#'   that comes first. The sign test is one-sided, by itself `"greater"` if nothing else is said.
#' @param alpha A p-value at most this large rejects.
#' @param trials Number of data sets for each scenario and each `n`.
#' @param test Instead of `metric` and `method`: a function of what was drawn that returns a result of
#'   this package with p-values, an `htest`, or p-values, named if there are several, as in
#'   [replicability_study()]. A [verdict()] rejects where it claims anything, of a [fit_gee()] the terms are
#'   tested. Or a named list of such functions.
#' @param ... Further arguments of [compare_classifiers()] such as `average`; the trials are then not in C. Each costs
#'   what the test costs, 0.03 seconds with 100,000 classes.
#' @param globals,packages What tests need where they run, as in [replicability_study()].
#' @return A data frame (class `rejection_rate`) with a row for each scenario, n and test and
#'   the columns `scenario`, `n`, `metric`, `class`, `method`, `alternative`, `alpha`, `rate` (the share of trials
#'   that rejected), `std.error` (its Monte-Carlo standard error), `exact` (the exact rate, `NA` where it cannot be
#'   computed), `trials` and `undefined` (trials in which the test had no value, which
#'   count as not rejecting). `plot()` draws the rates, with the exact ones as curves.
#' @section Errors: `verdict_error_set`, `verdict_error_clustered`, `verdict_error_metric`, `verdict_error_class`,
#'   `verdict_error_method`, `verdict_error_argument`, `verdict_error_study` (impossible `globals`, or a `test`
#'   that fails in a trial).
#' @section When not to use it: For the power of McNemar's tests [power_comparison()] is exact
#'   and needs no trials. A scenario fitted to data (a pilot as `scenario`) has the pilot's chance
#'   findings built in.
#' @references
#' Salzberg, S. L. (1997) On comparing classifiers: pitfalls to avoid and a recommended
#' approach. *Data Mining and Knowledge Discovery* 1, 317-328. \doi{10.1023/A:1009752403260}
#' @examples
#' set.seed(1)
#' equal <- scenario_rates(
#'   precision = c(0.8, 0.8), called = c(0.45, 0.45), prevalence = 0.5, rho = 0.7
#' )
#' rejection_rate(equal, n = c(100, 1000), method = c("wgs", "gs", "z"))
#'
#' # one guesses among ten classes, the other knows 5% of them
#' rejection_rate(scenario_random(10, c(0, 0.05)), n = c(100, 300), method = "sign")
#' @examplesIf requireNamespace("future.apply", quietly = TRUE)
#' # any test of anything that can be drawn: a robust variance of few observations
#' repeated <- function(n) {
#'   rows <- data.frame(id = rep(seq_len(n), each = 4), truth = "yes")
#'   for (name in c("a", "b")) {
#'     level <- rep(rnorm(n, 1), each = 4)
#'     rows[[name]] <- ifelse(runif(4 * n) < plogis(level), "yes", "no")
#'   }
#'   prediction_set(rows, truth, c(a, b), id = id)
#' }
#' rejection_rate(repeated, n = 10, trials = 50, test = list(
#'   Wald = function(x) compare_classifiers(x, "accuracy", "wald"),
#'   score = function(x) compare_classifiers(x, "accuracy", "mcnemar")
#' ))
#' @export
rejection_rate <- function(scenario, n, metric = NULL, method = NULL, classes = NULL,
                           alternative = c("two.sided", "greater", "less"), alpha = 0.05,
                           trials = 1000, test = NULL, ..., globals = TRUE, packages = NULL) {
  check_given(scenario, "a scenario, such as {.fn scenario_rates} makes, or a {.fn prediction_set}.", "set")
  check_given(n, "how many rows has a set? Several numbers give a curve.", "argument")
  scenario <- as_scenarios(scenario, test)
  check_number(n, "n", 1, largest_whole, closed = TRUE, whole = TRUE, size = NULL)
  check_number(trials, "trials", 1, largest_whole, closed = TRUE, whole = TRUE)
  one_sided <- missing(alternative) && identical(method, "sign")
  alternative <- check_choice(alternative, "alternative", alternatives)
  if (one_sided) alternative <- "greater"
  check_number(alpha, "alpha", 0, 1)
  check_globals(globals, packages)
  request <- list(alternative = alternative, alpha = alpha, trials = trials, globals = globals, packages = packages)
  grid <- expand.grid(n = sort(unique(as.double(n))), scenario = seq_along(scenario))
  if (!is.null(test)) {
    check_test(test, metric, method, ...)
    return(new_rejection(simulate_trials(scenario, grid, test, request)))
  }
  metric <- metric %||% scenario[[1]]$metric
  request$metric <- rejection_metric(metric)
  request$method <- rejection_methods(method, request$metric)
  if ("sign" %in% request$method && alternative == "two.sided") abort_sign_side()
  request$class <- rejection_class(classes, scenario, request$metric)
  # Of the tests in C none takes replicates.
  given <- check_passed_on(...)
  if ("R" %in% given && !any(request$method %in% resampling_methods)) {
    abort_verdict(c(
      "{.arg R} is for {.code method = \"bootstrap\"} and {.code \"permutation\"}: leave it out.",
      i = "How many data sets are drawn is {.arg trials}."
    ), "argument")
  }
  if (is_countable(scenario, request) && length(given) == 0) {
    return(new_rejection(simulate_counts(scenario, grid, request), request$metric))
  }
  tests <- lapply(rlang::set_names(request$method), function(one) {
    options <- list(...)
    if (!one %in% resampling_methods) options$R <- NULL
    rlang::exec(
      default_test, metric = metric, method = one, classes = classes %||% request$class, alternative = alternative,
      !!!options
    )
  })
  rates <- simulate_trials(scenario, grid, tests, request)
  rates$metric <- request$metric$metric
  new_rejection(rates, request$metric)
}

new_rejection <- function(rows, metric = NULL) {
  columns <- c(
    "scenario", "n", "metric", "class", "method", "alternative", "alpha", "rate", "std.error", "exact",
    "trials", "undefined"
  )
  rows <- rows[order(match(rows$scenario, unique(rows$scenario)), rows$n), columns]
  new_result(rows, "rejection_rate", metrics = metric[c("metric", "label")])
}

as_scenarios <- function(x, test) {
  one <- inherits(x, c("prediction_scenario", "prediction_set")) || !is.list(x)
  if (!one && (length(x) == 0 || is.null(names(x)) || any(names(x) == "") || anyDuplicated(names(x)))) {
    abort_verdict("A list of scenarios must have a name for each, all different.", "argument")
  }
  if (one) x <- list(scenario = x)
  if (is.null(test) && any(vapply(x, is.function, NA))) {
    abort_verdict(c(
      "With a function as {.arg scenario}, {.arg test} must say what is done with what it draws.",
      i = "Such as {.code test = compare_classifiers}."
    ), "argument")
  }
  lapply(x, function(each) if (is.function(each)) each else as_scenario(each))
}

rejection_metric <- function(metric) {
  metric <- one_planned(asked_metrics(with_beta(metric, NULL)))
  check_depends_on_classifier(metric)
  metric
}

# Whether it is a proportion of the eight counts that C draws.
is_share <- function(metric) metric$family %in% c("matched", "predictive") && metric$hit %in% c("right", "wrong")

# The tests of it that C counts, the default first.
count_tests <- function(metric) {
  known <- tests_of("pair")
  fitting <- known$method[known$counted & known$family %in% fitting_families(metric$family)]
  unique(c(default_method(metric$family, FALSE, TRUE), fitting))
}

rejection_methods <- function(method, metric) {
  fitting <- if (is_share(metric)) count_tests(metric) else "wald"
  if (is.null(method)) {
    return(fitting[1])
  }
  check_strings(method, "method")
  fitting <- c(fitting, "permutation", "bootstrap")
  unfit <- setdiff(method, fitting)
  if (length(unfit)) {
    abort_verdict(c(
      "{.arg method} {.val {unfit}} {?is/are} no test of {metric$label}.",
      i = "Use {.or {.val {fitting}}}."
    ), "method")
  }
  unique(method)
}

# One class, or NULL for metrics that are of all.
rejection_class <- function(classes, scenario, metric) {
  if (metric$overall && is.null(classes)) {
    return(NULL)
  }
  for (each in scenario) check_classes(classes, each)
  classes %||% scenario[[1]]$class
}

is_countable <- function(scenario, request) {
  shares <- is_share(request$metric) && all(request$method %in% count_tests(request$metric))
  pairs <- all(vapply(scenario, function(x) length(x$classifiers) == 2, NA))
  one <- if (request$metric$overall) is.null(request$class) else length(request$class) == 1
  shares && pairs && one
}

# -- in C ---------------------------------------------------------------------------------

simulate_counts <- function(scenario, grid, request) {
  cells <- vapply(scenario, scenario_cells, double(8), request$class, 2:1)
  tests <- tests_of("pair")[request$method, ]
  counts <- .Call(
    ffi_power_simulate, cells[, grid$scenario, drop = FALSE], grid$n, as.integer(request$trials), tests$test,
    ifelse(is.na(tests$scale), "difference", tests$scale), request$metric$core, request$alternative, request$alpha
  )
  rows <- grid[rep(seq_len(nrow(grid)), each = length(request$method)), ]
  rate <- as.vector(counts$rejected) / request$trials
  rows <- rejection_rows(
    rows, scenario, rate, as.vector(counts$undefined), request, request$method, request$class %||% NA_character_,
    request$metric$metric
  )
  add_exact(rows, scenario, cells, request)
}

rejection_rows <- function(rows, scenario, rate, undefined, request, method, class, metric = NA_character_) {
  data.frame(
    scenario = names(scenario)[rows$scenario], n = rows$n, metric = metric, class = class, method = method,
    alternative = request$alternative, alpha = request$alpha, rate = rate,
    std.error = sqrt(rate * (1 - rate) / request$trials), exact = NA_real_, trials = request$trials,
    undefined = undefined, row.names = NULL
  )
}

add_exact <- function(rows, scenario, cells, request) {
  known <- tests_of("pair")[request$method, ]
  # Of the cells those of rows that only the classifier, only the reference has among the successes.
  of_class <- request$metric$of != "negative"
  alone <- (if (of_class) 0 else 4) + if (of_class == (request$metric$hit == "right")) 2:3 else 3:2
  for (j in seq_along(scenario)) {
    rates <- pmax(cells[alone, j], 0)
    for (method in known$method[known$power == "exact"]) {
      at <- which(rows$scenario == names(scenario)[j] & rows$method == method)
      test <- known[method, "test"]
      rows$exact[at] <- .Call(ffi_power_discordant, rows$n[at], rates, test, request$alternative, request$alpha)
    }
  }
  rows
}

# -- anything else ------------------------------------------------------------------------

check_test <- function(test, metric, method, ...) {
  several <- is.list(test) && length(test) > 0 && rlang::is_named(test) && !anyDuplicated(names(test)) &&
    all(vapply(test, is.function, NA))
  if (!is.function(test) && !several) {
    abort_verdict(
      "{.arg test} must be a function of what is drawn, or a list of them with different names, not
      {.obj_type_friendly {test}}.", "argument"
    )
  }
  if (!is.null(metric) || !is.null(method) || ...length() > 0) {
    abort_verdict(
      "With {.arg test}, a function, {.arg metric}, {.arg method} and other arguments have no use.", "argument"
    )
  }
}

# Every data set has a random number stream of its own, and all tests see it. `test`: a function or a named
# list of them.
simulate_trials <- function(scenario, grid, test, request) {
  rlang::check_installed("future.apply", "to simulate tests that are not of counts.")
  tests <- if (is.function(test)) list(test) else test
  needs <- learner_needs(unname(c(tests, Filter(is.function, scenario))), request$globals, request$packages)
  cell <- rep(seq_len(nrow(grid)), each = request$trials)
  step <- progress_steps(length(cell))
  p <- future.apply::future_lapply(cell, function(i) {
    step()
    one <- scenario[[grid$scenario[i]]]
    n <- grid$n[i]
    p_values_by_test(tests, if (is.function(one)) one(n) else simulate_predictions(one, n), n)
  }, future.seed = TRUE, future.globals = needs$globals, future.packages = needs$packages)
  parts <- lapply(seq_len(nrow(grid)), function(i) trial_rows(p[cell == i], grid[i, ], scenario, request))
  do.call(rbind, parts)
}

# A data frame: p, and the names of the test and of what it is of, NA where there is none.
p_values_by_test <- function(tests, drawn, n) {
  parts <- lapply(seq_along(tests), function(i) {
    p <- check_p_values(p_values_of(tested_trial(tests[[i]], drawn, names(tests)[i], n)))
    data.frame(method = names(tests)[i] %||% NA_character_, class = names(p) %||% NA_character_, p = unname(p))
  })
  do.call(rbind, parts)
}

# Of a function of the user's; errors of this package say what is wrong.
tested_trial <- function(test, drawn, name, n) {
  tryCatch(suppressWarnings(test(drawn)), error = function(cnd) {
    if (inherits(cnd, "verdict_error")) stop(cnd)
    abort_verdict(c(
      "{.arg test}{if (length(name)) format_inline(' {.val {name}}')} fails in a trial of {.arg n} {n}:
       {conditionMessage(cnd)}",
      i = "Where it has no p-value let it return {.code NA}, which is counted as undefined."
    ), "study")
  })
}

trial_rows <- function(p, cell, scenario, request) {
  p <- do.call(rbind, p)
  key <- paste(p$method, p$class, sep = "\r")
  rows <- lapply(unique(key), function(test) {
    of_test <- p[key == test, ]
    rejected <- sum(of_test$p <= off_tie(request$alpha), na.rm = TRUE)
    undefined <- request$trials - sum(!is.na(of_test$p))
    rate <- rejected / request$trials
    # What is of no class has the name of its metric.
    class <- replace(of_test$class[1], of_test$class[1] %in% request$metric$asked, NA)
    rejection_rows(cell, scenario, rate, undefined, request, of_test$method[1], class)
  })
  do.call(rbind, rows)
}

# -- as a result --------------------------------------------------------------------------

#' @export
listing.rejection_rate <- function(x, at = seq_len(nrow(x))) {
  named <- attr(x, "metrics") %||% registry_metrics
  part <- plain_rows(x)[at, ]
  test <- rejection_tests(part)
  columns <- list(
    scenario = table_label(part$scenario), n = format_count(part$n), metric = label_metric(part$metric, named),
    class = ifelse(is.na(part$class), "", table_label(part$class)), test = test,
    rate = format_column(part$rate, part$rate - 2 * part$std.error, part$rate + 2 * part$std.error),
    # With two digits.
    `std. error` = fixed(part$std.error, common_places(ifelse(part$std.error > 0, decimals(part$std.error, 2), NA))),
    exact = ifelse(is.na(part$exact), "", format_number(part$exact)), undefined = format_count(part$undefined)
  )
  shown <- c(
    scenario = varies(x$scenario), metric = varies(x$metric), class = varies(x$class), test = any(test != ""),
    exact = !all(is.na(x$exact)), undefined = any(x$undefined > 0)
  )
  list(
    head = rejection_heading(x), columns = columns[setdiff(names(columns), names(shown)[!shown])],
    foot = if (any(x$undefined > 0)) "Undefined: trials in which the test had no value; they do not reject.",
    words = rejection_words(part, test, columns)
  )
}

rejection_tests <- function(x) {
  known <- tests_of("pair")
  label <- known$label[match(x$method, known$method)]
  ifelse(is.na(x$method), "", ifelse(is.na(label), table_label(x$method), label))
}

rejection_heading <- function(x) {
  known <- !anyNA(x$metric)
  named <- attr(x, "metrics") %||% registry_metrics
  about <- if (known && !varies(x$metric)) paste0(" equality in ", label_metric(x$metric[1], named))
  class <- if (!anyNA(x$class) && !varies(x$class)) paste0(if (known) " of " else ", ", say_label(x$class[1]))
  sides <- if (known) paste0(", ", say_sides(x))
  trials <- and_list(count_of(unique(x$trials), "trial"))
  c(
    paste0("How often a test rejects", about, class, "."),
    paste0("Level ", and_list(short_number(unique(x$alpha))), sides, "; ", trials, ".")
  )
}

rejection_words <- function(part, test, columns) {
  drawn <- if (varies(part$scenario)) paste0(" of ", say_label(part$scenario)) else ""
  known <- tests_of("pair")
  row <- match(part$method, known$method)
  own <- ifelse(test == "", "the test", paste("the", test, "test"))
  named <- ifelse(is.na(row), own, paste0(known$article, known$phrase)[row])
  paste0(
    "With ", count_of(part$n, "row"), drawn, " ", named,
    ifelse(columns$class == "", "", paste0(" (", columns$class, ")")), " rejects in a share of ",
    trimws(columns$rate), " (standard error ", columns$`std. error`, ")",
    ifelse(columns$exact == "", "", paste0("; exact: ", columns$exact)), "."
  )
}
