# The statistics of all classes and pairs of classifiers together, with their covariance.

# Of counts: residuals about the proportion pooled over the pair or over all classifiers, or a
# Wald statistic.
plan_joint.plan_proportion <- function(plan, x, pairs, pooled, by_pair) {
  target <- plan$target
  group <- if (by_pair) 1L else ncol(pairs)
  .Call(
    ffi_joint_covariance, x, target$metric$core, target$slice, pairs, group, joint_request(plan, x, pooled),
    target$moments()
  )
}

joint_request <- function(plan, x, pooled) {
  wald <- plan$method$test == "wald"
  list(
    residual = if (wald) "wald" else pooled, scale = if (wald) test_scale(plan) else "difference",
    clustered = is_clustered(x)
  )
}

# For each pair, which classes a test of all of them uses and its log p, by Dai's method: list(used, log.p), of `log.p`
# (classes x pairs, NA: left out).
plan_global <- function(plan, x, pairs, log.p, sides) {
  # A test by itself is the test of all, and need not vary.
  if (nrow(log.p) == 1) {
    return(list(used = !is.na(log.p), log.p = log.p[1, ]))
  }
  UseMethod("plan_global")
}

plan_global.default <- function(plan, x, pairs, log.p, sides) {
  n <- nrow(log.p)
  check_memory(
    40 * n^2 * ncol(pairs), paste("The covariances of", count_of(n, "class", "classes"), "for the test of all"),
    "Give fewer {.arg classes}, or use {.fn compare_classifiers}, which needs none."
  )
  joint <- plan_joint(plan, x, pairs, "pair", by_pair = TRUE)
  gap <- t(matrix(joint$gap, nrow = ncol(pairs)))
  used <- vapply(seq_len(ncol(pairs)), FUN.VALUE = logical(n), function(j) {
    has_statistic(log.p[, j], gap[, j], as.matrix(joint$vcov[, , j]))
  })
  used <- matrix(used, n)
  list(used = used, log.p = combine_groups(ifelse(used, log.p, NA_real_), joint$vcov, sides = sides))
}

# A row touches few classes, so that the covariances are sparse; where true negatives count it touches all of them.
plan_global.plan_proportion <- function(plan, x, pairs, log.p, sides) {
  target <- plan$target
  found <- .Call(
    ffi_joint_pairs, x, target$metric$core, target$slice, pairs, joint_request(plan, x, "pair"), target$moments(),
    log.p, as.integer(sides)
  )
  if (is.null(found)) plan_global.default(plan, x, pairs, log.p, sides) else found
}

# The statistics of all rows of a comparison of one metric: list(gap, vcov).
joint_statistics <- function(comparison, pooled = "pair", pairs = comparison$request$pairs) {
  plan <- comparison$plans[[1]]
  n <- length(plan$target$class) * ncol(pairs)
  # With its correlations and the copies that R makes.
  check_memory(100 * n^2, paste("The covariance of", count_of(n, "comparison")), paste(
    "Use {.code method = \"simes\"}, {.val bonferroni}, {.val holm}, {.val harmonic} or",
    "{.val cauchy}, which need none, or fewer classes or pairs."
  ))
  joint <- plan_joint(plan, comparison$set, pairs, pooled, by_pair = FALSE)
  list(gap = joint$gap, vcov = matrix(joint$vcov, n))
}

has_spread <- function(gap, vcov) {
  spread <- diag(vcov)
  !is.na(gap) & !is.na(spread) & spread > 0
}

# Whether a test can be combined with others; alone it need not vary.
has_statistic <- function(log.p, gap, vcov) !is.na(log.p) & (length(log.p) == 1 | has_spread(gap, vcov))

# One statistic of all classes: z' R^- z, R the correlations of z. All pairs of
# classifiers are contrasts of those with one of them.
joint_over_classes <- function(comparison, rule) {
  rows <- comparison$rows
  units <- comparison$units
  pairs <- comparison$request$pairs
  if (ncol(pairs) > 1) {
    pairs <- comparison_pairs(units$classifiers, comparison$request$reference %||% units$classifiers[1])
  }
  check_joint_size(length(unique(rows$class)) * ncol(pairs))
  joint <- joint_statistics(comparison, "all", pairs)
  used <- has_spread(joint$gap, joint$vcov)
  class <- rep(unique(rows$class), each = ncol(pairs))
  out <- new_classes_result(comparison, sum(used), !rows$class %in% class[used])
  if (!any(used)) {
    return(utils::modifyList(out, undefined_over_classes(rule)))
  }
  covariance <- joint$vcov[used, used, drop = FALSE]
  form <- joint_form(joint$gap[used], covariance)
  # Tests by t have a joint F.
  by_t <- inherits(comparison$plans[[1]], "plan_estimates") && !all(is.na(rows$df))
  if (by_t) form <- wald_as_f(form, min(rows$df, na.rm = TRUE))
  scale <- test_scale(comparison$plans[[1]])
  logs <- is_relative(scale) && rule$combine == "wald"
  utils::modifyList(out, list(
    statistic = c(W = form$statistic), parameter = c(df = form$df, df.residual = form$df.residual),
    log.p.value = form$log.p.value, covariance = covariance, note = status_note(form$status, list()),
    method = paste(classes_label(rule), "of", if (logs) paste0("log ", label_measure(scale), "s") else "differences")
  ))
}

# The quadratic form of more differences takes a minute, its time with the cube of their number.
most_joint <- 4000

check_joint_size <- function(n, instead = "Use {.code method = \"simes\"} or {.val dai}, or fewer {.arg classes}.") {
  check_minutes(n, most_joint, "One statistic of {format_count(n)} differences", instead)
}

# What a test over classes found, to be completed.
new_classes_result <- function(comparison, n, omitted) {
  left <- as_plain(comparison$rows)[omitted, c("class", "classifier", "reference", "note")]
  row.names(left) <- NULL
  left$note[is.na(left$note)] <- status_words("no_discordant")
  list(table = tabulate_comparison(comparison), n = n, omitted = left, note = NA_character_, log.p.value = NA_real_)
}

undefined_over_classes <- function(rule) {
  list(
    statistic = c(statistic = NA_real_), parameter = numeric(), method = classes_label(rule),
    note = status_note("no_p", list())
  )
}

classes_label <- function(rule) registry_combinations[rule$combine, "label"]
