# What a verb is asked, checked and complete: the same for every verb and kind of evidence.

# `agreeing`: by default only tests whose inversion is an interval, so that the two agree, as is
# needed where there is a margin. `alternative`: NULL, that of the method.
new_request <- function(x, metric = NULL, method = NULL, measure = NULL, reference = NULL,
                        average = "none", classes = NULL, alternative = "two.sided",
                        interval = NULL, conf.level = 0.95, p.adjust.method = "holm",
                        zero_division = "na", vcov = "robust", margin = NULL, ..., agreeing = FALSE) {
  units <- set_units(x)
  named <- if (inherits(method, "method_rule")) method$method else method
  one_sided <- rlang::is_string(named) && named %in% units$one_sided
  alternative <- alternative %||% if (one_sided) "greater" else "two.sided"
  options <- check_options(list(...), arguments = setdiff(names(formals(new_request)), c("x", "...", "agreeing")))
  pairs <- compared_pairs(units, reference)
  check_level(conf.level)
  request <- list(
    metrics = set_metrics(x, with_beta(metric %||% usual_metrics(x), options$beta)),
    rule = match_rule(method, options[names(options) != "beta"], interval),
    measure = measure, interval = interval,
    average = check_choice(average, "average", averages),
    classes = check_classes(classes, units),
    alternative = check_choice(alternative, "alternative", alternatives),
    conf.level = conf.level,
    p.adjust.method = check_choice(
      p.adjust.method, "p.adjust.method", registry_adjustments$id[registry_adjustments$asked]
    ),
    zero_division = check_choice(zero_division, "zero_division", zero_divisions),
    vcov = check_choice(vcov, "vcov", registry_variances$vcov),
    reference = reference, agreeing = agreeing || !is.null(margin),
    margin = check_margin(margin),
    pairs = pairs, units = units
  )
  check_depends_on_classifier(request$metrics)
  check_rule(request)
  check_margin_adjustment(request)
  request
}

# Columns: classifier, reference.
compared_pairs <- function(x, reference) {
  check_two_classifiers(x)
  check_reference(reference, x)
  comparison_pairs(x$classifiers, reference)
}

check_depends_on_classifier <- function(metric) {
  if (any(metric$family == "truth")) {
    abort_verdict(c(
      "{.arg metric} {.val prevalence} is a property of the truth, the same for all classifiers.",
      i = "Did you mean {.val detection_prevalence}?"
    ), "metric")
  }
}

# The targets of a request, one a metric.
request_targets <- function(x, request) {
  set_targets(x, request$metrics, request$average, request$classes, request$zero_division)
}
