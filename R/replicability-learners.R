# A study that trains learners anew in every repetition, here or by future's workers.

#' @rdname replicability_study
#' @export
replicability_study.data.frame <- function(x, truth, learners, sizes,
                                           test_fractions = seq(0.1, 0.9, 0.2), n = 100,
                                           test = NULL, alpha = 0.05, conf.level = 0.95, ...,
                                           globals = TRUE, packages = NULL) {
  call <- rlang::current_env()
  check_study(sizes, test_fractions, n, nrow(x), alpha, conf.level, test)
  truth <- study_truth(rlang::enquo(truth), x, call)
  check_learners(learners, truth, call)
  check_globals(globals, packages, call)
  rlang::check_installed("future.apply", "to run learners in parallel.")
  if (is.null(test)) {
    test <- default_test(...)
    test(perfect_set(x, truth, names(learners))) # wrong arguments are an error
  }
  grid <- study_grid(sizes, test_fractions, n)
  parts <- unlist(lapply(unname(learners), `[`, c("fit", "predict")))
  needs <- learner_needs(c(parts, test), globals, packages)
  outcome <- refit_all(x, truth, learners, grid, test, needs)
  study_table(grid, outcome, alpha, conf.level)
}

# Every repetition has a random number stream of its own.
refit_all <- function(x, truth, learners, grid, test, needs) {
  step <- progress_steps(nrow(grid))
  future.apply::future_lapply(seq_len(nrow(grid)), function(i) {
    step()
    fit_and_test(x, truth, learners, grid$size[i], grid$test_fraction[i], test)
  }, future.seed = TRUE, future.globals = needs$globals, future.packages = needs$packages)
}

# What a step of n tells progressr, if it is there, until the calling function returns.
progress_steps <- function(n, envir = parent.frame()) {
  if (rlang::is_installed("progressr")) {
    progressr::progressor(n, envir = envir)
  } else {
    function() NULL # nocov: without progressr
  }
}

# What functions use of the global environment and of attached packages, which do not
# travel with them: future finds it for functions that it is given by name, but not for
# those inside a list. Functions from elsewhere carry their environment.
learner_needs <- function(functions, globals, packages) {
  found <- list(globals = list(), packages = character())
  if (!isFALSE(globals)) {
    functions <- Filter(Negate(is.primitive), functions)
    names(functions) <- sprintf(".verdict_%d", seq_along(functions))
    names <- c(names(functions), if (is.character(globals)) globals)
    found <- future::getGlobalsAndPackages(
      as.call(c(as.name("list"), lapply(names, as.name))),
      envir = list2env(functions, parent = globalenv())
    )
  }
  used <- intersect(as.character(names(found$globals)), ls(globalenv(), all.names = TRUE))
  needed <- mget(used, envir = globalenv())
  if (is.list(globals)) needed[names(globals)] <- globals
  list(globals = needed, packages = unique(c(found$packages, packages)))
}

# list(p, error, seed)
fit_and_test <- function(data, truth, learners, size, fraction, test) {
  seed <- get0(".Random.seed", globalenv())
  try_test(seed = seed, {
    rows <- sample.int(nrow(data), size)
    n_test <- round(size * fraction)
    held <- data[rows[seq_len(n_test)], , drop = FALSE]
    training <- data[rows[-seq_len(n_test)], , drop = FALSE]
    predicted <- lapply(learners, predict_labels, training, held)
    check_p_values(p_values_of(test(labelled_set(data, truth, held[[truth]], predicted))))
  })
}

labelled_set <- function(data, truth, labels, predicted) {
  labels <- data.frame(as.character(labels), predicted, check.names = FALSE)
  names(labels)[1] <- truth
  prediction_set(labels, 1L, -1L, levels = sort(unique(as.character(data[[truth]])), method = "radix"))
}

# What the default test is tried on: learners without an error.
perfect_set <- function(data, truth, names) {
  labels <- as.character(data[[truth]])
  labelled_set(data, truth, labels, rlang::rep_named(names, list(labels)))
}

predict_labels <- function(learner, training, held) {
  labels <- as.character(learner[["predict"]](learner[["fit"]](training), held))
  if (length(labels) != nrow(held)) {
    abort_verdict(
      "A learner predicted {length(labels)} label{?s} for {nrow(held)} rows.", "study", call = NULL
    )
  }
  labels
}

# A column by its name, as a symbol or a string.
study_truth <- function(quo, x, call) {
  name <- if (!rlang::quo_is_missing(quo)) rlang::quo_get_expr(quo)
  if (is.symbol(name) && as.character(name) %in% names(x)) {
    name <- as.character(name)
  } else {
    name <- tryCatch(rlang::eval_tidy(quo), error = function(cnd) NULL)
  }
  if (!rlang::is_string(name) || sum(names(x) == name) != 1) {
    abort_verdict(c(
      "{.arg truth} must be the name of a column of the data.",
      i = "The columns are {.val {names(x)}}."
    ), "study", call = call)
  }
  missing <- sum(is.na(x[[name]]))
  if (missing > 0) {
    abort_verdict(c(
      "{missing} row{?s} of the data {?has/have} no truth: {.field {name}} is {.val {NA}} there.",
      i = "Leave such rows out."
    ), "study", call = call)
  }
  name
}

check_learners <- function(learners, truth, call, least = 2) {
  is_learner <- function(l) is.list(l) && is.function(l[["fit"]]) && is.function(l[["predict"]])
  fine <- !missing(learners) && is.list(learners) && length(learners) >= least &&
    rlang::is_named(learners) && all(vapply(learners, is_learner, NA))
  if (!fine) {
    abort_verdict(
      "{.arg learners} must be a named list of at least {c('one', 'two')[least]} {.code list(fit = , predict = )}.",
      "study",
      call = call
    )
  }
  names <- c(names(learners), truth)
  twice <- unique(names[duplicated(names)])
  if (length(twice)) {
    abort_verdict(c(
      "Every learner needs a name of its own, which is not that of the truth.",
      x = "{.val {twice}} occur{?s/} twice."
    ), "study", call = call)
  }
}

check_globals <- function(globals, packages, call) {
  if (!(rlang::is_bool(globals) || rlang::is_character(globals) ||
          (is.list(globals) && (length(globals) == 0 || rlang::is_named(globals))))) {
    abort_verdict(
      "{.arg globals} must be TRUE, FALSE, names of variables or a named list of them.", "study",
      call = call
    )
  }
  if (is.character(globals)) {
    unknown <- globals[!vapply(globals, exists, NA, envir = globalenv())]
    if (length(unknown)) {
      abort_verdict(
        "{.arg globals} names {.val {unknown}}, which {?is/are} not in the global environment.",
        "study",
        call = call
      )
    }
  }
  if (!is.null(packages)) check_strings(packages, "packages", call = call)
}
