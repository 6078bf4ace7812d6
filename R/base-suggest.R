# What was meant by a name that is none: of an argument, or of a metric.

# The known name that is nearest to `name`: the same but for case, dots and the like, the beginning of one, or one
# that differs by few letters. NULL if there is none.
closest_name <- function(name, known) {
  if (is.na(name) || !validEnc(name) || length(known) == 0) {
    return(NULL)
  }
  plain <- function(x) gsub("[-._ ]", "", lower_ascii(x))
  given <- plain(name)
  choices <- plain(known)
  if (!nzchar(given)) {
    return(NULL)
  }
  longer <- startsWith(choices, given) & nchar(given) > 2
  begins <- longer | nchar(choices) > 2 & startsWith(rep(given, length(choices)), choices)
  distance <- as.vector(utils::adist(given, choices)) - 0.5 * begins
  distance[choices == given] <- -1
  # Letters that changed places are one slip.
  letters <- lapply(strsplit(c(given, choices), "", fixed = TRUE), sort, method = "radix")
  swapped <- vapply(letters[-1], identical, NA, letters[[1]])
  distance[swapped] <- pmin(distance[swapped], 1)
  near <- distance <= max(1, nchar(given) %/% 3) | begins
  near <- near & distance < nchar(given)
  if (any(near)) known[near][which.min(distance[near])]
}

# What arguments are called elsewhere.
argument_synonyms <- c(
  alpha = "conf.level", sig.level = "conf.level", significance = "conf.level", level = "conf.level",
  confidence = "conf.level", conf.int = "conf.level", ci = "conf.level", ci_level = "conf.level",
  na.rm = "na", na.action = "na", na_rm = "na",
  adjust = "p.adjust.method", p.adjust = "p.adjust.method", p_adjust = "p.adjust.method",
  adjustment = "p.adjust.method", correction = "p.adjust.method", adjust.method = "p.adjust.method",
  test = "method", tests = "method", method = "test", scale = "measure", effect = "measure", effect_size = "measure",
  ref = "reference", baseline = "reference", control = "reference", measures = "metric", score = "metric",
  averaging = "average", estimator = "average", class = "classes", labels = "classes",
  required = "null", minimum = "null", target_value = "null", no_information = "null",
  sided = "alternative", sides = "alternative", tail = "alternative", delta = "difference", delta = "margin",
  equivalence = "margin", k = "folds", nfold = "folds", nfolds = "folds", n_folds = "folds", v = "folds",
  repeats = "repetitions", reps = "repetitions", sims = "trials", n_sim = "trials", nsim = "trials", b = "R",
  nboot = "R", n_boot = "R", boot.n = "R", n_bootstrap = "R", times = "R", replicates = "R", n_resamples = "R",
  cutoff = "threshold", cut_off = "threshold", cutpoint = "threshold",
  event_level = "positive", positive_class = "positive", target = "positive",
  event = "positive",
  cluster = "id", clusters = "id", group = "id", subject = "id", ids = "id", patient = "id", case_id = "id",
  case_weights = "weights", sample_weight = "weights", sample_weights = "weights", wts = "weights",
  w = "weights", wt = "weights", freq = "weights", n = "weights", count = "weights", counts = "weights"
)

# Arguments of the ways in, where a verb is given them.
way_in_arguments <- c("id", "fold", "repetition", "weights", "levels", "na", "positive", "event", "by")

# Arguments that live elsewhere than in a verb, and how they are given there.
argument_homes <- c(
  ratio = "method = by_corrected_t(ratio = )", zeros = "method = by_wilcoxon(zeros = )",
  exact_limit = "method = by_wilcoxon(exact_limit = )", blocked = "method = by_anova(blocked = )",
  corrected = "method = by_anova(corrected = )", simultaneous = "method = by_bootstrap(simultaneous = )",
  combine = "method = by_combination(combine = )", covariance = "method = by_combination(covariance = )",
  R = "method = by_bootstrap(R = )", beta = "metric = f_meas(beta = )", costs = "metric = expected_cost(costs = )",
  thresholds = "metric = net_benefit(thresholds = )", max_fpr = "metric = partial_auc(max_fpr = )",
  specificity = "metric = sensitivity_at(specificity = )", sensitivity = "metric = specificity_at(sensitivity = )",
  prevalence = "update_prevalence(x, prevalence = )", n_train = "score_set(n_train = )",
  n_test = "score_set(n_test = )", lower = "score_set(lower = )", upper = "score_set(upper = )",
  better = "score_set(better = )", null = "assess_classifiers(null = )",
  threshold = "as_prediction_set(x, threshold = )", rope = "compare_bayesian(x, rope = )",
  folds = "resampling_plan(folds = )", repetitions = "resampling_plan(repetitions = )",
  difference = "sample_size(x, metric, difference = )", power = "sample_size(x, metric, power = )",
  digits = "print(digits = )", reference = "compare_classifiers(x, reference = )"
)

# What is no argument here, and what does what it does elsewhere.
argument_answers <- c(
  seed = "Random numbers are governed by {.code set.seed()}, before the call.",
  paired = "All in one set are compared on the same rows; classifiers of other rows by {.fn compare_independent}.",
  exact = "Whether a test is exact says its name: {.code method = \"exact\"} of labels.",
  correct = "A correction for continuity is part of a test: {.code method = \"mcnemar_cc\"} has one, others have none.",
  strata = "What ranks is compared within {.arg fold} of {.fn probability_set}; groups are {.arg by} of a set.",
  direction = "It is never guessed: a higher score speaks for the event, {.arg positive}. Where a lower one does, give
               {.code -score}."
)

# `known`: the arguments that there are. Lines that say what was meant, each once.
suggest_arguments <- function(given, known) {
  lines <- unlist(lapply(given, suggest_argument, known = known), use.names = FALSE)
  if (length(lines)) stats::setNames(unique(lines), rep("i", length(unique(lines))))
}

suggest_argument <- function(name, known) {
  synonyms <- unname(argument_synonyms[names(argument_synonyms) %in% lower_ascii(name)])
  own <- intersect(c(synonyms, sub("s$", "", name)), known)
  meant <- c(own, closest_name(name, known))
  if (name %in% names(argument_answers)) {
    argument_answers[[name]]
  } else if (identical(meant[1], "conf.level") && lower_ascii(name) %in% c("alpha", "sig.level", "significance")) {
    "Did you mean {.code conf.level = 0.95}? It is 1 - alpha."
  } else if (name %in% names(argument_homes) && !length(own)) {
    paste0("It is an argument of another function: {.code ", argument_homes[[name]], "}.")
  } else if (length(meant)) {
    if (meant[1] == "na") "Did you mean {.code na = \"omit\"}?" else paste0("Did you mean {.arg ", meant[1], "}?")
  } else {
    suggest_elsewhere(name, synonyms)
  }
}

# Ways in other than prediction_set(), and those of these arguments that they have.
other_ways_in <- list(
  probability_set = c("id", "fold", "weights", "na", "positive", "event", "by"),
  score_set = c("fold", "repetition", "na", "by")
)

probability_verbs <- c(
  "assess_calibration", "calibration_curve", "decision_curve", "operating_points", "score_curve", "smooth_calibration"
)

door_name <- function() rlang::call_name(sys.call(door_number())) %||% ""

# What makes the set that the user's function takes, and has an argument `name`.
way_in_with <- function(name) {
  verb <- door_name()
  x <- get0("x", door(), inherits = FALSE)
  made <- if (verb %in% probability_verbs) "probability_set" else class(x)
  made <- intersect(made, names(other_ways_in))
  has_it <- vapply(made, function(way) name %in% other_ways_in[[way]], NA)
  c(made[has_it], "prediction_set")[1]
}

suggest_elsewhere <- function(name, synonyms) {
  if (name %in% way_in_arguments) {
    # What is read from logs knows its items and groups.
    if (door_name() == "read_evaluations") {
      return(NULL)
    }
    return(paste0("{.arg ", name, "} is an argument of {.fn ", way_in_with(name), "}: give it there."))
  }
  elsewhere <- c(
    intersect(synonyms, c(way_in_arguments, names(argument_homes))), closest_name(name, way_in_arguments),
    closest_name(name, names(argument_homes))
  )
  if (length(elsewhere)) {
    home <- argument_homes[elsewhere[1]]
    if (is.na(home)) {
      paste0("{.arg ", elsewhere[1], "} of {.fn ", way_in_with(elsewhere[1]), "} may be what you mean.")
    } else {
      paste0("Did you mean {.code ", home, "}?")
    }
  }
}

abort_unknown_arguments <- function(given, known) {
  hint <- suggest_arguments(given, known) %||% c(i = "See the help page for the arguments.")
  abort_verdict(c("Unknown argument{?s}: {.arg {given}}.", hint), "argument")
}

# The arguments of the function that the user called, and of those that it handed its `...` on to: a generic has few.
door_arguments <- function() {
  at <- door_number()
  below <- lapply(seq(at, sys.nframe()), function(i) names(formals(sys.function(i))))
  own <- lapply(below, function(names) if ("..." %in% names) names)
  # A method has not all that its generic has.
  dispatched <- at > 1 && identical(as.list(sys.call(at - 1))[-1], as.list(sys.call(at))[-1])
  generic <- if (dispatched) names(formals(sys.function(at - 1)))
  setdiff(unlist(c(below[1], generic, own)), "...")
}
