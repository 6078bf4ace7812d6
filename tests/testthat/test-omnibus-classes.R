labelled <- function(name) {
  x <- read_fixture(name)
  if ("set" %in% names(x)) x <- x[x$set == "patients", -1]
  x
}

set_for <- function(data, classifiers) {
  name <- if (data == "multiclass") "multiclass.csv" else "clusters.csv"
  x <- labelled(name)
  wanted <- strsplit(classifiers, " ")[[1]]
  if (data == "multiclass") {
    return(prediction_set(x, truth, tidyselect::all_of(wanted)))
  }
  prediction_set(x, truth, tidyselect::all_of(wanted), id = id)
}

cases <- function() {
  rows <- read_fixture("global.csv")
  rows$class[is.na(rows$class)] <- ""
  parts <- split(rows, rows[c("data", "metric", "classifiers")], drop = TRUE)
  lapply(parts, function(part) {
    classes <- if (part$data[1] == "multiclass") c("ant", "bee", "cat", "dog", "elk")
    if (grepl("tree", part$classifiers[1])) classes <- setdiff(classes, "elk")
    list(
      set = set_for(part$data[1], part$classifiers[1]), metric = part$metric[1],
      classes = if (length(classes)) classes,
      value = stats::setNames(part$value, paste0(part$quantity, ifelse(part$class == "", "", " "), part$class))
    )
  })
}

satellite_pair <- function() prediction_set(truth ~ naive_bayes + random_forest, satellite)

over_classes_of <- function(x, metric = NULL, combine = "dai", ..., test = NULL, covariance = NULL, R = 9999,
                            weights = NULL) {
  joint <- combine %in% c("wald", "gs")
  method <- if (joint) combine else by_combination(combine, test, covariance, R, weights)
  omnibus_test(x, metric, over = "classes", method = method, ...)
}

# Covariance of the score statistics of two classifiers.
joint_of <- function(x) vcov(omnibus_test(x, over = "classes", method = "gs"))

# Two classifiers, class c never predicted by the second.
unpredicted <- function() {
  prediction_set(truth ~ nb + rf, data.frame(
    truth = rep(c("a", "b", "c"), c(30, 30, 4)), nb = rep(c("a", "b", "c", "a"), c(25, 30, 7, 2)),
    rf = rep(c("a", "b"), c(34, 30))
  ))
}

# Numbers -----------------------------------------------------------------------------

test_that("Dai's combination with the analytic covariance is that from the rows", {
  for (case in cases()) {
    expected <- case$value
    if (!"dai v" %in% names(expected)) next
    method <- if (case$metric == "recall") "midp" else "gs"
    found <- over_classes_of(case$set, case$metric, test = method, classes = case$classes)
    p <- compare_classifiers(case$set, case$metric, method, classes = case$classes)$p.value
    expect_equal(p, unname(expected[grepl("^p ", names(expected))]), tolerance = 1e-10)
    expect_equal(found$variance, expected[["dai variance"]], tolerance = 1e-7)
    expect_equal(found$df, expected[["dai v"]], tolerance = 1e-7)
    expect_equal(found$scale, expected[["dai c"]], tolerance = 1e-7)
    expect_equal(found$mean, 2 * length(p))
    expect_equal(found$statistic, expected[["dai statistic"]], tolerance = 1e-7)
    expect_equal(found$log.p.value, expected[["dai log.p"]], tolerance = 1e-7)
    expect_equal(found$p.value, exp(found$log.p.value))
  }
})

test_that("joint tests agree with the rows and with geepack, for two classifiers and more", {
  for (case in cases()) {
    expected <- case$value
    score <- over_classes_of(case$set, case$metric, combine = "gs", classes = case$classes)
    expect_equal(score$statistic, expected[["score statistic"]], tolerance = 1e-9)
    expect_equal(score$df, expected[["score df"]])
    for (scale in intersect(c("difference", "odds_ratio", "ratio"), sub(" statistic$", "", names(expected)))) {
      wald <- over_classes_of(case$set, case$metric, "wald", measure = scale, classes = case$classes)
      statistic <- expected[[paste(scale, "statistic")]]
      df <- expected[[paste(scale, "df")]]
      expect_equal(wald$statistic, statistic, tolerance = 1e-6)
      expect_equal(wald$df, df)
      expect_equal(wald$p.value, pchisq(statistic, df, lower.tail = FALSE), tolerance = 1e-5)
    }
  }
})

test_that("the joint statistic of many classes is the same quadratic form", {
  set.seed(1)
  root <- matrix(stats::rnorm(450 * 460), 460)
  vcov <- crossprod(root)
  gap <- stats::rnorm(450, sd = 20)
  found <- joint_form(gap, vcov)
  expect_equal(found$statistic, sum(gap * solve(vcov, gap)), tolerance = 1e-9)
  expect_identical(found$df, 450)
  expect_equal(found$log.p.value, stats::pchisq(found$statistic, 450, lower.tail = FALSE, log.p = TRUE))
  # Twice the same, and a sum of two, add nothing; what contradicts them shows it.
  more <- rbind(diag(450), c(1, rep(0, 449)), c(1, 1, rep(0, 448)))
  twice <- joint_form(drop(more %*% gap), more %*% vcov %*% t(more))
  expect_equal(twice[1:3], found[1:3], tolerance = 1e-9)
  wrong <- joint_form(drop(more %*% gap) + c(rep(0, 450), 100, 0), more %*% vcov %*% t(more))
  expect_identical(wrong$status, "zero_variance")
  expect_identical(wrong$statistic, NA_real_)
})

test_that("a statistic of too many differences is refused", {
  x <- prediction_set(truth ~ a + b, data.frame(truth = 1:9000, a = 1:9000, b = c(1:8999, 1)))
  expect_error(
    over_classes_of(x, combine = "wald"), "9,000 differences would take minutes.*simes", class = "verdict_error_size"
  )
})

test_that("covariances of gigabytes are refused, with what needs none", {
  x <- prediction_set(truth ~ a + b, data.frame(truth = 1:11000, a = 1:11000, b = c(2:11000, 1)))
  refuses <- function(call, message) expect_error(call, message, class = "verdict_error_size")
  refuses(over_classes_of(x, "recall", combine = "dai"), "covariance of 11,000 comparisons.* 12 GB.*simes.*cauchy")
  refuses(vcov(x, "recall"), "joint covariance of 22,000 estimates.* 15 GB.*classes.*average")
  # A row touches few classes, but where true negatives count.
  refuses(verdict(x, "specificity"), "covariances of 11,000 classes.* 4.8 GB.*compare_classifiers")
  expect_identical(verdict(x, "recall")$global$n_classes, 11000)
})

test_that("for one class the joint tests are the omnibus test of it", {
  x <- prediction_set(truth ~ ., satellite)
  for (method in c("gs", "wald")) {
    measure <- if (method == "wald") "difference"
    alone <- omnibus_test(x, method = method, measure = measure, classes = "red soil")
    joint <- omnibus_test(x, over = "classes", method = method, classes = "red soil")
    expect_equal(joint$statistic, alone$statistic)
    expect_equal(joint$df, alone$df)
  }
})

test_that("a metric without counts of its own goes through its estimates", {
  x <- satellite_pair()
  found <- over_classes_of(x, "f_meas", combine = "wald")
  V <- vcov(x, "f_meas")
  L <- kronecker(diag(6), t(c(-1, 1)))
  gap <- L %*% attr(V, "estimate")
  expect_equal(found$statistic, drop(t(gap) %*% solve(L %*% V %*% t(L), gap)))
  expect_equal(found$df, 6)
  dai <- over_classes_of(x, "f_meas")
  r <- cov2cor(L %*% V %*% t(L))
  by_hand <- combine_p(compare_classifiers(x, "f_meas")$p.value, "dai", covariance = r, covariance_type = "z")
  expect_equal(dai$log.p.value, by_hand$log.p.value)
  three <- prediction_set(truth ~ naive_bayes + svm + tree, satellite)
  expect_equal(over_classes_of(three, "f_meas", combine = "wald")$df, 12)
})

test_that("a combination is that of the p-values by class", {
  x <- satellite_pair()
  p <- compare_classifiers(x)$p.value
  for (combine in c("simes", "bonferroni", "holm", "harmonic", "cauchy")) {
    found <- over_classes_of(x, combine = combine)
    expect_equal(found$log.p.value, combine_p(p, combine)$log.p.value)
    expect_error(vcov(found), class = "verdict_error_class")
  }
  weights <- c(1, 2, 3, 4, 5, 6)
  found <- over_classes_of(x, combine = "cauchy", weights = weights)
  expect_equal(found$p.value, combine_p(p, "cauchy", weights)$p.value)
  expect_equal(over_classes_of(x, weights = weights)$mean, 21)
  expect_equal(over_classes_of(x, combine = "brown")$p.value, over_classes_of(x)$p.value)
  z <- over_classes_of(x, combine = "stouffer")
  expect_equal(z$p.value, pnorm(z$statistic, lower.tail = FALSE))
})

test_that("weights belong to classes, whatever is left out and however many pairs there are", {
  x <- unpredicted()
  found <- over_classes_of(x, weights = c(1, 2, 3))
  expect_equal(found$mean, 3)
  all <- over_classes_of(prediction_set(truth ~ naive_bayes + svm + tree, satellite), weights = 1:6)
  expect_equal(all$mean, 3 * 21)
})

test_that("permutations give the covariance of all exchanges", {
  x <- prediction_set(truth ~ first + second, read_fixture("global-small.csv"))
  set.seed(3)
  found <- over_classes_of(x, test = "gs", covariance = "permutation", R = 20000)
  expected <- read_fixture("global-covariance.csv")
  expected <- expected$value[expected$source == "permutation"]
  expect_equal(vcov(found)[lower.tri(vcov(found))], expected, tolerance = 0.05)
  expect_equal(found$variance, 12 + 2 * sum(expected), tolerance = 0.02)
})

test_that("the bootstrap draws clusters and is centred", {
  x <- set_for("patients", "bayes forest")
  set.seed(3)
  found <- over_classes_of(x, covariance = "bootstrap", R = 20000)
  expected <- read_fixture("global-covariance.csv")
  expected <- expected$value[expected$source == "bootstrap"]
  covariance <- vcov(found)[lower.tri(vcov(found))]
  expect_lt(max(abs(covariance - expected)), 0.12)
})

test_that("the covariances agree where they should", {
  x <- satellite_pair()
  set.seed(1)
  variances <- vapply(c("analytic", "permutation", "bootstrap"), function(covariance) {
    over_classes_of(x, covariance = covariance, R = 5000)$variance
  }, 0)
  expect_lt(diff(range(variances)) / mean(variances), 0.1)
  set.seed(1)
  recall <- over_classes_of(x, "recall", covariance = "permutation", R = 5000)
  expect_equal(recall$variance, 24, tolerance = 0.05)
  f <- over_classes_of(x, "f_meas", covariance = "permutation", R = 2000)
  expect_equal(f$variance, over_classes_of(x, "f_meas")$variance, tolerance = 0.2)
})

test_that("the largest of normal scores agrees with mvtnorm, that of permutations with max-T", {
  for (case in cases()) {
    if (!"max_t" %in% names(case$value)) next
    set.seed(1)
    method <- if (case$metric == "recall") "midp" else "gs"
    found <- over_classes_of(
      case$set, case$metric, "max_t", test = method, covariance = "analytic", classes = case$classes
    )
    expected <- case$value[["max_t"]]
    expect_lt(abs(found$p.value - expected), 4 * sqrt(expected / 40000) + 1e-4)
  }
  x <- set_for("multiclass", "bayes forest")
  set.seed(2)
  found <- over_classes_of(x, combine = "max_t", R = 999)
  expect_match(found$method, "(permutation (generalized score))", fixed = TRUE)
  set.seed(2)
  rows <- compare_classifiers(x, method = "permutation", p.adjust.method = "max_t", R = 999)
  expect_equal(found$p.value, min(rows$adj.p.value))
  expect_output(print(found), "999 exchanges")
  expect_equal(found$statistic, sqrt(max(compare_classifiers(x, method = "gs")$statistic)))
  for (side in c("greater", "less")) {
    z <- over_classes_of(x, combine = "max_t", alternative = side, R = 99)$statistic
    gs <- compare_classifiers(x, method = "gs")
    expect_equal(z, max((if (side == "less") -1 else 1) * sign(gs$estimate - 1) * sqrt(gs$statistic)))
  }
  set.seed(2)
  boot <- over_classes_of(x, combine = "max_t", covariance = "bootstrap", R = 999)
  expect_lt(abs(boot$p.value - found$p.value), 0.03)
})

test_that("a Monte Carlo p-value is never 0", {
  x <- satellite_pair()
  for (covariance in c("permutation", "bootstrap")) {
    expect_equal(over_classes_of(x, combine = "max_t", covariance = covariance, R = 199)$p.value, 1 / 200)
  }
})

test_that("one-sided tests are combined as such", {
  x <- set_for("multiclass", "bayes forest")
  greater <- over_classes_of(x, alternative = "greater")
  rows <- compare_classifiers(x, alternative = "greater")
  r <- cov2cor(joint_of(x))
  by_hand <- combine_p(rows$p.value, "dai", covariance = r, covariance_type = "z", sides = 1)
  expect_equal(greater$log.p.value, by_hand$log.p.value)
  less <- over_classes_of(x, alternative = "less", combine = "max_t", covariance = "analytic", R = 999)
  expect_gt(less$p.value, greater$p.value)
  set.seed(1)
  for (covariance in c("permutation", "bootstrap")) {
    found <- over_classes_of(x, alternative = "greater", covariance = covariance, R = 2000)
    expect_equal(found$variance, greater$variance, tolerance = 0.1)
  }
  less <- over_classes_of(x, alternative = "less", covariance = "bootstrap", R = 999)
  expect_equal(less$variance, greater$variance, tolerance = 0.1)
})

test_that("exchanging the two classifiers changes nothing", {
  x <- set_for("multiclass", "bayes forest")
  y <- set_for("multiclass", "forest bayes")
  for (combine in c("dai", "wald", "gs", "simes")) {
    expect_equal(over_classes_of(x, combine = combine)$p.value, over_classes_of(y, combine = combine)$p.value)
  }
})

test_that("with more than two classifiers all pairs count, or those with the reference", {
  x <- prediction_set(truth ~ ., satellite)
  expect_equal(over_classes_of(x)$n.tests, 36)
  expect_equal(over_classes_of(x, reference = "svm")$n.tests, 18)
  joint <- vapply(c("svm", "tree"), function(reference) {
    over_classes_of(x, combine = "wald", reference = reference)$statistic
  }, 0)
  expect_equal(joint[["svm"]], joint[["tree"]])
  set.seed(1)
  expect_equal(over_classes_of(x, combine = "max_t", R = 199)$p.value, 1 / 200)
  three <- prediction_set(truth ~ naive_bayes + svm + tree, satellite)
  variance <- over_classes_of(three)$variance
  for (covariance in c("permutation", "bootstrap")) {
    found <- over_classes_of(three, covariance = covariance, R = 3000)
    expect_equal(found$variance, variance, tolerance = 0.15)
  }
})

# Degenerate --------------------------------------------------------------------------

test_that("a class without a test is listed, not taken for p = 1", {
  x <- unpredicted()
  for (combine in c("dai", "simes", "wald", "gs")) {
    found <- over_classes_of(x, combine = combine)
    expect_equal(found$n.tests, 2)
    expect_equal(found$note, "left out: c (class never predicted by rf)")
  }
  found <- over_classes_of(x, combine = "max_t", R = 99)
  expect_equal(found$note, "left out: c (class never predicted by rf)")
})

test_that("a class on which no row differs is left out, too", {
  x <- prediction_set(truth ~ nb + rf, data.frame(
    truth = rep(c("a", "b", "c"), each = 20), nb = rep(c("a", "b", "c"), each = 20),
    rf = c(rep("a", 20), rep(c("b", "c"), c(15, 5)), rep(c("c", "b"), c(14, 6)))
  ))
  found <- over_classes_of(x, "recall")
  expect_equal(found$note, "left out: a (no discordant rows)")
  expect_equal(found$n.tests, 2)
})

test_that("one class gives its own p-value", {
  x <- satellite_pair()
  alone <- compare_classifiers(x, classes = "red soil")
  for (combine in c("dai", "simes", "harmonic", "cauchy")) {
    found <- over_classes_of(x, combine = combine, classes = "red soil")
    expect_equal(found$p.value, alone$p.value)
    expect_equal(found$log.p.value, alone$log.p.value)
  }
  expect_output(print(found), "a single test")
  accuracy <- over_classes_of(x, "accuracy")
  expect_equal(accuracy$p.value, compare_classifiers(x, "accuracy")$p.value)
  expect_output(print(accuracy), "Accuracy: are naive_bayes", fixed = TRUE)
})

test_that("nothing to test is NA, with the reason", {
  x <- prediction_set(truth ~ nb + rf, data.frame(
    truth = c("a", "b", "b"), nb = c("a", "b", "a"), rf = c("a", "b", "a")
  ))
  for (combine in c("dai", "simes", "wald", "gs", "max_t")) {
    found <- over_classes_of(x, combine = combine, R = 99)
    expect_true(is.na(found$p.value))
    expect_match(found$note, "^no p-value to combine; left out: a .* and b ")
    expect_match(as.character(found), "Could not be tested: no p-value to combine")
  }
})

test_that("estimates at the boundary have no Wald statistic on that scale, but a score", {
  x <- prediction_set(truth ~ nb + rf, data.frame(
    truth = rep(c("a", "b"), each = 20), nb = rep(c("a", "b", "a", "b"), c(16, 4, 2, 18)),
    rf = rep(c("a", "b"), c(18, 22))
  ))
  expect_match(over_classes_of(x, combine = "wald", measure = "odds_ratio")$note, "left out: a ")
  expect_equal(over_classes_of(x, combine = "gs")$n.tests, 2)
  expect_equal(over_classes_of(x, "f_meas", combine = "wald")$n.tests, 2)
})

test_that("one cluster shows no variance", {
  x <- prediction_set(truth ~ nb + rf, data.frame(
    truth = c("a", "b", "a", "b"), nb = c("a", "b", "b", "a"), rf = c("a", "a", "a", "b"), id = 1
  ), id = id)
  expect_true(is.na(over_classes_of(x, combine = "gs")$p.value))
  expect_true(is.na(over_classes_of(x, "f_meas")$p.value))
})

# Bad input ----------------------------------------------------------------------------

test_that("bad input is refused by class", {
  x <- satellite_pair()
  of <- function(...) omnibus_test(x, over = "classes", ...)
  expect_error(omnibus_test(satellite, over = "classes"), class = "verdict_error_set")
  expect_error(
    omnibus_test(prediction_set(truth ~ svm, satellite), over = "classes"), class = "verdict_error_classifier"
  )
  for (door in list(function(m) of(method = m), by_combination)) {
    expect_error(door("fisher"), "brown", class = "verdict_error_dependent")
    expect_error(door("lancaster"), "dai", class = "verdict_error_dependent")
    expect_error(door("tippett"), class = "verdict_error_argument")
    expect_error(door(1), class = "verdict_error_argument")
  }
  expect_error(of("prevalence"), class = "verdict_error_metric")
  expect_error(by_combination("simes", covariance = "bootstrap"), "no use", class = "verdict_error_covariance")
  expect_error(by_combination("stouffer", covariance = "bootstrap"), class = "verdict_error_covariance")
  expect_error(by_combination(covariance = "jackknife"), class = "verdict_error_argument")
  expect_error(by_combination("max_t", "gs", "permutation"), class = "verdict_error_method")
  expect_error(by_combination(R = "many"), class = "verdict_error_replicates")
  expect_error(of(method = by_combination(test = "z")), class = "verdict_error_method")
  expect_error(of(method = by_combination("max_t", "gs")), class = "verdict_error_method")
  expect_error(of("f_meas", method = "gs"), class = "verdict_error_method")
  expect_error(of(method = "wald", alternative = "less"), class = "verdict_error_argument")
  expect_error(of(method = "gs", measure = "ratio"), "scale of a Wald", class = "verdict_error_measure")
  expect_error(of(method = by_combination("max_t", weights = 1:6)), class = "verdict_error_weights")
  expect_error(of(method = by_combination(weights = 1:5)), class = "verdict_error_weights")
  expect_error(of(method = by_combination("simes", weights = 1:6)), class = "verdict_error_weights")
  expect_error(of(method = "max_t", R = 10), "39", class = "verdict_error_replicates")
  expect_error(
    of(method = by_combination(covariance = "bootstrap", R = 999), conf.level = 0.999), "1999",
    class = "verdict_error_replicates"
  )
  expect_error(of(unknown = 1), class = "verdict_error_argument")
  half <- prediction_set(
    truth ~ naive_bayes + svm, satellite, weights = rep(1:2, length.out = nrow(satellite)), weights_are = "sampling"
  )
  expect_error(omnibus_test(half, over = "classes", method = "max_t"), class = "verdict_error_weights")
  expect_equal(omnibus_test(half, over = "classes")$n.tests, 6)
})

test_that("a test of another axis is named with its axis", {
  x <- satellite_pair()
  expect_error(omnibus_test(x, method = "dai"), "over = \"classes\"", class = "verdict_error_method")
  expect_error(omnibus_test(x, method = by_combination()), "over = \"classes\"", class = "verdict_error_method")
  expect_error(
    omnibus_test(x, over = "classes", method = "cochran"), "over = \"classifiers\"", class = "verdict_error_method"
  )
  expect_error(omnibus_test(x, over = "metrics", method = "dai"), "mcnemar", class = "verdict_error_method")
  expect_error(
    omnibus_test(x, over = "classes", method = "bhapkar"), "detection_prevalence", class = "verdict_error_method"
  )
  expect_error(omnibus_test(x, over = "rows"), class = "verdict_error_argument")
  expect_error(omnibus_test(x, pairs = TRUE), "compare_classifiers", class = "verdict_error_argument")
  expect_error(omnibus_test(x, reference = "naive_bayes"), "compare_classifiers", class = "verdict_error_reference")
  expect_error(omnibus_test(x, over = "metrics", reference = "naive_bayes"), "pairs", class = "verdict_error_reference")
  expect_error(omnibus_test(x, alternative = "less"), "no sides", class = "verdict_error_argument")
  expect_error(omnibus_test(x, over = "metrics", vcov = "df"), class = "verdict_error_vcov")
  expect_error(omnibus_test(x, margin = 0.1), "margin", class = "verdict_error_argument")
})

test_that("several metrics and pairs are one family", {
  x <- prediction_set(truth ~ naive_bayes + svm + tree, satellite)
  pairs <- omnibus_test(x, over = "classes", pairs = TRUE)
  expect_identical(pairs$classifier, c("naive_bayes, svm", "naive_bayes, tree", "svm, tree"))
  for (i in 1:3) {
    alone <- omnibus_test(x[strsplit(pairs$classifier[i], ", ")[[1]]], over = "classes")
    expect_equal(pairs$log.p.value[i], alone$log.p.value, tolerance = 1e-10)
  }
  expect_equal(pairs$log.adj.p.value, pairs$log.p.value + log(4 - rank(pairs$log.p.value)))
  metrics <- omnibus_test(x, c("precision", "recall"), over = "classes")
  expect_identical(metrics$metric, c("precision", "recall"))
  expect_equal(metrics$p.value[2], omnibus_test(x, "recall", over = "classes")$p.value)
  expect_output(print(metrics), "Precision and recall over all classes")
  joint <- omnibus_test(x, over = "classes", method = "wald", pairs = TRUE, reference = "tree")
  expect_identical(joint$classifier, c("tree, naive_bayes", "tree, svm"))
  expect_identical(joint$df, c(6, 6))
  both <- rbind(metrics, omnibus_test(x, "npv", over = "classes"))
  expect_identical(dim(vcov(both[3, ])), c(18L, 18L))
  expect_error(vcov(both), class = "verdict_error_class")
})

# What it looks like --------------------------------------------------------------------

test_that("the answer, its figures and the classes are distinguished", {
  expect_snapshot(over_classes_of(satellite_pair()))
  expect_snapshot(over_classes_of(prediction_set(truth ~ ., satellite), combine = "wald"))
})

test_that("repeated observations carry their caveat", {
  x <- prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = id)
  expect_output(print(over_classes_of(x), width = 500), "too small as a verdict")
})

test_that("words fit the question", {
  x <- set_for("multiclass", "bayes forest")
  expect_match(
    as.character(omnibus_test(x, over = "classes", alternative = "less")), "in the direction tested is shown"
  )
  many <- prediction_set(truth ~ ., satellite)
  expect_output(
    print(omnibus_test(many, over = "classes", reference = "svm"), width = 500),
    "does any of naive_bayes, random_forest and tree differ from svm"
  )
  one <- omnibus_test(many, over = "classes", reference = "svm", classes = "red soil")
  expect_identical(one$class, "red soil")
  expect_output(print(one, width = 500), "vs svm on red soil")
  set.seed(1)
  expect_output(print(over_classes_of(x, covariance = "bootstrap", R = 99), width = 500), "99 bootstrap samples")
  expect_output(
    print(over_classes_of(x, combine = "max_t", R = 99, classes = c("elk", "cat")), width = 500), "none by itself"
  )
})

test_that("the moments of the sum are columns", {
  found <- tidy(omnibus_test(satellite_pair(), over = "classes"))
  expect_equal(nrow(found), 1)
  expect_equal(found$mean, 12)
  expect_equal(found$variance / (2 * found$mean), 1 / found$scale)
  wald <- omnibus_test(satellite_pair(), over = "classes", method = "wald")
  expect_equal(wald$df, 6)
  expect_equal(glance(wald)$n_classes, 6)
  expect_false("mean" %in% names(wald))
})

test_that("nothing to test has no largest statistic", {
  same <- prediction_set(truth ~ naive_bayes + tree, transform(satellite, tree = naive_bayes))
  found <- over_classes_of(same, combine = "max_t", covariance = "analytic", R = 99)
  expect_true(is.na(found$p.value))
  expect_match(found$note, "^no p-value to combine")
})

test_that("scores have no classes to be tested jointly", {
  x <- score_set(cbind(a = c(.84, .81, .86), b = c(.80, .80, .83)), design = "folds")
  for (combine in c("wald", "gs")) {
    expect_error(over_classes_of(x, combine = combine), "scores have none", class = "verdict_error_method")
  }
  expect_equal(over_classes_of(x)$p.value, compare_classifiers(x)$p.value)
})

test_that("Wald's joint test of classes is an F test where the single ones are t tests", {
  set.seed(1)
  truth <- sample(c("p", "q", "r"), 60, TRUE)
  scores <- function() {
    e <- exp(outer(truth, c("p", "q", "r"), "==") + matrix(rnorm(180), 60))
    structure(e / rowSums(e), dimnames = list(NULL, c("p", "q", "r")))
  }
  x <- probability_set(truth, list(a = scores(), b = scores()), id = rep(1:12, 5))
  joint <- omnibus_test(x, "roc_auc", over = "classes", method = "wald")
  m <- min(compare_classifiers(x, "roc_auc")$df)
  expect_equal(c(joint$df, joint$df.residual), c(3, m - 3 + 1))
  expect_equal(joint$p.value, pf(joint$statistic, joint$df, joint$df.residual, lower.tail = FALSE))
})

test_that("comparisons that are left out are named where there are no classes", {
  scores <- score_set(cbind(a = 1:4, b = 1:4, c = c(4, 2, 5, 6)), design = "datasets")
  expect_equal(omnibus_test(scores, over = "classes")$note, "left out: b vs a (the same scores everywhere)")
  d <- data.frame(t = rep(c("a", "b", "c"), 4), A = rep(c("a", "b", "b"), 4))
  d$B <- d$C <- d$A
  expect_equal(
    omnibus_test(prediction_set(t ~ A + B + C, d), "accuracy", over = "classes")$note,
    paste(
      "no p-value to combine; left out: B vs A (no discordant rows), C vs A (no discordant rows)",
      "and C vs B (no discordant rows)"
    )
  )
})
