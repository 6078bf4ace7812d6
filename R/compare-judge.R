# The judge of all verbs: what is claimed together is adjusted together, on the log scale. In a single step a claim is
# an interval that excludes the null value, at the level at which a single p-value is then judged, and all intervals
# hold together. To decisions in steps no intervals belong.

# Log p-values of one family, adjusted: list(log.adj.p, local, method). `joint`: a function that gives the joint
# distribution of the statistics, list(vcov, at) as adjust_max_t() takes them, or NULL where it is not known: then
# Bonferroni's inequality takes its place. `further` p-values, of claims about the same comparisons, are judged at the
# level at which those of the family are.
adjust_family <- function(log.p, method, alpha, joint = NULL, alternative = "two.sided", further = NULL) {
  if (method == "max_t" && sum(!is.na(log.p)) == 1) {
    return(list(log.adj.p = log.p, method = method, local = alpha, further = further)) # none to be joint with
  }
  if (method == "max_t") {
    known <- if (!is.null(joint)) joint()
    if (!is.null(known)) {
      return(adjust_max_t(log.p, known$vcov, known$at, alternative, alpha, further = further))
    }
    method <- "bonferroni"
  }
  log.adj.p <- adjust_log(log.p, method)
  list(
    log.adj.p = log.adj.p, method = method, local = local_level(log.p, log.adj.p, method, alpha),
    further = adjust_further(further, log.adj.p, method)
  )
}

# Estimates of which each is compared with a number, which does not vary: their joint covariance as adjust_max_t()
# takes it.
against_numbers <- function(vcov) {
  n <- nrow(vcov)
  list(vcov = rbind(cbind(vcov, 0), 0), at = rbind(seq_len(n), n + 1L))
}

# Rows that were adjusted, with their intervals: list(rows, p.adjust.method, family, local), what a result keeps.
# `limits`, where there are intervals: a function of the level that gives the rows with theirs. `last_step`: whether
# those of a method in steps are at the level of its last one, else there are none.
judge_rows <- function(rows, adjusted, limits = NULL, last_step = FALSE) {
  rows$log.adj.p.value <- adjusted$log.adj.p[seq_len(nrow(rows))]
  rows$adj.p.value <- exp(rows$log.adj.p.value)
  family <- adjusted$family %||% sum(!is.na(adjusted$log.adj.p))
  local <- adjusted$local
  if (!is.null(limits)) {
    in_steps <- !registry_adjustments[adjusted$method, "at_once"] && family > 1 && !last_step
    none <- list(conf.low = NA_real_, conf.high = NA_real_)
    rows <- place_limits(rows, if (in_steps) none else limits(local), local)
  }
  list(rows = rows, p.adjust.method = adjusted$method, family = family, local = local)
}

# For judge_rows(): `find` gives the rows anew, which have their intervals at the level alpha already.
limits_anew <- function(rows, alpha, find) {
  function(local) if (is.na(local) || local %in% c(0, alpha)) rows else find(local)
}

# With a note where the adjustment leaves no level for an interval.
place_limits <- function(rows, limits, local) {
  rows$adj.conf.low <- limits$conf.low
  rows$adj.conf.high <- limits$conf.high
  if (local %in% 0) {
    known <- !is.na(rows$adj.conf.low) | !is.na(rows$adj.conf.high)
    rows$note[known] <- paste_notes(rows$note[known], rep(status_words("no_level"), sum(known)))
    rows[c("adj.conf.low", "adj.conf.high")] <- NA_real_
  }
  bounded <- is_bounded(rows)
  rows$adj.conf.low[bounded] <- rows$conf.low[bounded]
  rows$adj.conf.high[bounded] <- rows$conf.high[bounded]
  rows
}

# What was adjusted at a share of the level, as it compares with the whole level: `least` gives the level at which that
# is claimed.
on_whole_level <- function(adjusted, least) {
  adjusted$log.adj.p <- least(adjusted$log.adj.p)
  if (!is.null(adjusted$further)) adjusted$further <- least(adjusted$further)
  adjusted
}

# -- of a comparison -------------------------------------------------------------------

# Adjusted p-values, and the intervals that exclude the null value exactly where these decide.
judge_comparison <- function(comparison) {
  request <- comparison$request
  alpha <- 1 - request$conf.level
  claims <- comparison$claims
  n <- nrow(comparison$rows)
  several <- which(comparison$global$n_classes > 1)
  own <- comparison$rows$log.p.value
  log.p <- c(if (is.null(claims)) own else settled_log_p(own, claims), comparison$global$log.p.value[several])
  further <- if (!is.null(claims)) cbind(own, as.matrix(claims))
  level <- request$level %||% alpha
  first <- if (is.null(claims) && single_hypotheses(comparison)) first_of_hypothesis(comparison) else seq_len(n)
  again <- which(first != seq_len(n))
  adjusted <- adjust_comparison(comparison, replace(log.p, again, NA), level, further)
  if (level != alpha || !is.null(request$least)) {
    adjusted <- on_whole_level(adjusted, request$least %||% function(log.p) pmin(0, log.p + log(alpha / level)))
  }
  adjusted$family <- sum(!is.na(adjusted$log.adj.p))
  adjusted$log.adj.p[again] <- adjusted$log.adj.p[first[again]]
  combined <- adjusted$log.adj.p[-seq_len(n)]
  if (!is.null(claims)) adjusted$log.adj.p <- c(adjusted$further[seq_len(n)], combined)
  judged <- judge_rows(
    comparison$rows, adjusted, limits_of(comparison, adjusted, alpha),
    last_step = isTRUE(request$min_p) || !is.null(claims) || !is.null(request$level)
  )
  comparison[c("family", "local", "adjustment")] <- judged[c("family", "local", "p.adjust.method")]
  rows <- without_contradictions(comparison, judged$rows, alpha)
  rows <- with_least_p(comparison, rows, adjusted, first)
  rows$max.p <- NULL
  if (!is.null(claims)) {
    claims[] <- adjusted$further[-seq_len(n)]
    rows <- judge_margins(comparison, rows, claims, alpha)
  }
  comparison$rows <- rows
  if (!is.null(comparison$global)) comparison$global <- judged_global(comparison$global, rows, several, combined)
  comparison
}

# Where so few units are not tied that no adjusted p-value can be small enough. `first`: the row whose p-value it is.
with_least_p <- function(comparison, rows, adjusted, first = seq_len(nrow(rows))) {
  known <- !all(is.na(rows$untied)) && adjusted$method %in% c(single_adjustments(), pair_adjustments())
  if (!known || adjusted$family < 2 || !is.null(comparison$claims)) {
    return(rows)
  }
  n <- ifelse(is.na(rows$untied), Inf, rows$untied)
  n[is.na(rows$log.p.value) | first != seq_along(n)] <- NA
  request <- comparison$request
  least <- least_of_signs(n, n_sides(request$alternative), adjusted$method)[first]
  at <- least > 1 - request$conf.level & n > 0 & !rows$status %in% "least_p"
  tied <- any(n < comparison$units$n[1], na.rm = TRUE)
  unit <- paste0(if (tied) "untied ", comparison$units$row[1])
  with_status(rows, at, "least_adj_p", list(unit = unit, p = short_number(least, 3)), also = TRUE)
}

# What brings an adjustment of its own for all rows takes them as they are.
single_hypotheses <- function(comparison) {
  own <- has_own_family(comparison$plans) || !is.null(comparison$rows$max.p)
  !own && !comparison$request$p.adjust.method %in% pair_adjustments()
}

# A global test of one class is that class' own.
judged_global <- function(global, rows, several, combined) {
  alone <- which(global$n_classes == 1)
  key <- function(x) paste(x$metric, x$classifier, x$reference, x$class, sep = "\r")
  log.p <- rep(NA_real_, nrow(global))
  log.p[alone] <- rows$log.adj.p.value[match(key(global[alone, ]), key(rows))]
  log.p[several] <- combined
  global$adj.p.value <- exp(log.p)
  global$log.adj.p.value <- log.p
  global
}

# Log p-values of the rows of a comparison, and after these of tests of several rows, adjusted: by the method's own
# adjustment (as Tukey's test has), by replicates of the largest statistic, or as was asked.
adjust_comparison <- function(comparison, log.p, alpha, further = NULL) {
  request <- comparison$request
  if (has_own_family(comparison$plans)) {
    return(adjust_posthoc(comparison, length(log.p), alpha))
  }
  largest <- comparison$rows$max.p
  over_groups <- if (inherits(comparison$plans[[1]], "plan_groups")) {
    adjust_over_groups(comparison, log.p, alpha, further)
  }
  if (!is.null(over_groups)) {
    return(over_groups)
  }
  if (is.null(largest)) {
    joint <- function() joint_tests(comparison, length(log.p))
    return(adjust_family(log.p, request$p.adjust.method, alpha, joint, request$alternative, further))
  }
  # Replicates say nothing of the other tests, which have their share of the level.
  share <- length(largest) / length(log.p)
  others <- log.p[-seq_along(largest)] + log(length(log.p))
  list(
    log.adj.p = pmin(0, c(log(largest / share), others)), local = NA_real_, method = "max_t",
    further = if (!is.null(further)) pmin(0, c(log(largest), unlist(comparison$max.claims)) - log(share)),
    limits = function(local) {
      if (is.null(comparison$limits)) rows_beside(comparison, alpha * share) else comparison$limits(alpha * share)
    }
  )
}

# With the intervals beside p-values by permutation, which has none, as the joint distribution of the statistics adjusts
# them.
rows_beside <- function(comparison, alpha) {
  rows <- comparison$rows
  joint <- function() joint_tests(comparison, nrow(rows))
  adjusted <- adjust_family(rows$log.p.value, "max_t", alpha, joint, comparison$request$alternative)
  comparison_rows(comparison, adjusted$local)
}

# Whether the method brings its own adjustment, as Tukey's does.
has_own_family <- function(plans) inherits(plans[[1]], "plan_blocks") && !is.na(plans[[1]]$method$together)

# Of n tests; those beyond the rows of the comparison are taken as independent of them, which is on the safe side.
joint_tests <- function(comparison, n) {
  at <- quantity_positions(comparison)
  # Whether the joint covariance is that of the statistics, and from units enough.
  if (fits_memory(max(at)) && !any(vapply(comparison$plans, function(plan) isFALSE(plan$joint), NA))) {
    # A contrast of a quantity with itself is none: it is taken as independent.
    list(vcov = covariance_of_tests(comparison), at = cbind(at, matrix(1L, 2, n - ncol(at))))
  }
}

# Of all estimates, on the scale that a Wald test takes: their logarithm or logit.
covariance_of_tests <- function(comparison) {
  joint <- comparison$joint()
  scale <- unlist(lapply(comparison$plans, function(plan) {
    of_test <- if (isTRUE(plan$method$wald)) test_scale(plan) else "difference"
    rep(of_test, length(plan$target$class) * length(comparison$units$classifiers))
  }))
  vcov_on_scale(joint$vcov, as_if_known(joint), scale)
}

vcov_on_scale <- function(vcov, estimate, scale) {
  slope <- rep(1, length(scale))
  curved <- scale != "difference"
  slope[curved] <- 1 / estimate[curved]
  odds <- scale == "odds_ratio"
  slope[odds] <- slope[odds] / (1 - estimate[odds])
  if (any(curved)) vcov * outer(slope, slope) else vcov
}

# A covariance of more quantities than this takes a second and more to be factored.
fits_memory <- function(n) n <= 1500

# As the method's own family has them, by replicates, or anew.
limits_of <- function(comparison, adjusted, alpha) {
  adjusted$limits %||% comparison$limits %||%
    limits_anew(comparison$rows, alpha, function(local) comparison_rows(comparison, local))
}

# An interval that does not invert the test may hold the null value where the test decides
# otherwise: then there is none.
without_contradictions <- function(comparison, rows, alpha) {
  against <- contradicts(rows$adj.p.value, rows$adj.conf.low, rows$adj.conf.high, rows$null.value, alpha)
  rows <- with_borders(comparison, rows, against)
  if (any(against)) rows[against, c("adj.conf.low", "adj.conf.high")] <- NA
  rows
}

# Said beside what else there is to say, and once.
with_borders <- function(comparison, rows, at) {
  unsaid <- at & !rows$status %in% border_statuses
  for (i in unique(comparison$index$plan[unsaid])) {
    rows <- with_border(rows, unsaid & comparison$index$plan == i, comparison$plans[[i]], also = TRUE)
  }
  rows
}
