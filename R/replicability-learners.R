# A study that trains learners anew in every repetition, here or by future's workers.

#' @rdname replicability_study
#' @export
replicability_study.data.frame <- function(x, truth, learners, sizes,
                                           test_fractions = seq(0.1, 0.9, 0.2), n = 100,
                                           test = NULL, alpha = 0.05, conf.level = 0.95, ...,
                                           globals = TRUE, packages = NULL) {
  check_study(sizes, test_fractions, n, nrow(x), alpha, conf.level, test)
  truth <- study_truth(rlang::enquo(truth), x)
  check_learners(learners, truth)
  check_globals(globals, packages)
  rlang::check_installed("future.apply", "to run learners in parallel.")
  if (is.null(test)) {
    test <- default_test(...)
    # Tried on learners without an error: wrong arguments are an error.
    labels <- as.character(x[[truth]])
    test(labelled_set(x, truth, labels, rlang::rep_named(names(learners), list(labels))))
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

# list(p, error, seed)
fit_and_test <- function(data, truth, learners, size, fraction, test) {
  seed <- random_state()
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
  prediction_set(labels, 1L, -1L, levels = sort_values(unique(as.character(data[[truth]]))))
}

predict_labels <- function(learner, training, held) {
  labels <- as.character(learner[["predict"]](learner[["fit"]](training), held))
  if (length(labels) != nrow(held)) {
    abort_verdict("A learner predicted {length(labels)} label{?s} for {nrow(held)} rows.", "study")
  }
  labels
}
