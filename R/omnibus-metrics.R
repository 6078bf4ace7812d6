# Several metrics together: one row a class (and pair).
over_metrics <- function(x, request, pairs) {
  if (nrow(request$metrics) < 2) {
    abort_verdict(c(
      "A test over metrics is of two or more metrics.",
      i = "One is tested by {.code over = \"classifiers\"} or {.code over = \"classes\"}."
    ), "metric")
  }
  if (!identical(request$vcov, "robust")) {
    abort_verdict("Over metrics the joint covariance is robust: leave {.arg vcov} out.", "vcov")
  }
  units <- set_units(x)
  if (is.null(request$classes) && is_mirrored(request$metrics, units)) request$classes <- units$classes[1]
  targets <- request_targets(x, request)
  same <- vapply(targets, function(target) identical(target$class, targets[[1]]$class), NA)
  if (!all(same)) {
    label <- vapply(targets, function(target) target$metric$label, "")
    at_thresholds <- "threshold" %in% used_axes(targets)
    abort_verdict(c(
      "{label[1]} and {label[which(!same)[1]]} are not of the same {if (at_thresholds) 'thresholds' else 'classes'}, so
       that they cannot be tested together.",
      i = if (at_thresholds) {
        "Take each threshold by itself: {.code list(net_benefit(0.2), net_benefit(0.4))}."
      } else {
        "Give the {.arg classes}, or an {.arg average}."
      }
    ), "metric")
  }
  groups <- lapply(tested_groups(request, pairs), tested_classifiers, n = length(units$classifiers))
  method <- match_joint_method(request$test, x, targets, groups, request$measure)
  rows <- if (method == "mcnemar") {
    joint_mcnemar(x, targets, groups)
  } else {
    measures <- vapply(targets, function(target) joint_measure(request$measure, target$metric), "")
    joint_wald(x, targets, groups, measures)
  }
  joint_table(rows, targets, groups, units)
}

# -- what is asked --------------------------------------------------------------------

# Of two classes one is to these metrics what the other is: a second row would be the same test.
is_mirrored <- function(metrics, units) {
  length(units$classes) == 2 && is.null(units$positive) && nrow(metrics) == 2 &&
    identical(metrics$mirror, rev(metrics$metric))
}

# One metric among the rows of the class, one among the others.
adds_up <- function(targets) {
  of <- vapply(targets, function(target) target$metric$of %||% NA_character_, "")
  counted <- vapply(targets, function(target) target$family == "matched", NA)
  length(of) == 2 && all(counted) && setequal(of, c("positive", "negative"))
}

match_joint_method <- function(method, x, targets, groups, measure) {
  fits <- adds_up(targets) && all(lengths(groups) == 2) && !isTRUE(set_units(x)$clustered)
  if (is.null(method)) {
    return(if (fits && is.null(measure)) "mcnemar" else "wald")
  }
  method <- check_choice(method, "method", c("mcnemar", "wald"))
  if (method == "mcnemar" && !fits) {
    abort_verdict(c(
      "McNemar's statistics add up for two classifiers, sensitivity and specificity, and independent rows only.",
      i = "Use {.code method = \"wald\"}."
    ), "method")
  }
  if (method == "mcnemar" && !is.null(measure)) abort_no_scale(method, "Leave it out.")
  method
}

# -- the numbers: a list for each group, of statistic, df, log.p.value, note, by slice ------

joint_mcnemar <- function(x, targets, groups) {
  request <- list(rule = new_rule("mcnemar"), vcov = "robust", alternative = "two.sided")
  pairs <- do.call(cbind, lapply(groups, as.integer))
  parts <- lapply(unname(targets), function(target) plan_rows(set_plan(x, target, request), x, pairs, 0.05))
  # Rows by metrics.
  of <- function(name) do.call(cbind, lapply(parts, `[[`, name))
  statistic <- of("statistic")
  agree <- !is.na(of("status")) & of("status") == "no_discordant"
  undefined <- rowSums(is.na(statistic) & !agree) > 0 | rowSums(agree) == length(parts)
  first <- cbind(seq_along(undefined), ifelse(undefined, max.col(is.na(statistic), "first"), NA))
  sum <- ifelse(undefined, NA, rowSums(statistic, na.rm = TRUE))
  df <- ifelse(undefined, NA, length(parts) - rowSums(agree))
  equal <- apply(agree, 1, function(at) equal_note(targets[at]))
  joint <- data.frame(
    statistic = sum, df = df, log.p.value = stats::pchisq(sum, df, lower.tail = FALSE, log.p = TRUE),
    status = of("status")[first], note = ifelse(undefined, of("note")[first], equal), method.id = "joint_mcnemar"
  )
  # slices slowest: as one data frame a group
  lapply(seq_along(groups), function(i) joint[seq(i, nrow(joint), by = length(groups)), ])
}

equal_note <- function(targets) {
  label <- vapply(targets, function(target) target$metric$label, "")
  if (length(label)) paste0("no difference in ", and_list(label), ", which has no part in the test") else NA_character_
}

joint_wald <- function(x, targets, groups, measures) {
  if (!has_gaps(x, targets)) {
    return(joint_wald_of(x, targets, groups, measures))
  }
  lapply(groups, function(group) {
    tested_on_common(x, targets, group, function(x) joint_wald_of(x, targets, list(seq_along(group)), measures)[[1]])
  })
}

joint_wald_of <- function(x, targets, groups, measures) {
  n_slices <- length(targets[[1]]$class)
  n <- length(set_units(x)$classifiers)
  joint <- set_joint(x, targets)
  of <- rep(seq_along(targets), each = n * n_slices)
  each <- lapply(targets, function(target) set_estimates(x, target))
  reason <- unlist(lapply(each, `[[`, "note"))
  theta <- unname(Map(on_scale, split(as_if_known(joint), of), measures))
  of_all <- function(name) unlist(lapply(theta, `[[`, name), use.names = FALSE)
  slope <- of_all("slope")
  unknown <- function(pairs) why_not_known(joint, pair_weights(length(slope), pairs) * slope)
  state <- list(
    value = of_all("value"), vcov = joint$vcov * tcrossprod(slope), estimate = as_if_known(joint),
    reason = reason, unknown = unknown, measure = measures[of], target = of, who = set_units(x)$classifiers
  )
  at <- array(seq_along(of), c(n, n_slices, length(targets)))
  caveats <- lapply(targets, function(target) joint_caveats(x, target))
  lapply(groups, function(group) {
    df <- do.call(pmin, Map(joint_df, each, measures, list(group)))
    rows <- do.call(rbind, lapply(seq_len(n_slices), function(slice) {
      wald_of_group(state, matrix(at[group, slice, ], nrow = length(group)), targets, df[slice])
    }))
    if (all(is.na(rows$df.residual))) rows$df.residual <- NULL
    for (slice in which(rows$status %in% "equal_estimates")) {
      alike <- unique(vapply(each, alike_status, "", slice = slice, who = group))
      if (length(alike) == 1) rows$status[slice] <- alike
    }
    rows$note <- first_known(status_words(rows$status), rows$note)
    rows <- Reduce(function(rows, with_caveats) with_caveats(rows, group), caveats, rows)
    with_few_observations(x, rows, !is.na(rows$log.p.value))
  })
}

# What a kind of evidence has to say of joint tests of its classifiers: a function of the rows and who is in them.
joint_caveats <- function(x, target) UseMethod("joint_caveats")

joint_caveats.default <- function(x, target) function(rows, who) rows

joint_caveats.prediction_set <- function(x, target) {
  fixed <- fixed_by_classifier(x, target)
  values <- lazily(function() values_by_class(x, target))
  function(rows, who) {
    rows <- with_fixed(rows, first_fixed(fixed[who, , drop = FALSE]), target$metric)
    with_few_in_joint(rows, x, target, function() values()[who, , drop = FALSE])
  }
}

# `at`: the positions of the classifiers (rows) in the targets (columns); `df` of their covariance.
wald_of_group <- function(state, at, targets, df) {
  joint <- data.frame(
    statistic = NA_real_, df = NA_real_, log.p.value = NA_real_, status = NA_character_, note = NA_character_,
    df.residual = NA_real_, method.id = test_id("joint_wald", unique(state$measure))
  )
  first <- rep(at[1, ], each = nrow(at) - 1)
  other <- as.vector(at[-1, ])
  joint$note <- wald_reason(state, as.vector(at), rbind(other, first), targets)
  if (is.na(joint$note) && anyNA(state$vcov[at, at])) joint$status <- "one_cluster"
  if (!is.na(joint$note) || !is.na(joint$status)) {
    return(joint)
  }
  gap <- state$value[other] - state$value[first]
  V <- state$vcov
  spread <- vcov_of_gaps(V, other, first)
  size <- diag(V)[other] + diag(V)[first]
  flat <- diag(spread) <= 1e-14 * size
  if (any(flat & abs(gap) > 1e-14) || all(flat)) {
    joint$status <- if (all(flat & abs(gap) <= 1e-14)) "equal_estimates" else "zero_variance"
    return(joint)
  }
  form <- wald_as_f(joint_form(gap[!flat], spread[!flat, !flat, drop = FALSE]), df)
  columns <- c("statistic", "df", "df.residual", "log.p.value")
  joint[columns] <- form[columns]
  part <- state$target[other]
  equal <- setdiff(part, part[!flat])
  joint$status <- without_ok(form$status)
  joint$note <- equal_note(targets[equal])
  joint
}

# Why there is no test of these, or NA.
wald_reason <- function(state, at, pairs, targets) {
  known <- c(state$reason[at][is.na(state$estimate[at])], known_values(state$unknown(pairs)))
  if (length(known)) {
    return(known[1])
  }
  odd <- at[is.na(state$value[at])]
  if (length(odd)) {
    i <- odd[1]
    fill <- c(list(
      who = state$who[(i - 1) %% length(state$who) + 1], metric = targets[[state$target[i]]]$metric$label
    ), boundary_words(state$measure[i]))
    return(status_note(if (is.infinite(state$estimate[i])) "infinite" else "boundary", fill))
  }
  NA_character_
}

# -- as a result ----------------------------------------------------------------------

joint_table <- function(joint, targets, groups, units) {
  asked <- paste(vapply(targets, function(target) target$metric$asked, ""), collapse = ", ")
  label <- and_list(vapply(targets, function(target) target$metric$label, ""))
  parts <- Map(function(part, group) {
    data.frame(
      metric = asked, average = targets[[1]]$average, class = targets[[1]]$class,
      classifier = paste(units$classifiers[group], collapse = ", "), part, row.names = NULL
    )
  }, joint, groups)
  list(
    rows = do.call(rbind, with_optional(unname(parts))),
    metrics = data.frame(metric = asked, label = label, better = NA_character_, lower = -Inf, upper = Inf),
    axis = used_axes(targets)
  )
}
