# Per-class tests combined into one p-value.

combine_over_classes <- function(x, rows, plan, ask, how, weights) {
  joint <- joint_statistics(x, plan, ask)
  vcov <- as.matrix(joint$vcov[, , 1])
  used <- has_statistic(rows, joint$gap, vcov)
  out <- list(
    rows = rows, n = sum(used), omitted = omitted_rows(rows, !used), note = NA_character_,
    log.p.value = NA_real_
  )
  weights <- class_weights(weights, rows, used, combination_table[how$combine, ])
  if (out$n < 2) {
    return(utils::modifyList(out, single_test(rows[used, ], how)))
  }
  dependence <- if (how$kind == "sum") {
    switch(how$covariance,
      analytic = list(covariance = correlation_of(vcov[used, used]), type = "z"),
      permutation = list(covariance = permuted_p(x, plan, ask)[, used], type = "simulated"),
      bootstrap = list(covariance = bootstrapped_p(x, plan, ask)[, used], type = "simulated")
    )
  }
  sides <- if (ask$alternative == "two.sided") 2 else 1
  found <- combine_dependent(rows$log.p.value[used], how$combine, weights, dependence, sides)
  found$method <- global_method(rows[used, ], how)
  utils::modifyList(out, found)
}

# What combine_p() does for one set: statistic, parameter, log.p.value, covariance, note.
combine_dependent <- function(log.p, method, weights, dependence, sides) {
  how <- combination_table[method, ]
  covariance <- if (!is.null(dependence)) {
    combination_covariance(how, weights, dependence$covariance, dependence$type, sides, FALSE)
  }
  found <- .Call(ffi_combine_sets, matrix(log.p, 1), TRUE, how$core, weights, covariance)
  parameter <- c(df = found$df)
  if (!is.null(covariance)) {
    parameter <- c(v = found$df, c = found$scale, "E(T)" = found$mean, "Var(T)" = found$variance)
  }
  list(
    statistic = stats::setNames(found$statistic, how$statistic),
    parameter = parameter[!is.na(parameter)], log.p.value = found$log.p.value,
    covariance = covariance, note = status_note(found$status, list())
  )
}

# Nothing to combine: the test itself, or none.
single_test <- function(row, how) {
  if (nrow(row) == 0) {
    return(undefined_global(how))
  }
  list(
    statistic = c(statistic = row$statistic), parameter = c(df = row$df)[!is.na(row$df)],
    log.p.value = row$log.p.value, method = paste0(row$method, ", a single test")
  )
}

undefined_global <- function(how) {
  list(
    statistic = c(statistic = NA_real_), parameter = numeric(), method = global_label(how),
    note = status_note("no_p", list())
  )
}

# One weight a class, for all of its pairs.
class_weights <- function(weights, rows, used, how, call = caller_env(2)) {
  if (is.null(weights)) {
    return(combination_weights(NULL, how, sum(used)))
  }
  class <- unique(rows$class)
  all <- combination_weights(weights, how, length(class), call = call)
  all[match(rows$class, class)][used]
}

omitted_rows <- function(rows, which) {
  out <- as_plain(rows)[which, c("class", "classifier", "reference", "note")]
  row.names(out) <- NULL
  out$note[is.na(out$note)] <- status_words[["no_discordant"]]
  out
}

# -- p-values under the null hypothesis, a row a replicate -----------------------------

# The two classifiers of every pair change places in the same observations; the statistic
# is that of the test, McNemar's for the tests made of its table.
permuted_p <- function(x, plan, ask) {
  plan$question$squared <- TRUE
  if (plan$method$kind == "matched") plan$question$test <- method_table["mcnemar", "test"]
  n_rows <- length(metric_blocks(x, plan$metric, "none", ask$classes)$code) * ncol(ask$pairs)
  tests <- permutation_tests(x, list(plan), ask, n_rows)
  place <- order(unlist(lapply(tests, `[[`, "at")))
  most <- max(1, floor(1e7 / n_profiles(x)))
  drawn <- in_pieces(ask$R, "Permuting", most = most, function(n) {
    changes <- .Call(ffi_resample_changes, x, n)
    list(z = do.call(rbind, lapply(tests, function(test) test$draw(changes)))[place, , drop = FALSE])
  })
  p_of_z(t(drawn$z), ask$alternative)
}

# Differences, centred at those of the data, over their standard deviation. (That of each
# replicate is next to nothing where the two happen to differ on a row or two.)
bootstrapped_p <- function(x, plan, ask) {
  blocks <- metric_blocks(x, plan$metric, "none", ask$classes)
  part <- list(
    quantity = quantities(x, plan$metric, blocks),
    contrasts = pair_contrasts(length(blocks$code), length(x$classifiers), ask$pairs, "difference")
  )
  found <- bootstrap_contrasts(x, list(part), ask$beta, "na", ask$R, studentized = FALSE)
  z <- found$value - found$observed$value
  z[!is.finite(z)] <- NA
  z <- z / apply(z, 1, stats::sd, na.rm = TRUE)
  z[is.na(z)] <- 0
  p_of_z(t(z), ask$alternative)
}

p_of_z <- function(z, alternative) {
  p <- switch(alternative,
    two.sided = 2 * stats::pnorm(-abs(z)), greater = stats::pnorm(-z), less = stats::pnorm(z)
  )
  pmax(p, .Machine$double.xmin)
}

# -- the largest statistic -------------------------------------------------------------

largest_over_classes <- function(x, rows, plan, ask, how) {
  rows <- if (how$covariance == "analytic") largest_normal(x, rows, plan, ask) else rows
  used <- !is.na(rows$adj.p.value)
  out <- list(
    rows = rows, n = sum(used), omitted = omitted_rows(rows, !used), note = NA_character_,
    log.p.value = NA_real_
  )
  if (!any(used)) {
    return(utils::modifyList(out, undefined_global(how)))
  }
  out$method <- global_method(rows[used, ], how)
  out$statistic <- largest_score(rows[used, ], how, ask)
  out$log.p.value <- log(min(rows$adj.p.value[used]))
  out
}

# Of normal scores, or of the statistics as they are: chi-squared ones as signed roots.
largest_score <- function(rows, how, ask) {
  if (how$covariance == "analytic") {
    z <- z_of_p(rows$log.p.value, ask$alternative)
  } else {
    side <- sign(rows$estimate - null_value(rows$measure))
    z <- ifelse(is.na(rows$df), rows$statistic, side * sqrt(rows$statistic))
    z <- switch(ask$alternative, two.sided = abs(z), greater = z, less = -z)
  }
  stats::setNames(max(z), if (ask$alternative == "two.sided") "max |z|" else "max z")
}

# adj.p.value by the largest of normal scores with the statistics' correlations.
largest_normal <- function(x, rows, plan, ask) {
  joint <- joint_statistics(x, plan, ask)
  vcov <- as.matrix(joint$vcov[, , 1])
  used <- has_statistic(rows, joint$gap, vcov)
  rows$adj.p.value <- NA_real_
  if (!any(used)) {
    return(rows)
  }
  parts <- eigen(correlation_of(vcov[used, used]), symmetric = TRUE)
  root <- parts$vectors %*% diag(sqrt(pmax(parts$values, 0)), sum(used))
  drawn <- root %*% matrix(stats::rnorm(sum(used) * ask$R), sum(used))
  if (ask$alternative == "two.sided") drawn <- abs(drawn)
  largest <- sort(apply(drawn, 2, max))
  z <- z_of_p(rows$log.p.value[used], ask$alternative)
  above <- ask$R - findInterval(z, largest, left.open = TRUE)
  rows$adj.p.value[used] <- (1 + above) / (ask$R + 1)
  attr(rows, "verdict")$p.adjust.method <- "max_t"
  rows
}

z_of_p <- function(log.p, alternative) {
  tail <- if (alternative == "two.sided") log(2) else 0
  stats::qnorm(log.p - tail, lower.tail = FALSE, log.p = TRUE)
}

# -- words -----------------------------------------------------------------------------

global_labels <- c(
  max_t = "Largest statistic", wald = "Joint Wald test", score = "Joint generalized score test"
)

global_label <- function(how) {
  known <- match(how$combine, combination_table$method)
  if (is.na(known)) global_labels[[how$combine]] else combination_table$label[known]
}

# A class by itself may have all permutations; the largest of several statistics has draws.
global_method <- function(used, how) {
  tests <- unique(sub("^exact permutation", "permutation", used$method))
  paste0(global_label(how), ", ", count_of(nrow(used), "test"), " (", and_list(tests), ")")
}
