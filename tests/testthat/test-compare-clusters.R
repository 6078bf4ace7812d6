# Several predictions of one observation. "repeats": 60 observations, 3 repeats, one truth
# each. "patients": 1 to 6 rows a patient, whose truths differ.

cluster_rows <- read_fixture("clusters.csv")
cluster_data <- function(name) cluster_rows[cluster_rows$set == name, ]
cluster_set <- function(data) prediction_set(truth ~ bayes + forest + tree, data, id = id)

row_key <- function(x) paste(x$metric, x$class, x$classifier, x$reference)

test_that("GEE Wald with ids is geepack's, and GS the definition", {
  peers <- read_fixture("clusters-peers.csv")
  exact <- read_fixture("clusters-exact.csv")
  for (name in c("repeats", "patients")) {
    set <- cluster_set(cluster_data(name))
    gee <- compare_classifiers(set, "precision", "gee")
    expect_sound(gee)
    found <- list(odds_ratio = gee$estimate, odds_ratio_se = gee$std.error, gee = gee$statistic)
    for (quantity in names(found)) {
      said <- peers[peers$set == name & peers$quantity == quantity, ]
      at <- match(row_key(said), row_key(gee))
      expect_equal(found[[quantity]][at], said$value, tolerance = 1e-9)
    }
    gs <- compare_classifiers(set, c("precision", "npv"), "gs")
    expect_sound(gs)
    said <- exact[exact$set == name & exact$quantity == "gs", ]
    at <- match(row_key(said), row_key(gs))
    expect_equal(gs$statistic[at], said$value, tolerance = 1e-9)
    expect_equal(gs$log.p.value, pchisq(gs$statistic, 1, lower.tail = FALSE, log.p = TRUE))
  }
})

test_that("McNemar with ids is Obuchowski's without his factor, Durkalski's for equal sizes", {
  exact <- read_fixture("clusters-exact.csv")
  for (name in c("repeats", "patients")) {
    set <- cluster_set(cluster_data(name))
    rows <- compare_classifiers(set, c("accuracy", "recall", "specificity"), "mcnemar")
    expect_sound(rows)
    wanted <- function(quantity) {
      x <- exact[exact$set == name & exact$quantity == quantity, ]
      x$value[match(row_key(rows), row_key(x))]
    }
    size <- wanted("clusters")
    expect_equal(rows$statistic, wanted("obuchowski") * size / (size - 1), tolerance = 1e-9)
    if (name == "repeats") expect_equal(rows$statistic, wanted("durkalski"), tolerance = 1e-9)
  }
})

test_that("every row given again with its id changes no robust result", {
  calls <- list(
    c("precision", "gs"), c("npv", "gs"), c("precision", "gee"), c("precision", "relative"),
    c("accuracy", "mcnemar"), c("recall", "mcnemar"), c("mcc", "wald"), c("accuracy", "wald")
  )
  for (name in c("repeats", "patients")) {
    data <- cluster_data(name)
    once <- cluster_set(data)
    twice <- cluster_set(data[rep(seq_len(nrow(data)), 2), ])
    for (call in calls) {
      a <- compare_classifiers(once, call[1], call[2], p.adjust.method = "none")
      b <- compare_classifiers(twice, call[1], call[2], p.adjust.method = "none")
      for (column in c("estimate", "std.error", "conf.low", "conf.high", "statistic", "p.value")) {
        expect_equal(b[[column]], a[[column]], tolerance = 1e-10)
      }
    }
    expect_equal(
      assess_classifiers(twice, "f_meas", "macro")$std.error,
      assess_classifiers(once, "f_meas", "macro")$std.error
    )
  }
})

test_that("an id for every row is no id, and row order does not matter", {
  rows <- cluster_data("patients")
  plain <- prediction_set(truth ~ bayes + forest + tree, rows[names(rows) != "id"])
  own <- prediction_set(truth ~ bayes + forest + tree, transform(rows, id = rev(seq_along(id))),
    id = id
  )
  shuffled <- cluster_set(rows[order(rows$truth, rows$tree), ])
  same <- c("estimate", "std.error", "statistic", "p.value")
  for (metric in c("precision", "accuracy", "kap")) {
    method <- c(precision = "gs", accuracy = "mcnemar", kap = "wald")[[metric]]
    a <- as.data.frame(compare_classifiers(plain, metric, method, interval = "wald"))
    b <- as.data.frame(compare_classifiers(own, metric, method, interval = "wald"))
    expect_equal(b[same], a[same], tolerance = 1e-10)
    a <- as.data.frame(compare_classifiers(cluster_set(rows), metric, method))
    b <- as.data.frame(compare_classifiers(shuffled, metric, method))
    expect_equal(b[same], a[same], tolerance = 1e-12)
  }
})

test_that("tests without a form for clusters are refused", {
  set <- cluster_set(cluster_data("repeats"))
  for (method in c("wgs", "z")) {
    expect_error(
      compare_classifiers(set, "precision", method),
      class = "verdict_error_clustered"
    )
  }
  for (method in c("exact", "midp", "sign", "mcnemar_cc")) {
    expect_error(compare_classifiers(set, "accuracy", method), class = "verdict_error_clustered")
  }
})

test_that("one cluster gives NA and says so, for every metric", {
  set <- cluster_set(transform(cluster_data("repeats")[1:30, ], id = "only"))
  metrics <- c("precision", "accuracy", "mcc", "kap", "f_meas", "j_index", "bal_accuracy")
  for (found in list(
    compare_classifiers(set, metrics), compare_classifiers(set, "recall", average = "macro"),
    assess_classifiers(set, metrics), assess_classifiers(set, "precision", average = "weighted")
  )) {
    expect_sound(found)
    expect_true(all(is.na(found$std.error) & is.na(found$conf.low) & is.na(found$p.value)))
    expect_match(found$note, "one cluster|no discordant")
  }
  expect_true(all(is.na(vcov(set, "mcc"))))
})

test_that("a class whose rows are all in one cluster has no variance, not a rounding error", {
  rows <- cluster_data("patients")
  special <- rows$id == "patient05" | seq_len(nrow(rows)) %in% 1:7
  rows$id[special] <- "all"
  for (column in c("truth", "bayes", "forest", "tree")) {
    rows[[column]][special] <- rep_len(c("rare", "low", "rare", "mid"), sum(special))
  }
  rows$bayes[special] <- rev(rows$bayes[special])
  set <- cluster_set(rows)
  for (metric in c("precision", "f_meas", "recall")) {
    found <- compare_classifiers(set, metric, "wald", "difference", classes = "rare")
    expect_sound(found)
    expect_true(all(is.na(found$p.value)))
  }
})

lone_rows <- function() {
  rows <- data.frame(id = c(rep(1:8, each = 3), rep(9, 4)), truth = c(rep(c("a", "b"), 12), rep("c", 4)))
  rows$rf <- c(rep(c("a", "b", "a", "b", "b", "c"), 4), "c", "c", "b", "b")
  rows$tree <- c(rep(c("a", "a", "a", "b", "b", "b", "c", "b"), 3), "c", "c", "c", "b")
  rows$svm <- c(rep(c("a", "b", "b", "b"), 6), "c", "b", "b", "c")
  rows
}

# Of recall by hand: the sum over observations of what their rows add, (right - recall) / rows of the class.
test_that("the covariance is unknown where all rows of a class are of one observation", {
  rows <- lone_rows()
  set <- prediction_set(truth ~ rf + tree + svm, rows, id = id)
  found <- vcov(set, "recall")
  influence <- do.call(cbind, lapply(c("a", "b"), function(class) {
    vapply(c("rf", "tree", "svm"), function(classifier) {
      of <- rows$truth == class
      right <- rows[[classifier]] == class
      as.vector(rowsum(ifelse(of, right - mean(right[of]), 0) / sum(of), rows$id))
    }, numeric(9))
  }))
  expect_equal(unname(found[1:6, 1:6]), unname(crossprod(influence)), ignore_attr = TRUE)
  expect_true(all(is.na(found[7:9, ])) && all(is.na(found[, 7:9])))
  expect_equal(unname(attr(found, "estimate")[7:9]), c(.5, .75, .5))
  singles <- list("specificity", "precision", "f_meas", "j_index", "bal_accuracy", "markedness", "lr_plus", "dor")
  for (metric in c("recall", singles)) {
    assessed <- assess_classifiers(set, metric)
    se <- assessed$std.error
    expect_equal(sqrt(unname(diag(vcov(set, metric)))), se, info = metric)
  }
  # Youden's J of c is made of recall of c, and of specificity, whose rows are of many observations.
  j_index <- assess_classifiers(set, "j_index", classes = "c")
  expect_identical(j_index$note, rep("one cluster", 3))
  expect_true(all(is.na(j_index$std.error)))
  expect_false(anyNA(vcov(set, "mcc", classes = "c")))
  apart <- prediction_set(truth ~ rf + tree + svm, rows[-1])
  expect_false(anyNA(vcov(apart, c("recall", "j_index"))))
})

test_that("all verbs cope with a class of one observation, and say why", {
  rows <- lone_rows()
  set <- prediction_set(truth ~ rf + tree + svm, rows, id = id)
  reason <- "one cluster"
  for (adjust in c("holm", "max_t")) {
    found <- compare_classifiers(set, c("recall", "j_index"), "wald", p.adjust.method = adjust)
    expect_sound(found)
    expect_identical(is.na(found$p.value), found$class == "c")
    expect_true(all(found$note[found$class == "c"] == reason))
  }
  omnibus <- omnibus_test(set, "j_index")
  expect_identical(omnibus$note[omnibus$class == "c"], reason)
  joint <- omnibus_test(set, c("recall", "specificity"), over = "metrics")
  expect_identical(joint$note, c(rep("p too small with only 9 observations", 2), reason))
  contrast <- compare_classifiers(set, contrasts = list(rf ~ svm, tree ~ rf + svm), "recall")
  expect_identical(contrast$note[contrast$class == "c"], rep(reason, 2))
  expect_true(all(is.na(contrast[contrast$class == "c", c("std.error", "p.value", "adj.p.value")])))
  expect_false(anyNA(contrast$p.value[contrast$class != "c"]))
  other <- compare_independent(set, set, "j_index", classes = c("a", "c"))
  expect_identical(is.na(other$p.value), other$class == "c")
  expect_identical(unique(other$note[other$class == "c"]), reason)
  for (combine in list("wald", by_combination("max_t", R = 99), "dai")) {
    expect_lt(omnibus_test(set, "recall", over = "classes", method = combine)$p.value, 1)
  }
  said <- paste(capture.output(print(verdict(set, "j_index"))), collapse = " ")
  expect_match(said, "c: not compared (one cluster).", fixed = TRUE)
})

# Two clusters with differences 0.30 and 0.31: a Wald statistic of 100 or so means nothing.
test_that("Wald p-values of few observations carry a note that names the remedy", {
  set.seed(8)
  rows <- data.frame(id = rep(1:2, each = 100), truth = rep(c("a", "b"), 100))
  wrong <- ifelse(rows$truth == "a", "b", "a")
  rows$nb <- ifelse(runif(200) < 0.5, rows$truth, wrong)
  rows$rf <- ifelse(runif(200) < 0.9, rows$truth, wrong)
  few <- prediction_set(truth ~ nb + rf, rows, id = id)
  wald <- compare_classifiers(few, "accuracy", "wald")
  expect_match(wald$note, "only 2 observations: use method \"permutation\"", fixed = TRUE)
  expect_match(capture.output(print(wald)), "^\\(1\\) p too small", all = FALSE)
  expect_true(all(grepl("only 2", compare_classifiers(few, "f_meas")$note)))
  expect_true(is.na(compare_classifiers(few, "accuracy", "mcnemar")$note))
  expect_no_match(compare_classifiers(few, "accuracy", "permutation", R = 99)$note, "too small")
  expect_true(is.na(compare_classifiers(few, "accuracy", "wald", vcov = "mancl_derouen")$note))
  many <- prediction_set(truth ~ nb + rf, rows, id = rep(1:40, 5))
  expect_true(is.na(compare_classifiers(many, "accuracy", "wald")$note))
  alone <- prediction_set(truth ~ nb + rf, rows[1:30, names(rows) != "id"])
  expect_true(is.na(compare_classifiers(alone, "accuracy", "wald")$note))
})
