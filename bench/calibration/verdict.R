# How often does verdict() claim anything false, and how often what is true?
#
#   Rscript bench/calibration/verdict.R [data sets a cell]     (default 1000; ten minutes of two cores)
#
# Its family: accuracy and the precision of every class for all pairs of classifiers, and a global
# test a pair. Class shares are geometric (each half of the one before), so that the last are rare.
# A classifier answers right with probability `accuracy`, otherwise it draws from the class
# shares; on half of the rows all give the same answer.
#
# verdict.csv: all classifiers are exchangeable, and any claim (an adjusted p-value of the family
# below 0.05) is false. Their share, with its upper 95 % confidence limit.
# verdict-power.csv: the last classifier is better: "overall", right 10 points more often; "rare
# class", it does not call the fourth class (1 row in 16 or so) by mistake; "half", right 20 points
# more often on every other class. Share of the data sets with any claim of its tests, and the mean
# number of such claims.
#
# max_t: verdict() as it is; holm: verdict(p.adjust.method = "holm").

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
# assessments and intervals that take most of its time. check_family() holds the two together.
template_of <- function(cell) {
  labels <- as.character(seq_len(cell$classes))
  data <- draw(cell)
  x <- prediction_set(data, 1L, -1L, levels = labels)
  asked <- set_headline(x)
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
    classifier = c(comparison$rows$classifier, global$classifier)
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

# Claims of max_t and holm. Nothing above the level can be a claim, and what is one by Bonferroni's
# inequality is one by both: most data sets with equal classifiers need no joint distribution.
claims <- function(cell, template) {
  family <- family_of(draw(cell), template)
  log.p <- family$log.p
  equal <- cell$design == "equal"
  least <- suppressWarnings(min(log.p, na.rm = TRUE))
  if (least >= log(level)) {
    return(c(0, 0))
  }
  if (equal && least + log(sum(!is.na(log.p))) < log(level)) {
    return(c(1, 1))
  }
  adjusted <- list(
    internal$adjust_together(family$comparison, log.p, level)$log.adj.p, internal$adjust_log(log.p, "holm")
  )
  of <- equal | family$classifier == letters[cell$classifiers]
  vapply(adjusted, function(p) sum(p[of] < log(level), na.rm = TRUE), 0)
}

check_family <- function(cell, template) {
  data <- draw(cell)
  found <- verdict(prediction_set(data, 1L, -1L))
  family <- family_of(data, template)
  claimed <- exp(internal$adjust_together(family$comparison, family$log.p, level)$log.adj.p)
  known <- function(p) sort(p[!is.na(p)])
  several <- found$global$adj.p.value[found$global$n_classes > 1]
  stopifnot(all.equal(
    known(c(found$overall$adj.p.value, found$comparison$adj.p.value, several)), known(claimed), tolerance = 1e-3
  ))
}

columns <- function(equal) {
  of <- c("", if (equal) ".upper" else ".claims")
  c("n", "classes", "classifiers", "accuracy", "design", "sets", paste0("max_t", of), paste0("holm", of))
}

run <- function(i, cells, file) {
  set.seed(i)
  cell <- cells[i, ]
  template <- template_of(cell)
  for (k in 1:3) check_family(cell, template)
  found <- replicate(cell$sets, claims(cell, template))
  shares <- function(k) {
    any <- sum(found[k, ] > 0)
    upper <- stats::qbeta(0.95, any + 1, cell$sets - any)
    round(c(any / cell$sets, if (cell$design == "equal") upper else mean(found[k, ])), 4)
  }
  row <- cbind(cell, t(c(shares(1), shares(2))))
  write.table(row, file, sep = ",", row.names = FALSE, col.names = FALSE, append = TRUE)
}

# Cells are written when they are done; a study that was stopped goes on from there.
study <- function(cells, file) {
  partial <- paste0(file, ".partial")
  known <- function() {
    if (!file.exists(partial)) return(cells[0, ])
    utils::read.csv(partial, header = FALSE, col.names = columns(cells$design[1] == "equal"))
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
