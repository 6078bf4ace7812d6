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
  test = "method", tests = "method", scale = "measure", effect = "measure", effect_size = "measure",
  ref = "reference", baseline = "reference", control = "reference", measures = "metric", score = "metric",
  averaging = "average", estimator = "average", class = "classes", labels = "classes",
  sided = "alternative", sides = "alternative", tail = "alternative", delta = "margin", equivalence = "margin",
  b = "R", nboot = "R", n_boot = "R", times = "R", replicates = "R", n_resamples = "R",
  event_level = "positive", positive_class = "positive", target = "positive",
  cluster = "id", clusters = "id", group = "id", subject = "id", ids = "id", patient = "id", case_id = "id",
  w = "weights", wt = "weights", freq = "weights", n = "weights", count = "weights", counts = "weights"
)

# Arguments of the ways in, where a verb is given them.
way_in_arguments <- c("id", "fold", "repetition", "weights", "levels", "na", "positive", "event")

# `known`: the arguments that there are. Lines that say what was meant, each once.
suggest_arguments <- function(given, known) {
  lines <- unlist(lapply(given, suggest_argument, known = known), use.names = FALSE)
  if (length(lines)) stats::setNames(unique(lines), rep("i", length(unique(lines))))
}

suggest_argument <- function(name, known) {
  synonym <- unname(argument_synonyms[match(lower_ascii(name), names(argument_synonyms))])
  meant <- if (!is.na(synonym) && synonym %in% known) synonym else closest_name(name, known)
  if (identical(name, "seed")) {
    "Random numbers are governed by {.code set.seed()}, before the call."
  } else if (identical(meant, "conf.level") && lower_ascii(name) %in% c("alpha", "sig.level", "significance")) {
    "Did you mean {.code conf.level = 0.95}? It is 1 - alpha."
  } else if (!is.null(meant)) {
    said <- if (meant == "na") "na = \"omit\"" else meant
    paste0("Did you mean {.", if (meant == "na") "code " else "arg ", said, "}?")
  } else if (name %in% way_in_arguments) {
    paste0("{.arg ", name, "} is an argument of {.fn prediction_set}: give it there.")
  } else if (!is.na(synonym) && synonym %in% way_in_arguments) {
    paste0("{.arg ", synonym, "} of {.fn prediction_set} may be what you mean.")
  }
}

abort_unknown_arguments <- function(given, known, call) {
  hint <- suggest_arguments(given, known) %||% c(i = "See the help page for the arguments.")
  abort_verdict(c("Unknown argument{?s}: {.arg {given}}.", hint), "argument", call = call)
}

# The arguments of the function whose frame `call` is.
frame_arguments <- function(call) {
  if (!is.environment(call)) {
    return(character())
  }
  at <- Position(function(frame) identical(frame, call), sys.frames())
  if (is.na(at)) character() else setdiff(names(formals(sys.function(at))), "...")
}

# Metrics ----------------------------------------------------------------------
