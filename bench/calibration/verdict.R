# How often does verdict() claim anything false, how often what is true, and do its intervals hold together?
#
#   Rscript bench/calibration/verdict.R [data sets a cell]     (default 1000; some thirty minutes of one core)
#   Rscript bench/calibration/verdict.R hold [data sets] [seconds a cell]    (only whether intervals of details hold)
#
#   Rscript bench/calibration/verdict.R headline [data sets] [seconds a cell]    (only whether intervals of the headline
#                                                     hold, in more data sets than the study has)
#
# Its headline: accuracy, of all pairs of classifiers. Its details: the precision of every class, and a test of all
# classes a pair. The share of class k is proportional to 1 / k. A classifier answers right with probability 0.7,
# otherwise it draws from the class shares; on half of the rows all give the same answer. In "equal" all are
# exchangeable. Else some mistakes of the last one are mended: in "overall" of every class, in "half" of every other
# class, as many for any number of rows that the power is moderate; in "far" so many that it is near 1; in "rare class"
# it does not call the last class by mistake. So with three classifiers two remain equal.
#
# verdict.csv, for shares of the level from 0.5 to 0.9 that the headline has: `own`, how often accuracy by itself,
# judged at the whole level, is claimed of the last classifier; `headline`, how often it is claimed in the headline;
# `details`, the mean number of details claimed of it; `any`, how often anything is claimed between classifiers that
# are equal; `hold_headline` and `hold_details`, how often all intervals of the part hold by default; `hold_sets`,
# in how many data sets the latter was last looked at, `headline_sets` the former. (Whether those of
# compare_classifiers() hold: together.R.)
#
# verdict-power.csv: the headline of two classifiers is McNemar's test at a share of the level, whatever the details
# are: its power, exactly, where that of the test at the whole level is 0.8.

suppressMessages(library(verdict))
internal <- asNamespace("verdict")
level <- 0.05
shares <- c(0.5, 0.6, 0.7, 0.8, 0.9)
default <- formals(internal$verdict.evidence)$headline
at_default <- match(default, shares)

# -- data, and what is true of them ------------------------------------------------------

share_of <- function(classes) (1 / seq_len(classes)) / sum(1 / seq_len(classes))

# Which share of its mistakes the last classifier does not make.
gain_of <- function(cell) {
  size <- c(overall = 1.3, half = 2.4, far = 3, "rare class" = 0, equal = 0)[[cell$design]] / sqrt(cell$n) / 0.3
  of <- if (cell$design == "half") seq_len(cell$classes) %% 2 == 0 else rep(TRUE, cell$classes)
  pmin(1, size * of)
}

draw <- function(cell) {
  n <- cell$n
  share <- share_of(cell$classes)
  pick <- function(share) sample(cell$classes, n, TRUE, share)
  truth <- pick(share)
  answer <- function() ifelse(runif(n) < 0.7, truth, pick(share))
  common <- answer()
  alike <- runif(n) < 0.5
  found <- replicate(cell$classifiers, ifelse(alike, common, answer()), simplify = FALSE)
  last <- found[[cell$classifiers]]
  last <- ifelse(runif(n) < gain_of(cell)[truth], truth, last)
  if (cell$design == "rare class") {
    wrong <- last == cell$classes & truth != cell$classes
    last[wrong] <- pick(replace(share, cell$classes, 0))[wrong]
  }
  found[[cell$classifiers]] <- last
  list2DF(stats::setNames(c(list(truth), found), c("truth", letters[seq_along(found)])))
}

# Accuracy and every precision of the last classifier, or of the others.
truth_of <- function(cell, last) {
  k <- cell$classes
  share <- share_of(k)
  joint <- share * (0.7 * diag(k) + 0.3 * matrix(share, k, k, byrow = TRUE))
  if (last) {
    gain <- gain_of(cell)
    joint <- (1 - gain) * joint + gain * share * diag(k)
    if (cell$design == "rare class") {
      moved <- replace(joint[, k], k, 0)
      joint[, k] <- joint[, k] - moved
      joint <- joint + outer(moved, replace(share, k, 0) / (1 - share[k]))
    }
  }
  list(accuracy = sum(diag(joint)), precision = diag(joint) / colSums(joint))
}

# What every row of a comparison is in truth.
true_value <- function(cell, rows) {
  value <- function(classifier) {
    mapply(function(last, metric, class) {
      found <- truth_of(cell, last)
      if (metric == "accuracy") found$accuracy else found$precision[class]
    }, classifier == letters[cell$classifiers], rows$metric, as.integer(rows$class))
  }
  a <- value(rows$classifier)
  b <- value(rows$reference)
  ifelse(rows$measure == "ratio", a / b, a - b)
}

# -- what verdict() judges ------------------------------------------------------------------

# By the package's own functions, before it is adjusted, without the tables and assessments that take most of its
# time. check_gate() holds the two together.
template_of <- function(cell) {
  labels <- as.character(seq_len(cell$classes))
  x <- prediction_set(draw(cell), 1L, -1L, levels = labels)
  known <- set_metrics(x, NULL)
  asked <- list(overall = known$asked[known$headline], detail = known$asked[!known$headline])
  overall <- new_request(x, asked$overall, p.adjust.method = "none", agreeing = TRUE)
  detail <- new_request(x, asked$detail, p.adjust.method = "none", agreeing = TRUE)
  plans <- verdict_plans(x, overall, detail)
  comparison <- new_comparison(x, plans, detail, global_by_pair)
  comparison$truth <- true_value(cell, comparison$rows)
  comparison
}
environment(template_of) <- list2env(list(draw = draw, true_value = true_value), parent = internal)

# The same for other data of that shape.
family_of <- function(data, template) {
  comparison <- template
  x <- comparison$set <- count_again(data, template$set)
  comparison$plans <- lapply(template$plans, plan_of_set, x)
  at_level <- function(level) {
    parts <- lapply(comparison$plans, function(plan) {
      .Call(
        ffi_compare_proportions, x, plan$metric$metric, plan$target$slice, template$request$pairs,
        plan_request(plan, level), plan$target$moments()
      )[c("log.p.value", "conf.low", "conf.high")]
    })
    do.call(rbind, lapply(parts, list2DF))
  }
  comparison$rows$log.p.value <- at_level(0.05)$log.p.value
  comparison$joint <- lazily(function() set_joint(x, lapply(comparison$plans, `[[`, "target")))
  global <- global_by_pair(comparison)
  several <- ifelse(global$n_classes > 1, global$log.p.value, NA)
  log.p <- c(comparison$rows$log.p.value, several)
  at <- quantity_positions(comparison)
  role <- vapply(comparison$plans, `[[`, "", "role")[comparison$index$plan]
  list(
    log.p = log.p, at = cbind(at, matrix(1L, 2, length(several))), vcov = covariance_of_tests(comparison),
    is_headline = c(role != "detail", logical(length(several))), is_row = seq_along(log.p) <= ncol(at),
    truth = template$truth, limits = at_level,
    classifier = c(comparison$rows$classifier, global$classifier),
    reference = c(comparison$rows$reference, global$reference)
  )
}
count_again <- function(data, x) {
  key <- drop(as.matrix(data) %*% 100^seq_along(data))
  first <- !duplicated(key)
  x$patterns <- as.matrix(data[first, ])
  storage.mode(x$patterns) <- "integer"
  x$count <- as.double(tabulate(match(key, key[first])))
  x
}
# What a plan keeps of the set that it was made for.
plan_of_set <- function(plan, x) {
  slice <- plan$target$slice
  plan$target$moments <- lazily(function() .Call(ffi_metrics_moments, x, slice))
  plan$estimates <- NULL
  plan
}
environment(plan_of_set) <- internal
environment(family_of) <- list2env(list(count_again = count_again, plan_of_set = plan_of_set), parent = internal)

# -- the gate, written anew from its definition --------------------------------------------

# Adjusted p-values of a part, and the level of a single test at which all are at `level`.
single_step <- function(family, which, of = family$log.p) {
  used <- sort(unique(as.vector(family$at[, which])))
  at <- matrix(match(family$at[, which], used), 2)
  grid <- seq(log(1e-6), 0, length.out = 4000)
  found <- internal$adjust_max_t(
    of[which], family$vcov[used, used, drop = FALSE], at, "two.sided", level, further = grid
  )
  log.adj.p <- rep(NA_real_, length(of))
  log.adj.p[which] <- found$log.adj.p
  adjust <- stats::approxfun(grid, found$further)
  list(
    log.adj.p = log.adj.p, adjust = adjust,
    local = function(level) exp(stats::uniroot(function(p) adjust(p) - log(level), range(grid), tol = 1e-9)$root)
  )
}

# For each share what is claimed, and the level that is left to the details.
gates <- function(family, first, details) {
  lapply(shares, function(share) {
    claimed <- family$is_headline & first$log.adj.p <= log(share * level)
    claimed[is.na(claimed)] <- FALSE
    left <- family$is_headline & !claimed & !is.na(family$log.p)
    used <- if (!any(left)) {
      0
    } else if (!any(claimed)) {
      share * level
    } else {
      exp(single_step(family, left)$adjust(log(first$local(share * level))))
    }
    rest <- level - min(used, share * level)
    claimed[which(details$log.adj.p <= log(rest))] <- TRUE
    list(claimed = claimed, rest = rest)
  })
}

hold <- function(family, which, local) {
  rows <- family$limits(local)[which[family$is_row], ]
  truth <- family$truth[which[family$is_row]]
  as.numeric(all(rows$conf.low <= truth & rows$conf.high >= truth, na.rm = TRUE))
}

claims <- function(cell, template) {
  family <- family_of(draw(cell), template)
  equal <- cell$design == "equal"
  if (equal && !any(family$log.p < log(level), na.rm = TRUE)) {
    return(stats::setNames(numeric(length(columns) - 5), columns[-(1:5)]))
  }
  first <- single_step(family, family$is_headline)
  details <- single_step(family, !family$is_headline)
  found <- gates(family, first, details)
  claimed <- vapply(found, `[[`, logical(length(family$log.p)), "claimed")
  last <- letters[cell$classifiers]
  of <- !equal & (family$classifier == last | family$reference == last)
  c(
    own = any(first$log.adj.p[of] <= log(level), na.rm = TRUE),
    headline = colSums(claimed & family$is_headline & of) > 0, details = colSums(claimed & !family$is_headline & of),
    any = colSums(claimed & !of) > 0, if (equal) c(0, 0) else holds(family, first, details, found)
  )
}

# Under equality an interval fails just where something is claimed.
holds <- function(family, first, details, found) {
  c(
    hold_headline = hold(family, family$is_headline, first$local(default * level)),
    hold_details = hold(family, !family$is_headline, details$local(found[[at_default]]$rest))
  )
}
columns <- c(
  "n", "classes", "classifiers", "design", "sets", "own",
  outer(shares, c("headline_", "details_", "any_"), function(share, what) paste0(what, share)),
  "hold_headline", "hold_details"
)

# That the gate and its levels are verdict()'s, and the last one compare_classifiers()'s.
check_gate <- function(cell, template) {
  data <- draw(cell)
  labels <- as.character(seq_len(cell$classes))
  x <- prediction_set(data, 1L, -1L, levels = labels)
  found <- verdict(x)
  family <- family_of(data, template)
  first <- single_step(family, family$is_headline)
  details <- single_step(family, !family$is_headline)
  gate <- gates(family, first, details)[[at_default]]
  said <- function(p) sum(p <= level, na.rm = TRUE)
  several <- found$global$adj.p.value[found$global$n_classes > 1]
  same <- function(rows, which, local) {
    again <- family$limits(local)[which[family$is_row], ]
    known <- !is.na(rows$low)
    stopifnot(all.equal(rows$low[known], again$conf.low[known], tolerance = 1e-3))
  }
  stopifnot(
    sum(gate$claimed) == said(c(found$overall$adj.p.value, found$comparison$adj.p.value, several)),
    all.equal(found$levels$level, c(default * level, gate$rest), tolerance = 1e-3)
  )
  same(data.frame(low = found$overall$conf.low), family$is_headline, first$local(default * level))
  same(data.frame(low = found$comparison$conf.low), !family$is_headline, details$local(gate$rest))
  alone <- single_step(family, !family$is_headline & family$is_row)
  same(data.frame(low = compare_classifiers(x)$adj.conf.low), !family$is_headline, alone$local(level))
}

run <- function(i, cells, file) {
  set.seed(i)
  cell <- cells[i, ]
  template <- template_of(cell)
  for (k in 1:3) check_gate(cell, template)
  found <- replicate(cell$sets, claims(cell, template))
  row <- cbind(cell, t(round(rowMeans(found), 4)))
  if (cell$design == "equal") row[grep("own|head|details|hold", columns)] <- NA
  write.table(row, file, sep = ",", row.names = FALSE, col.names = FALSE, append = TRUE)
}

# Cells are written when they are done; a study that was stopped goes on from there.
study <- function(cells, file) {
  partial <- paste0(file, ".partial")
  known <- function() {
    if (!file.exists(partial)) return(cells[0, ])
    utils::read.csv(partial, header = FALSE, col.names = columns, check.names = FALSE)
  }
  key <- function(x) do.call(paste, unname(x[1:5]))
  for (i in which(!key(cells) %in% key(known()))) run(i, cells, partial)
  found <- known()[match(key(cells), key(known())), ]
  write.csv(cbind(found, hold_sets = found$sets, headline_sets = found$sets), file, row.names = FALSE)
  unlink(partial)
}

cells <- function(n, classes, classifiers, design) {
  expand.grid(n = n, classes = classes, classifiers = classifiers, design = design, stringsAsFactors = FALSE)
}
# -- the power of the headline ---------------------------------------------------------------

# Of McNemar's test of n rows, of which `rate` are discordant, with a difference `gap`.
mcnemar_power <- function(n, rate, gap, level) {
  discordant <- seq_len(n)
  reach <- sqrt(stats::qchisq(level, 1, lower.tail = FALSE) * discordant)
  share <- (rate + gap) / 2 / rate
  rejected <- stats::pbinom(floor((discordant - reach) / 2), discordant, share) +
    stats::pbinom(ceiling((discordant + reach) / 2) - 1, discordant, share, lower.tail = FALSE)
  sum(stats::dbinom(discordant, n, rate) * rejected)
}

power_of <- function(n, rate) {
  own <- function(gap) mcnemar_power(n, rate, gap, level) - 0.8
  gap <- stats::uniroot(own, c(1e-4, 0.999 * rate), tol = 1e-9)$root
  at <- vapply(c(1, shares), function(share) mcnemar_power(n, rate, gap, share * level), 0)
  data.frame(n, rate, gap, t(stats::setNames(at, c("own", paste0("headline_", shares)))), check.names = FALSE)
}

powers <- do.call(rbind, Map(
  power_of, rep(c(50, 100, 300, 1000), each = 3)[-1], rep(c(0.1, 0.2, 0.4), 4)[-1]
))
write.csv(round(powers, 4), "bench/calibration/verdict-power.csv", row.names = FALSE)

# -- the study -----------------------------------------------------------------------------

# Fewer where each takes long, more where any claim is false.
some <- function(n, classes, classifiers, design, sets) cbind(cells(n, classes, classifiers, design), sets = sets)
all <- rbind(
  some(c(100, 300, 1000), c(2, 6), 2, "equal", 2), some(300, 26, 2, "equal", 1),
  some(300, c(2, 6, 26), 3, "equal", c(2, 2, 1)),
  some(c(100, 300, 1000), 2, 2, "overall", c(4, 2, 2)), some(c(100, 300, 1000), 6, 2, "overall", 1),
  some(300, 26, 2, "overall", 0.5),
  some(300, c(6, 26), 2, c("half", "rare class"), c(1, 0.5)), some(300, c(2, 6), 3, "half", 1),
  some(300, 2, 3, "overall", 1), some(300, 2, 3, "far", 1.5)
)
file <- "bench/calibration/verdict.csv"

hold_once <- function(cell, template) {
  family <- family_of(draw(cell), template)
  first <- single_step(family, family$is_headline)
  details <- single_step(family, !family$is_headline)
  rest <- gates(family, first, details)[[1]]$rest
  hold(family, !family$is_headline, details$local(rest))
}

# At most n data sets a cell, and as many as these seconds allow.
hold_anew <- function(n, seconds) {
  shares <<- default
  known <- read.csv(file, check.names = FALSE)
  if (is.null(known$hold_sets)) known$hold_sets <- known$sets
  for (i in which(known$design != "equal")) {
    set.seed(1000 + i)
    cell <- known[i, ]
    template <- template_of(cell)
    until <- proc.time()[["user.self"]] + seconds
    found <- numeric()
    while (length(found) < min(n, cell$sets) && proc.time()[["user.self"]] < until) {
      found <- c(found, hold_once(cell, template))
    }
    known$hold_details[i] <- round(mean(found), 4)
    known$hold_sets[i] <- length(found)
    write.csv(known, file, row.names = FALSE)
  }
}

# At most n data sets a cell, and as many as these seconds allow; cells that have more already stay.
headline_anew <- function(n, seconds) {
  known <- read.csv(file, check.names = FALSE)
  for (i in which(known$design != "equal" & known$headline_sets <= known$sets)) {
    set.seed(2000 + i)
    cell <- known[i, ]
    template <- template_of(cell)
    until <- proc.time()[["user.self"]] + seconds
    found <- numeric()
    while (length(found) < n && proc.time()[["user.self"]] < until) {
      family <- family_of(draw(cell), template)
      level_of_one <- single_step(family, family$is_headline)$local(default * level)
      found <- c(found, hold(family, family$is_headline, level_of_one))
    }
    if (length(found) <= cell$sets) next
    known$hold_headline[i] <- round(mean(found), 4)
    known$headline_sets[i] <- length(found)
    write.csv(known, file, row.names = FALSE)
  }
}

given <- commandArgs(TRUE)
at_most <- as.numeric(given[2:3])
if (identical(given[1], "headline")) {
  headline_anew(c(at_most[1], 4000)[1 + is.na(at_most[1])], c(at_most[2], 60)[1 + is.na(at_most[2])])
} else if (identical(given[1], "hold")) {
  hold_anew(c(at_most[1], 2000)[1 + is.na(at_most[1])], c(at_most[2], 60)[1 + is.na(at_most[2])])
} else {
  all$sets <- as.integer(c(given, 1000)[1]) * all$sets
  study(all, file)
}
