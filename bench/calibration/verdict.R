# How often does verdict() claim anything false, and how often what is true?
#
#   Rscript bench/calibration/verdict.R [data sets a cell]     (default 1000; ten minutes of two cores)
#
# Its headline: accuracy, of all pairs of classifiers. Its details: the precision of every class, and a test of all
# classes a pair. Class shares are geometric (each half of the one before), so that the last are rare. A
# classifier answers right with probability `accuracy`, otherwise it draws from the class shares; on half of the rows
# all give the same answer.
#
# verdict.csv: all classifiers are exchangeable, and any claim is false. Their share for shares of the level from 0.5 to
# 0.9 that the headline has (`any_0.6` is verdict()'s default).
# verdict-power.csv: the last of three classifiers is better: "overall", right 10 points more often; "rare
# class", it does not call the fourth class (1 row in 16 or so) by mistake; "half", right 20 points
# more often on every other class. Share of the data sets in which the headline claims anything of it (`own`: accuracy
# judged alone, at the whole level; `headline_0.6` and so on), the mean number of details claimed of it, and the share
# with a false claim (between the two others, which are equal).

suppressMessages(library(verdict))
internal <- asNamespace("verdict")
level <- 0.05

draw <- function(cell) {
  n <- cell$n
  share <- 2^-seq_len(cell$classes)
  pick <- function(share) sample(cell$classes, n, TRUE, share)
  truth <- pick(share)
  answer <- function(p, share) ifelse(runif(n) < p, truth, pick(share))
  common <- answer(cell$accuracy, share)
  alike <- runif(n) < 0.5
  found <- replicate(cell$classifiers, ifelse(alike, common, answer(cell$accuracy, share)), simplify = FALSE)
  found[[cell$classifiers]] <- better(found[[cell$classifiers]], truth, cell, share)
  list2DF(stats::setNames(c(list(truth), found), c("truth", letters[seq_along(found)])))
}

# The answers of the last classifier, some of its mistakes mended.
better <- function(found, truth, cell, share) {
  mend <- function(gain) {
    wrong <- found != truth
    ifelse(wrong & runif(cell$n) < gain / (1 - cell$accuracy), truth, found)
  }
  switch(cell$design,
    equal = found,
    overall = mend(0.1),
    half = ifelse(truth %% 2 == 0, mend(0.2), found),
    "rare class" = {
      share[4] <- 0
      ifelse(found == 4 & truth != 4, sample(cell$classes, cell$n, TRUE, share), found)
    }
  )
}

# What verdict() judges, before it is adjusted: by the package's own functions, without the tables,
# assessments and intervals that take most of its time. check_gate() holds the two together.
template_of <- function(cell) {
  labels <- as.character(seq_len(cell$classes))
  data <- draw(cell)
  x <- prediction_set(data, 1L, -1L, levels = labels)
  known <- set_metrics(x, NULL, NULL)
  asked <- list(overall = known$asked[known$headline], detail = known$asked[!known$headline])
  overall <- new_request(x, asked$overall, p.adjust.method = "none", agreeing = TRUE)
  detail <- new_request(x, asked$detail, p.adjust.method = "none", agreeing = TRUE)
  plans <- verdict_plans(x, overall, detail, sys.call())
  new_comparison(x, plans, detail, global_by_pair, sys.call())
}
environment(template_of) <- list2env(list(draw = draw), parent = internal)

# The same for other data of that shape.
family_of <- function(data, template) {
  comparison <- template
  x <- comparison$set <- count_again(data, template$set)
  comparison$plans <- lapply(template$plans, plan_of_set, x)
  log.p <- lapply(comparison$plans, function(plan) {
    .Call(
      ffi_compare_proportions, x, plan$metric$metric, plan$target$slice, template$request$pairs,
      plan_request(plan, 0.05), plan$target$moments()
    )$log.p.value
  })
  comparison$rows$log.p.value <- unlist(log.p)
  comparison$joint <- lazily(function() set_joint(x, lapply(comparison$plans, `[[`, "target")))
  global <- global_by_pair(comparison)
  several <- ifelse(global$n_classes > 1, global$log.p.value, NA)
  list(
    comparison = comparison, log.p = c(comparison$rows$log.p.value, several),
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

# The gate, written anew from its definition: what is claimed of the headline's and of the details' tests when the
# headline has `share` of the level.
gate <- function(log.p, at, vcov, is_headline, share) {
  adjust <- function(log.p, which, level) {
    internal$adjust_max_t(log.p[which], vcov, at[, which, drop = FALSE], "two.sided", level)
  }
  first <- adjust(log.p, is_headline, share * level)
  claimed <- logical(length(log.p))
  claimed[is_headline] <- first$log.adj.p <= log(share * level)
  left <- is_headline & !claimed & !is.na(log.p)
  used <- if (any(left)) exp(max(adjust(rep(log(first$local), length(log.p)), left, level)$log.adj.p)) else 0
  rest <- level - min(used, share * level)
  claimed[!is_headline] <- adjust(log.p, !is_headline, rest)$log.adj.p <= log(rest)
  claimed & !is.na(claimed)
}

shares <- c(0.5, 0.6, 0.7, 0.8, 0.9)

claims <- function(cell, template) {
  family <- family_of(draw(cell), template)
  comparison <- family$comparison
  log.p <- family$log.p
  at <- internal$quantity_positions(comparison)
  at <- cbind(at, matrix(1L, 2, length(log.p) - ncol(at)))
  role <- vapply(comparison$plans, `[[`, "", "role")[comparison$index$plan]
  is_headline <- c(role != "detail", logical(length(log.p) - length(role)))
  last <- letters[cell$classifiers]
  of <- cell$design != "equal" & (family$classifier == last | family$reference == last)
  least <- suppressWarnings(min(log.p, na.rm = TRUE))
  if (cell$design == "equal" && least >= log(level)) {
    return(numeric(length(shares)))
  }
  vcov <- internal$covariance_of_tests(comparison)
  found <- vapply(shares, function(share) gate(log.p, at, vcov, is_headline, share), logical(length(log.p)))
  if (cell$design == "equal") {
    return(as.numeric(colSums(found) > 0))
  }
  own <- internal$adjust_max_t(log.p[is_headline], vcov, at[, is_headline, drop = FALSE], "two.sided", level)$log.adj.p
  c(
    any(own[of[is_headline]] <= log(level), na.rm = TRUE), colSums(found & is_headline & of) > 0,
    colSums(found & !is_headline & of), colSums(found & !of) > 0
  )
}

# That the gate is verdict()'s.
check_gate <- function(cell, template) {
  data <- draw(cell)
  found <- verdict(prediction_set(data, 1L, -1L))
  family <- family_of(data, template)
  at <- internal$quantity_positions(family$comparison)
  at <- cbind(at, matrix(1L, 2, length(family$log.p) - ncol(at)))
  role <- vapply(family$comparison$plans, `[[`, "", "role")[family$comparison$index$plan]
  is_headline <- c(role != "detail", logical(length(family$log.p) - length(role)))
  claimed <- gate(family$log.p, at, internal$covariance_of_tests(family$comparison), is_headline, 0.6)
  said <- function(p) sum(p <= level, na.rm = TRUE)
  several <- found$global$adj.p.value[found$global$n_classes > 1]
  stopifnot(sum(claimed) == said(c(found$overall$adj.p.value, found$comparison$adj.p.value, several)))
}

columns <- function(equal) {
  of <- if (equal) {
    paste0("any_", shares)
  } else {
    c("own", outer(shares, c("headline_", "details_", "false_"), function(share, what) paste0(what, share)))
  }
  c("n", "classes", "classifiers", "accuracy", "design", "sets", of)
}

run <- function(i, cells, file) {
  set.seed(i)
  cell <- cells[i, ]
  template <- template_of(cell)
  for (k in 1:3) check_gate(cell, template)
  found <- replicate(cell$sets, claims(cell, template))
  row <- cbind(cell, t(round(rowMeans(found), 4)))
  write.table(row, file, sep = ",", row.names = FALSE, col.names = FALSE, append = TRUE)
}

# Cells are written when they are done; a study that was stopped goes on from there.
study <- function(cells, file) {
  partial <- paste0(file, ".partial")
  known <- function() {
    if (!file.exists(partial)) return(cells[0, ])
    utils::read.csv(partial, header = FALSE, col.names = columns(cells$design[1] == "equal"), check.names = FALSE)
  }
  key <- function(x) do.call(paste, x[1:6])
  left <- which(!key(cells) %in% key(known()))
  parallel::mclapply(left, run, cells, partial, mc.cores = 2, mc.preschedule = FALSE)
  rows <- known()[match(key(cells), key(known())), ]
  if (anyNA(rows$n)) stop("some cells failed: run again")
  write.csv(rows, file, row.names = FALSE)
  unlink(partial)
}

n_sets <- as.integer(c(commandArgs(TRUE), 1000)[1])
equal <- expand.grid(
  n = c(40, 100, 300, 1000), classes = c(2, 4, 10), classifiers = c(2, 3, 6),
  accuracy = c(0.7, 0.9), design = "equal", stringsAsFactors = FALSE
)
# Fewer where each takes long, and of the second accuracy.
equal$sets <- n_sets * ifelse(equal$classifiers < 6 | equal$classes < 4, 1, ifelse(equal$classes == 4, 0.4, 0.2))
high <- equal$accuracy == 0.9
equal$sets[high] <- pmin(equal$sets[high], n_sets * ifelse(equal$n[high] <= 100, 0.1, 0.3))
unequal <- expand.grid(
  n = c(100, 300, 1000), classes = c(4, 10), classifiers = 3, accuracy = 0.7,
  design = c("overall", "rare class", "half"), stringsAsFactors = FALSE
)
unequal$sets <- 0.2 * n_sets
study(unequal, "bench/calibration/verdict-power.csv")
study(equal, "bench/calibration/verdict.csv")
