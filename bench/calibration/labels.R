# Few labels: do intervals of two-phase estimates hold the truth, and do tests keep their level?
#
#   Rscript bench/calibration/labels.R [data sets]     (default 300, some three minutes of one core)
#
# Rows have a truth, and classifiers are right on easy rows more often than on hard ones. Labels are random, or chosen
# by pattern in batches of next_labels(), or drawn with probabilities that depend on what is predicted. What
# is seldom simulated is here: few clusters, inclusion probabilities, several classifiers with the F test, and
# merging. Writes labels.csv: coverage of 95 % intervals, and size of tests at 0.05.

library(verdict)

draw <- function(n, accuracy, n_classes, clusters = n) {
  hard <- rep(stats::runif(clusters) < 0.5, length.out = n)
  truth <- rep(sample(letters[seq_len(n_classes)], clusters, TRUE, prob = seq_len(n_classes)), length.out = n)
  predicted <- lapply(accuracy, function(p) {
    right <- stats::runif(n) < ifelse(hard, 2 * p - 1, 1)
    other <- sample(letters[seq_len(n_classes)], n, TRUE)
    ifelse(right, truth, other)
  })
  names(predicted) <- paste0("m", seq_along(accuracy))
  data.frame(truth = truth, predicted)
}

# What the difference is, of a million rows.
true_gap <- function(accuracy, n_classes, metric) {
  d <- draw(1e6, accuracy, n_classes)
  x <- prediction_set(truth ~ m1 + m2, d)
  compare_classifiers(x, metric, method = "wald", measure = "difference", reference = "m2",
    classes = if (metric != "accuracy") "a"
  )$estimate
}

held <- function(row, truth) c(row$conf.low <= truth & truth <= row$conf.high)

label_random <- function(d, n) {
  d$truth[-sample(nrow(d), n)] <- NA
  list(data = d, labelling = "random")
}

label_batches <- function(d, n, metric) {
  known <- d
  known$truth <- NA_character_
  for (batch in 1:3) {
    x <- prediction_set(truth ~ m1 + m2, known, labelling = "by_pattern")
    rows <- next_labels(x, n / 3, metric, classes = if (metric != "accuracy" && "a" %in% x$classes) "a")$rows
    known$truth[rows] <- d$truth[rows]
  }
  list(data = known, labelling = "by_pattern")
}

label_drawn <- function(d, n) {
  p <- ifelse(d$m1 == d$m2, 0.5, 2)
  p <- pmin(1, n * p / sum(p))
  d$truth[stats::runif(nrow(d)) > p] <- NA
  list(data = d, labelling = p)
}

coverage <- function(design, metric, n_labels, n_classes, sets, label, method = "wald", clusters = NULL) {
  accuracy <- c(0.85, 0.8)
  truth <- true_gap(accuracy, n_classes, metric)
  n_clusters <- if (is.null(clusters)) 2000 else clusters
  found <- vapply(seq_len(sets), function(i) {
    given <- label(draw(2000, accuracy, n_classes, n_clusters), n_labels)
    id <- if (!is.null(clusters)) rep(seq_len(clusters), length.out = 2000)
    x <- prediction_set(truth ~ m1 + m2, given$data, labelling = given$labelling, id = id)
    row <- compare_classifiers(x, metric, method = if (method == "wald") "wald", reference = "m2",
      classes = if (metric != "accuracy") "a"
    )
    as.numeric(held(row, truth))
  }, 0)
  data.frame(
    topic = "few labels", kind = "coverage", design = design, metric = metric, method = method, n = n_labels,
    classes = n_classes, value = mean(found, na.rm = TRUE), undefined = mean(is.na(found)), sets = sets
  )
}

size_of_f <- function(n_labels, sets) {
  p <- vapply(seq_len(sets), function(i) {
    given <- label_random(draw(2000, rep(0.8, 4), 2), n_labels)
    omnibus_test(prediction_set(truth ~ ., given$data, labelling = "random"), "accuracy", method = "wald")$p.value
  }, 0)
  data.frame(
    topic = "few labels", kind = "size", design = "random", metric = "accuracy", method = "omnibus_wald", n = n_labels,
    classes = 2, value = mean(p <= 0.05, na.rm = TRUE), undefined = mean(is.na(p)), sets = sets
  )
}

sets <- c(as.numeric(commandArgs(TRUE)), 300)[1]
set.seed(20)
batches <- function(metric) function(d, n) label_batches(d, n, metric)
rows <- list(
  coverage("random", "accuracy", 60, 2, sets, label_random, "midp"),
  coverage("random", "accuracy", 200, 4, sets, label_random, "midp"),
  coverage("random", "accuracy", 60, 4, sets, label_random),
  coverage("random", "precision", 150, 4, sets, label_random),
  coverage("random", "recall", 150, 4, sets, label_random),
  coverage("batches", "accuracy", 60, 2, sets, batches("accuracy")),
  coverage("batches", "precision", 60, 2, sets, batches("precision")),
  coverage("batches", "recall", 60, 2, sets, batches("recall")),
  coverage("batches", "f_meas", 60, 2, sets, batches("f_meas")),
  coverage("probability", "accuracy", 150, 2, sets, label_drawn),
  coverage("probability", "recall", 150, 2, sets, label_drawn),
  coverage("40 clusters", "accuracy", 150, 2, sets, label_random, clusters = 40),
  size_of_f(150, sets), size_of_f(400, sets)
)
found <- do.call(rbind, rows)
found$std.error <- round(sqrt(found$value * (1 - found$value) / (found$sets * (1 - found$undefined))), 4)
found$value <- round(found$value, 4)
utils::write.csv(found, file.path("bench", "calibration", "labels.csv"), row.names = FALSE)
print(found)
