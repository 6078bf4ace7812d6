# A plan, as C reads it, and what C found as rows.

# `class`: what kind of plan it is, which says how its rows are made: see plan.R.
new_plan <- function(target, method, measure, interval, vcov, request, class) {
  structure(
    list(
      target = target, metric = target$metric, method = method, measure = measure,
      interval = interval, alternative = request$alternative, vcov = vcov$vcov,
      resampled = resamples(request)
    ),
    class = c(class, "comparison_plan")
  )
}

n_sides <- function(alternative) if (alternative == "two.sided") 2 else 1

# A plan as C reads it, with limits at `level` (1 minus the confidence).
# `df`: degrees of freedom of each row; NULL: normal.
plan_request <- function(plan, level, clustered = FALSE, df = NULL) {
  tail <- level / n_sides(plan$alternative)
  list(
    test = plan$method$test, scale = test_scale(plan), measure = plan$measure,
    interval = plan$interval$interval, alternative = plan$alternative,
    quantile = stats::qt(tail, df %||% Inf, lower.tail = FALSE), clustered = clustered,
    squared = plan$method$squared, vcov = plan$vcov, df = df
  )
}

# The scale of a Wald test: its own, or that of the measure.
test_scale <- function(plan) if (is.na(plan$method$scale)) plan$measure else plan$method$scale

# What C found for each slice and pair, as the columns of a result.
found_rows <- function(x, plan, pairs, found, reason) {
  target <- plan$target
  units <- set_units(x)
  n <- length(target$class)
  rows <- new_rows(
    metric = target$metric$asked, average = target$average,
    class = rep(target$class, each = ncol(pairs)),
    classifier = rep(units$classifiers[pairs[1, ]], n),
    reference = rep(units$classifiers[pairs[2, ]], n),
    measure = plan$measure, estimate = found$estimate, std.error = found$std.error,
    conf.low = found$conf.low, conf.high = found$conf.high,
    null.value = null_value(plan$measure), statistic = found$statistic,
    df = found$df, p.value = exp(found$log.p.value), estimate.classifier = found$theta0,
    estimate.reference = found$theta1, method = plan$method$label, note = NA_character_,
    log.p.value = found$log.p.value
  )
  rows$note <- first_known(reason, pair_notes(rows, found, plan))
  rows
}

# Why the test, or else the interval, has no value.
pair_notes <- function(rows, found, plan) {
  note <- function(status, who, scale) {
    note <- rep(NA_character_, length(status))
    at <- which(status != "ok")
    note[at] <- status_note(flat_status(status[at], plan$target$metric), c(
      list(
        who = status_who(who[at], rows$classifier[at], rows$reference[at]), metric = plan$metric$label,
        all = "both", instead = "mcnemar"
      ),
      boundary_words(scale)
    ))
    note
  }
  of_test <- note(found$test_status, found$test_who, test_scale(plan))
  first_known(of_test, note(found$ci_status, found$ci_who, plan$measure))
}

boundary_words <- function(scale) {
  if (scale == "odds_ratio") {
    list(boundary = "0 or 1", scale = "logit")
  } else {
    list(boundary = "0", scale = "log ratio")
  }
}

plan_rows.plan_estimates <- function(plan, x, pairs, level) {
  estimates <- plan$estimates()
  found <- .Call(
    ffi_compare_estimates, estimates$estimate, estimates$vcov, pairs,
    plan_request(plan, level, df = pairs_df(estimates, pairs, plan$measure))
  )
  note <- matrix(estimates$note, nrow = nrow(estimates$estimate))
  reason <- first_known(as.vector(note[pairs[1, ], ]), as.vector(note[pairs[2, ], ]))
  rows <- found_rows(x, plan, pairs, found, reason)
  rows$note <- set_words(x, rows$note, rows$class, rep_len(split(pairs, col(pairs)), nrow(rows)))
  rows
}

plan_joint.comparison_plan <- function(plan, x, pairs, pooled, by_pair) {
  found <- set_joint(x, list(plan$target))
  theta <- on_scale(found$estimate, plan$measure)
  V <- found$vcov * tcrossprod(theta$slope)
  at <- pair_positions(length(plan$target$class), set_units(x)$classifiers, pairs)
  of <- function(rows) {
    a <- at[1, rows]
    b <- at[2, rows]
    V[a, a] - V[a, b] - V[b, a] + V[b, b]
  }
  members <- if (by_pair) split(seq_len(ncol(at)), (seq_len(ncol(at)) - 1) %% ncol(pairs)) else list(seq_len(ncol(at)))
  size <- length(members[[1]])
  vcov <- vapply(members, of, matrix(0, size, size))
  list(gap = theta$value[at[1, ]] - theta$value[at[2, ]], vcov = array(vcov, c(size, size, length(members))))
}
