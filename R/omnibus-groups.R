# Is the difference of two classifiers the same in all groups of a set, and does it change its sign? One row a pair.

over_the_groups <- function(x, request, grouped = over_groups(x)) {
  if (length(grouped$label) < 2) {
    abort_verdict(c(
      "A test over groups needs two groups or more, and the set has one: {.val {grouped$label}}."
    ), "groups")
  }
  parts <- lapply(request_targets(grouped, request), function(target) {
    check_one_slice(target, grouped)
    method <- match_groups_method(request$test, grouped, target, request$measure)
    measure <- groups_measure(request$measure, method, target$metric)
    rows <- heterogeneity_rows(grouped, target, request$pairs, method, measure)
    list(rows = rows, target = target)
  })
  targets <- lapply(parts, `[[`, "target")
  rows <- do.call(rbind, lapply(parts, `[[`, "rows"))
  if (all(is.na(rows$df.residual))) rows$df.residual <- NULL
  list(
    rows = rows, metrics = used_metrics(targets), axis = "group",
    units = set_units(grouped)
  )
}

check_one_slice <- function(target, x) {
  if (length(target$class) > length(x$label)) {
    abort_verdict(c(
      "Over groups a metric must be of one class: {target$metric$label} is of several.",
      i = "Name it in {.arg classes}, or give an {.arg average}."
    ), "class")
  }
}

match_groups_method <- function(method, x, target, measure) {
  exact <- is_exact_share(x$set, target$parts[[1]])
  if (is.null(method)) {
    counted <- exact && (measure %||% "difference") %in% "difference"
    return(if (counted) "score" else if (takes_welch(x, target)) "welch" else "wald")
  }
  method <- check_choice(method, "method", tests_of("groups")$method)
  if (method %in% c("score", "odds", "exact") && !exact) {
    abort_verdict(c(
      "{.arg method} {.val {method}} is for accuracy and recall of rows that are counted once each, without {.arg id}.",
      i = "Use {.code method = \"wald\"}."
    ), "method")
  }
  if (method %in% c("welch", "gail_simon") && shares_clusters(x$set)) {
    abort_verdict(c(
      "{.arg method} {.val {method}} needs independent groups, and observations lie in several of them.",
      i = "Use {.code method = \"{if (method == 'welch') 'wald' else 'range'}\"}."
    ), "method")
  }
  method
}

# Means of scores, losses of independent rows and accuracies of repeated ones, in groups that share nothing.
takes_welch <- function(x, target) {
  units <- set_units(x$set)
  scores <- !units$exchangeable && inherits(x$set, "score_set")
  losses <- is_mean_loss(target$metric) && !units$clustered && is.null(units$effective)
  repeated <- units$clustered && is_counted_accuracy(x$set, target$parts[[1]])
  (scores || losses || repeated) && !shares_clusters(x$set)
}

groups_measure <- function(measure, method, metric) {
  if (!method %in% c("score", "odds", "exact")) {
    return(joint_measure(measure, metric))
  }
  if (joint_measure(measure %||% "difference", metric) != "difference") abort_no_scale(method, NULL)
  "difference"
}

heterogeneity_rows <- function(x, target, pairs, method, measure) {
  if (has_gaps(x$set, target$parts[1])) {
    heterogeneity_on_common(x, target, pairs, method, measure)
  } else {
    heterogeneity_of_pairs(x, target, pairs, method, measure)
  }
}

heterogeneity_of_pairs <- function(x, target, pairs, method, measure) {
  contrasts <- group_contrasts(
    x, target, pairs, measure, method %in% c("score", "odds", "exact"), if (method == "welch") sizes_of_share(x, target)
  )
  found <- lapply(contrasts, function(one) heterogeneity_test(method, one))
  of <- function(name, default = NA_real_) vapply(found, function(test) test[[name]] %||% default, default)
  rows <- new_rows(
    metric = target$metric$asked, average = target$average, class = NA_character_,
    classifier = apply(pairs, 2, function(pair) paste(x$classifiers[pair], collapse = ", ")), measure = measure,
    estimate = of("estimate"), statistic = of("statistic"), df = of("df"), log.p.value = pmin(0, of("log.p.value")),
    method.id = tests_of("groups")[method, "id"], status = of("status", NA_character_),
    note = of("note", NA_character_), df.residual = of("df.residual"), i.squared = of("i.squared"),
    tau.squared = of("tau.squared"), highest = of("highest", NA_character_), lowest = of("lowest", NA_character_)
  )
  rows$note <- first_known(rows$note, status_words(rows$status))
  rows <- with_few_clusters_of_groups(rows, x, method)
  if (method == "wald") rows <- with_few_rows_of_groups(rows, x, target)
  if (is_on_curve(target$parts[[1]])) {
    tested <- !is.na(rows$log.p.value)
    for (part in x$parts()) rows <- with_few_in_part(rows, tested, part, target$parts[[1]], "rough")
  }
  if (method == "score") rows <- with_small_groups(rows, contrasts)
  if (method == "welch") rows <- with_many_groups(rows, x, contrasts)
  rows$ahead <- ifelse(is.na(rows$highest), NA, x$classifiers[pairs[1, ]])
  rows$p.value <- exp(rows$log.p.value)
  rows
}

# Where most groups are of few rows the score statistic varies less than chi-squared. Simulated, tests at .05 of 5 to 10
# groups rejected .00 to .01 with 5 rows in each, .01 to .03 with 10, of 10 to 50 groups .02 to .04 with 15.
few_a_group <- 15

with_small_groups <- function(rows, contrasts) {
  size <- vapply(contrasts, function(one) stats::median(one$rows), 0)
  about <- list(rows = count_of(signif(size, 2), "row"))
  with_status(rows, !is.na(rows$log.p.value) & (size < few_a_group) %in% TRUE, "small_groups", about)
}

# Welch's F of many small groups. Simulated with normal differences, at .05 it rejected .07 of 10 groups of 5, .13 of 20
# and .21 of 50; .06 of 20 groups of 10, .10 of 50 and .14 of 200; of 5 groups of 4 .06.
with_many_groups <- function(rows, x, contrasts) {
  size <- do.call(pmin, lapply(contrasts, `[[`, "n"))
  noun <- set_units(x)$row
  with_smallest_group(rows, !is.na(rows$log.p.value), size, x$label, sqrt(3 * length(size)), noun, "rough")
}

# Of each pair the units that both have; where a group has none there is no test.
heterogeneity_on_common <- function(x, target, pairs, method, measure) {
  test <- function(set) {
    grouped <- over_groups(set)
    rows <- heterogeneity_of_pairs(grouped, target_again(grouped, target), matrix(1:2), method, measure)
    lost <- setdiff(x$label, grouped$label)
    if (length(lost) == 0) {
      return(rows)
    }
    rows <- without_numbers(rows)
    rows[c("highest", "lowest", "ahead")] <- NA_character_
    rows$status <- "group_unknown"
    rows$note <- paste("no estimate in group", and_list(quote_label(lost), 4))
    rows
  }
  do.call(rbind, lapply(seq_len(ncol(pairs)), function(j) {
    tested_on_common(x$set, target$parts[1], pairs[, j], test)
  }))
}

# Of other units the same target.
target_again <- function(x, target) set_target(x, target$metric, target$average, NULL, target$zero_division)

# group_contrasts() of each pair on the units that both have; NA where a group has none.
contrasts_on_common <- function(x, target, pairs, measure, counted) {
  if (!has_gaps(x$set, target$parts[1])) {
    return(group_contrasts(x, target, pairs, measure, counted))
  }
  lapply(seq_len(ncol(pairs)), function(j) {
    common <- on_common_units(x$set, target$parts[1], pairs[, j])
    if (is.null(common)) {
      groups <- length(x$label)
      return(list(theta = rep(NA_real_, groups), vcov = matrix(NA_real_, groups, groups)))
    }
    grouped <- over_groups(common)
    one <- group_contrasts(grouped, target_again(grouped, target), matrix(1:2), measure)[[1]]
    at <- match(x$label, grouped$label)
    utils::modifyList(one, list(theta = one$theta[at], vcov = one$vcov[at, at]))
  })
}

# Of each pair in each group what the tests take: theta, V (linear scale), n of units, and `counted` b, c and N.
group_contrasts <- function(x, target, pairs, measure, counted = FALSE, sizes = NULL) {
  n <- length(x$classifiers)
  groups <- length(x$label)
  joint <- if (!counted) set_joint(x, list(target))
  units <- set_units(x)
  # That of clusters is divided by their number, not by one less.
  grown <- !is.null(sizes) && isTRUE(units$clustered) && !isTRUE(units$small)
  lapply(seq_len(ncol(pairs)), function(j) {
    one <- list(label = x$label, n = sizes, independent = !shares_clusters(x$set), measure = measure)
    if (counted) {
      share <- target$parts[[1]]
      counts <- vapply(x$parts(), discordant_counts, numeric(2), pairs = pairs[, j, drop = FALSE], target = share)
      rows <- vapply(x$parts(), rows_of_share, 0, share)
      b <- counts[1, ]
      c <- counts[2, ]
      theta <- (b - c) / rows
      return(c(one, list(
        b = b, c = c, rows = rows, theta = theta, vcov = diag((b + c - (b - c)^2 / rows) / rows^2, groups),
        reason = if (anyNA(theta)) reason_of_groups(x, target, pairs[, j])
      )))
    }
    first <- (seq_len(groups) - 1) * n + pairs[1, j]
    second <- (seq_len(groups) - 1) * n + pairs[2, j]
    linear <- joint_gaps(joint, rbind(first, second), measure)
    theta <- linear$gap
    V <- linear$vcov
    gaps <- vcov_of_gaps(V, first, second)
    # What rounding leaves of two that vary alike.
    diag(gaps) <- ifelse(diag(gaps) <= 1e-14 * (diag(V)[first] + diag(V)[second]), 0, diag(gaps))
    if (grown) gaps <- gaps * sqrt(tcrossprod(sizes / (sizes - 1)))
    c(one, list(theta = theta, vcov = gaps, reason = if (anyNA(theta)) reason_of_groups(x, target, pairs[, j])))
  })
}

# Why a group has no estimate, where it is known: of the first.
reason_of_groups <- function(x, target, pair) {
  notes <- set_estimates(x, target)$note
  if (!is.null(notes)) known_values(as.vector(notes[pair, ]))[1]
}

# Of clusters the covariance is as well known as that of the group with fewest. Welch's F allows for few of one size.
few_in_welch <- 10L

with_few_clusters_of_groups <- function(rows, x, method) {
  units <- set_units(x)
  asked <- method == "wald" || method == "welch" && inherits(x$set, "prediction_set")
  if (!asked || !isTRUE(units$clustered) || isTRUE(units$allows_few)) {
    return(rows)
  }
  size <- clusters_of_sets(x$parts())
  noun <- paste0(if (!is.null(x$set$labelling)) "labelled ", units$unit)
  if (method == "welch") {
    alike <- vapply(x$parts(), worth_of_clusters, 0) > size - 0.5
    size[alike & size >= few_in_welch] <- Inf
  }
  with_smallest_group(rows, !is.na(rows$log.p.value), size, x$label, few_clusters, noun, "rough")
}

# Of shares of the same rows and of metrics that rest on classes: the group with fewest rows (of one class).
with_few_rows_of_groups <- function(rows, x, target) {
  if (!inherits(x$set, "prediction_set") || !is.null(x$set$labelling)) {
    return(rows)
  }
  share <- target$parts[[1]]
  if (share$family == "matched") {
    size <- vapply(x$parts(), rows_of_share, 0, share)
    class <- share$slice
    of <- switch(share$metric$of, positive = " of ", negative = " outside ", "")
  } else {
    classes <- weighed_classes(x$set, share)
    # Averages by rows rest on all of them.
    if (is.null(classes) || share$average %in% c("micro", "weighted")) {
      return(rows)
    }
    sizes <- do.call(cbind, lapply(x$parts(), class_sizes))[classes, , drop = FALSE]
    # A class without rows has no part.
    sizes[sizes == 0] <- Inf
    least <- arrayInd(which.min(sizes), dim(sizes))[1]
    size <- sizes[least, ]
    class <- classes[least]
    of <- " of "
  }
  what <- if (nzchar(of)) paste0(of, say_label(x$set$classes[class])) else ""
  with_smallest_group(rows, !is.na(rows$log.p.value), size, x$label, few_units, "row", "rough", what)
}

# Of a share of the same rows no more than their numbers in the groups.
sizes_of_share <- function(x, target) {
  share <- target$parts[[1]]
  counted <- inherits(x$set, "prediction_set") && is.null(x$set$labelling) && share$family == "matched"
  if (counted) pmin(group_sizes(x), vapply(x$parts(), rows_of_share, 0, share)) else group_sizes(x)
}

heterogeneity_test <- function(method, one) {
  known <- !is.na(one$theta)
  if (!all(known)) {
    where <- and_list(quote_label(one$label[!known]), 4)
    reason <- one$reason %||% NA
    note <- paste0("no estimate in group ", where, if (!is.na(reason)) paste0(" (", reason, ")"))
    return(list(status = "group_unknown", note = note))
  }
  switch(method,
    score = heterogeneity_score(one$b, one$c, one$rows),
    odds = among_discordant(one, heterogeneity_odds),
    exact = among_discordant(one, heterogeneity_exact),
    range = change_of_sign(one, sign_range),
    gail_simon = change_of_sign(one, gail_simon),
    heterogeneity_wald(one, welch = method == "welch")
  )
}

flat_groups <- function(one, odd) {
  list(status = "group_flat", note = paste("no variance in group", and_list(quote_label(one$label[odd]), 4)))
}

# -- the same everywhere? ---------------------------------------------------------------

# Q = (L theta)' (L V L')^- (L theta); of independent groups the sum of w (theta - their mean)^2. As Welch's F.
heterogeneity_wald <- function(one, welch = FALSE) {
  V <- one$vcov
  odd <- diag(V) %in% 0 | is.na(diag(V))
  if (any(odd)) {
    return(flat_groups(one, odd))
  }
  if (!one$independent && rcond(V) < 1e-12) {
    return(list(status = "singular_groups"))
  }
  G <- length(one$theta)
  weight <- if (one$independent) 1 / diag(V) else rowSums(solve(V))
  mean <- sum(weight * one$theta) / sum(weight)
  form <- if (one$independent) {
    apart <- one$theta - mean
    c(chi_squared(sum(weight * apart^2), G - 1), status = "ok")
  } else {
    L <- cbind(-1, diag(G - 1))
    joint_form(as.vector(L %*% one$theta), L %*% V %*% t(L))
  }
  out <- list(
    statistic = form$statistic, df = form$df, log.p.value = form$log.p.value, status = without_ok(form$status),
    estimate = if (is_relative(one$measure)) exp(mean) else mean,
    i.squared = max(0, (form$statistic - form$df) / form$statistic),
    tau.squared = between_groups(form$statistic, diag(V))
  )
  if (welch) utils::modifyList(out, welch_form(form$statistic, 1 / diag(V), one$n)) else out
}

chi_squared <- function(statistic, df) {
  list(statistic = statistic, df = df, log.p.value = stats::pchisq(statistic, df, lower.tail = FALSE, log.p = TRUE))
}

# DerSimonian and Laird (1986), with groups that do not vary as if they hardly did.
between_groups <- function(Q, V) { # nolint: object_name_linter.
  w <- 1 / pmax(V, 1e-12 * max(V))
  others <- vapply(seq_along(w), function(i) sum(w[-i]), 0)
  max(0, (Q - (length(w) - 1)) * sum(w) / sum(w * others))
}

# Welch (1951).
welch_form <- function(Q, w, n) { # nolint: object_name_linter.
  G <- length(w)
  if (any(n < 2)) {
    return(list(statistic = NA_real_, df = NA_real_, log.p.value = NA_real_, status = "few_units"))
  }
  A <- sum((1 - w / sum(w))^2 / (n - 1))
  statistic <- (Q / (G - 1)) / (1 + 2 * (G - 2) * A / (G^2 - 1))
  df2 <- (G^2 - 1) / (3 * A)
  list(
    statistic = statistic, df = G - 1, df.residual = df2,
    log.p.value = log_p_f(statistic, G - 1, df2)
  )
}

# Differences (b - c) / n by Tango's restricted variances, at the common difference that solves sum (D - D0) / v = 0.
heterogeneity_score <- function(b, c, n) {
  D <- (b - c) / n
  if (max(D) - min(D) < 1e-15) {
    return(list(statistic = 0, df = length(D) - 1, log.p.value = 0, estimate = mean(D), i.squared = 0, tau.squared = 0))
  }
  terms <- function(D0) ifelse(D == D0, 0, (D - D0) / tango_variance(b, c, n, D0))
  low <- min(D)
  high <- max(D)
  for (i in 1:200) {
    middle <- (low + high) / 2
    if (middle <= low || middle >= high) break
    if (sum(terms(middle)) > 0) low <- middle else high <- middle
  }
  D0 <- (low + high) / 2
  statistic <- sum(terms(D0) * (D - D0))
  df <- length(D) - 1
  c(chi_squared(statistic, df), list(
    estimate = if (abs(D0) < 1e-15 * (max(D) - min(D))) 0 else D0, i.squared = max(0, (statistic - df) / statistic),
    tau.squared = between_groups(statistic, tango_variance(b, c, n, D0))
  ))
}

# By groups with discordant rows, won and lost.
among_discordant <- function(one, test) {
  used <- one$b + one$c > 0
  if (sum(used) < 2) {
    return(list(status = "few_groups"))
  }
  out <- test(one$b[used], one$c[used])
  left_out <- !all(used) && !is.na(out$log.p.value)
  if (left_out) out$note <- paste(count_of(sum(!used), "group"), "without a row on which only one is right left out")
  out
}

# Equal shares of the discordant rows.
heterogeneity_odds <- function(b, c) {
  m <- b + c
  share <- sum(b) / sum(m)
  statistic <- if (share %in% 0:1) 0 else sum((b - m * share)^2 / (m * share * (1 - share)))
  df <- length(m) - 1
  c(chi_squared(statistic, df), list(i.squared = max(0, 1 - df / max(statistic, 1e-300))))
}

# Fisher, Freeman and Halton's exact test.
heterogeneity_exact <- function(b, c) {
  table <- cbind(b, c)
  size <- sort(rowSums(table) + 1)
  p <- if (sum(log10(size[-length(size)])) < 9) {
    tryCatch(stats::fisher.test(table, workspace = 2e7)$p.value, error = function(cnd) NA_real_)
  } else {
    NA_real_
  }
  list(log.p.value = log(min(1, p)), status = if (is.na(p)) "many_tables" else NA_character_)
}

# -- a change of sign ---------------------------------------------------------------------

# Where all lean to one side there is none. Else the variance of every group that leans must be known.
change_of_sign <- function(one, test) {
  if (all(one$theta >= 0) || all(one$theta <= 0)) {
    return(list(statistic = 0, log.p.value = 0))
  }
  V <- diag(one$vcov)
  odd <- one$theta != 0 & (V %in% 0 | is.na(V))
  if (any(odd)) flat_groups(one, odd) else test(one, ifelse(one$theta == 0, 0, one$theta / sqrt(V)))
}

# The first is better in one group and the second in another: the larger of two one-sided p-values, each of the most
# extreme group among the others (Piantadosi and Gail 1993).
sign_range <- function(one, z) {
  G <- length(z)
  p <- stats::pnorm(c(max(z), -min(z)), lower.tail = FALSE, log.p = TRUE)
  adjusted <- if (one$independent) sidak_log(p, G - 1) else pmin(0, log(G - 1) + p)
  list(
    statistic = min(max(z), -min(z)), log.p.value = max(adjusted),
    highest = one$label[which.max(z)], lowest = one$label[which.min(z)]
  )
}

# Gail and Simon (1985).
gail_simon <- function(one, z) {
  Q <- c(sum(z[z > 0]^2), sum(z[z < 0]^2))
  k <- seq_len(length(z) - 1)
  p <- sum(stats::dbinom(k, length(z) - 1, 0.5) * stats::pchisq(min(Q), k, lower.tail = FALSE))
  list(
    statistic = min(Q), log.p.value = log(p), highest = one$label[which.max(z)], lowest = one$label[which.min(z)]
  )
}
