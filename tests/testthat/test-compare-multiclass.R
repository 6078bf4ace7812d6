# Three classifiers, five classes: class by class against DTComPair and geepack, and the
# rows of the result against one another.

multiclass_rows <- read_fixture("multiclass.csv")
multiclass_set <- prediction_set(truth ~ bayes + forest + tree, multiclass_rows)

test_that("per-class results are those of DTComPair and geepack, class by class", {
  peers <- read_fixture("multiclass-peers.csv")
  columns <- c("metric", "class", "classifier", "reference")
  ask <- function(method, measure) {
    rows <- suppressWarnings(
      compare_classifiers(multiclass_set, c("precision", "npv"), method, measure, interval = "wald"),
      classes = "verdict_warning"
    )
    expect_sound(rows, method)
    name <- gsub(" ", "_", measure)
    data.frame(
      key = do.call(paste, rows[columns]),
      quantity = rep(c("reference", "new", name, paste0(name, "_", c("se", "low", "high")), method),
        each = nrow(rows)
      ),
      value = c(
        rows$estimate.reference, rows$estimate.classifier, rows$estimate, rows$std.error,
        rows$conf.low, rows$conf.high, ifelse(is.na(rows$df), rows$statistic^2, rows$statistic)
      )
    )
  }
  found <- rbind(
    ask("gs", "ratio"), ask("wgs", "ratio"), ask("gee", "odds_ratio"), ask("z", "difference")
  )
  labels <- paste(do.call(paste, peers[columns]), peers$quantity)
  at <- match(labels, paste(found$key, found$quantity))
  expect_values(
    stats::setNames(found$value[at], labels), stats::setNames(peers$value, labels), "multiclass"
  )
})

test_that("a classifier that never predicts a class gives NA there and nowhere else", {
  for (method in c("gs", "wgs", "gee", "multinomial", "relative")) {
    rows <- compare_classifiers(multiclass_set, "precision", method)
    undefined <- rows$class == "elk" & (rows$classifier == "tree" | rows$reference == "tree")
    expect_identical(is.na(rows$p.value), undefined)
    expect_match(rows$note[undefined], "never predicted by tree")
  }
  macro <- compare_classifiers(multiclass_set, "precision", average = "macro")
  expect_sound(macro)
  expect_identical(is.na(macro$p.value), macro$classifier == "tree")
  expect_match(macro$note[macro$classifier == "tree"], "elk")
})

test_that("zero_division counts the class as 0, or skips it and says so", {
  shares <- function(classifier) {
    m <- table(multiclass_rows$truth, factor(multiclass_rows[[classifier]], unique(
      sort(multiclass_rows$truth)
    )))
    diag(m) / colSums(m)
  }
  zero <- assess_classifiers(multiclass_set, "precision", "macro", zero_division = "zero")
  skip <- assess_classifiers(multiclass_set, "precision", "macro", zero_division = "skip")
  tree <- shares("tree")
  expect_equal(zero$estimate[zero$classifier == "tree"], sum(tree, na.rm = TRUE) / 5)
  expect_equal(skip$estimate[skip$classifier == "tree"], mean(tree, na.rm = TRUE))
  expect_match(skip$note[skip$classifier == "tree"], "4")
  expect_equal(zero$estimate[zero$classifier == "bayes"], mean(shares("bayes")))
})

test_that("a reference gives the rows that all pairs give, one side fixed", {
  all_pairs <- compare_classifiers(multiclass_set, "recall")
  against <- compare_classifiers(multiclass_set, "recall", reference = "bayes")
  expect_setequal(against$reference, "bayes")
  same <- all_pairs[all_pairs$reference == "bayes", ]
  at <- match(paste(against$class, against$classifier), paste(same$class, same$classifier))
  for (column in c("estimate", "conf.low", "conf.high", "p.value")) {
    expect_identical(against[[column]], same[[column]][at])
  }
  expect_equal(nrow(against), 10)
  expect_equal(nrow(all_pairs), 15)
})

test_that("p-values are adjusted over all the rows shown, as p.adjust does", {
  for (method in c("holm", "hochberg", "BH", "bonferroni", "none")) {
    rows <- compare_classifiers(
      multiclass_set, c("precision", "recall"),
      p.adjust.method = method
    )
    expect_equal(rows$adj.p.value, stats::p.adjust(rows$p.value, method))
  }
})

test_that("one class against the rest is the two-class set with the others put together", {
  for (class in c("ant", "dog")) {
    two <- data.frame(lapply(multiclass_rows, function(x) ifelse(x == class, "yes", "rest")))
    two <- prediction_set(truth ~ bayes + forest + tree, two)
    for (metric in c("precision", "recall", "specificity", "npv", "f_meas", "mcc", "accuracy")) {
      many <- compare_classifiers(multiclass_set, metric, "wald", classes = class)
      few <- compare_classifiers(two, metric, "wald", classes = "yes")
      for (column in c("estimate", "std.error", "statistic")) {
        expect_equal(many[[column]], few[[column]], tolerance = 1e-12)
      }
    }
  }
})

test_that("vcov() holds the variances and covariances that the Wald test of pairs uses", {
  v <- vcov(multiclass_set, "recall")
  se <- assess_classifiers(multiclass_set, "recall")$std.error
  expect_equal(unname(sqrt(diag(v))), se)
  expect_equal(unname(v), unname(t(v)))
  expect_true(all(eigen(v, TRUE, TRUE)$values > -1e-15))
})
