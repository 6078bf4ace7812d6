# The tables by packages that are not ours: DTComPair for GS, WGS and the relative
# precision, geepack for the Wald test of the GEE. naive_bayes is test 1, random_forest
# test 2, so a ratio above 1 favours the forest. Both take p-values as 1 - pchisq(): below
# 1e-16 theirs are 0.

peer_row <- function(predictions, class) {
  binary <- data.frame(lapply(predictions, function(labels) as.numeric(labels == class)))
  paired <- DTComPair::tab.paired(truth, naive_bayes, random_forest, data = binary)
  relative <- DTComPair::pv.rpv(paired, alpha = 0.05)$ppv
  data.frame(
    class = class,
    naive_bayes = relative[["test1"]],
    random_forest = relative[["test2"]],
    gs = score_test(DTComPair::pv.gs(paired)),
    wgs = score_test(DTComPair::pv.wgs(paired)),
    wald = wald_test(binary),
    ratio = relative[["rppv"]],
    low = relative[["lcl.rppv"]],
    high = relative[["ucl.rppv"]]
  )
}

# Each test gives two columns, as in gs.statistic and gs.p.
test_columns <- function(statistic, p) data.frame(statistic = statistic, p = p)

score_test <- function(test) {
  test_columns(test$ppv[["test.statistic"]], test$ppv[["p.value"]])
}

# One row for each positive prediction; the two predictions of an observation are one
# cluster. geepack takes contiguous rows as a cluster, so the rows are sorted by id. With
# a precision of 0 or 1 the log odds are infinite and geepack's answer means nothing.
wald_test <- function(binary) {
  n <- nrow(binary)
  long <- data.frame(
    id = rep(seq_len(n), 2),
    truth = rep(binary$truth, 2),
    positive = c(binary$naive_bayes, binary$random_forest),
    forest = rep(0:1, each = n)
  )
  long <- long[long$positive == 1, ]
  long <- long[order(long$id), ]
  cells <- table(factor(long$forest, 0:1), factor(long$truth, 0:1))
  if (any(cells == 0)) return(test_columns(NA_real_, NA_real_))
  fit <- geepack::geeglm(
    truth ~ forest, family = stats::binomial(), data = long, id = id, corstr = "independence",
    control = geepack::geese.control(epsilon = 1e-12, maxit = 100)
  )
  wald <- summary(fit)$coefficients["forest", ]
  test_columns(wald[["Wald"]], wald[["Pr(>|W|)"]])
}

peer_table <- function(predictions) {
  rows <- lapply(levels(predictions$truth), peer_row, predictions = predictions)
  do.call(rbind, rows)
}
