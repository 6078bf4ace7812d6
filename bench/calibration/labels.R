# Few labels: do intervals of two-phase estimates hold the truth, and do tests keep their level?
#
#   Rscript bench/calibration/labels.R [data sets] [designs]
#
# By default 1000 data sets of all designs, some fifteen minutes of one core;
# "Rscript bench/calibration/labels.R 1000 3:5" makes the rows of the third to fifth design anew and
# keeps the others. Run it from the top folder.
#
# Rows have a truth, and classifiers are right on easy rows more often than on hard ones. Labels are random, or chosen
# by pattern (a share of them on disagreements, or in batches of next_labels()), or drawn with probabilities that depend
# on what is predicted. What is seldom simulated is here: few clusters, inclusion probabilities, several classifiers
# with the F test, and merging; and what a wrong truth does. Writes labels.csv: coverage of 95 % intervals (bounds hold
# always), size of tests at 0.05 (of the check whether labels look chosen at 0.001), power where 0.8 was planned.

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

about_class <- function(metric) if (!metric %in% c("accuracy", "kap", "mcc")) "a"

# What the difference is, of two million rows.
true_gap <- function(accuracy, n_classes, metric) {
  d <- draw(2e6, accuracy, n_classes)
  compare_classifiers(prediction_set(truth ~ m1 + m2, d), metric, method = "wald", measure = "difference",
    reference = "m2", classes = about_class(metric)
  )$estimate
}

# -- how labels come about ------------------------------------------------------------

label_random <- function(d, n, metric) {
  d$truth[-sample(nrow(d), n)] <- NA
  list(data = d, labelling = "random")
}

# Four fifths of the labels on disagreements.
label_chosen <- function(d, n, metric) {
  apart <- d$m1 != d$m2
  known <- c(sample(which(apart), round(0.8 * n)), sample(which(!apart), round(0.2 * n)))
  d$truth[-known] <- NA
  list(data = d, labelling = "by_pattern", strata = ifelse(apart, "apart", "same"))
}

label_batches <- function(d, n, metric) {
  known <- d
  known$truth <- NA_character_
  for (batch in 1:3) {
    x <- prediction_set(truth ~ m1 + m2, known, labelling = "by_pattern")
    rows <- next_labels(x, n / 3, metric, classes = about_class(metric))$rows
    known$truth[rows] <- d$truth[rows]
  }
  list(data = known, labelling = "by_pattern")
}

label_drawn <- function(d, n, metric) {
  p <- ifelse(d$m1 == d$m2, 0.5, 2)
  p <- pmin(1, n * p / sum(p))
  d$truth[stats::runif(nrow(d)) > p] <- NA
  list(data = d, labelling = p)
}

# -- what is found --------------------------------------------------------------------

row_of <- function(kind, design, metric, method, n, classes, found, measure = "difference") {
  value <- mean(found, na.rm = TRUE)
  undefined <- mean(is.na(found))
  data.frame(
    topic = "few labels", kind = kind, design = design, metric = metric, method = method, measure = measure, n = n,
    classes = classes, value = round(value, 4), undefined = round(undefined, 4), sets = length(found),
    std.error = round(sqrt(value * (1 - value) / (length(found) * (1 - undefined))), 4)
  )
}

holds <- function(row, truth) row$conf.low - 1e-9 <= truth & truth <= row$conf.high + 1e-9

coverage <- function(design, metric, n_labels, n_classes, label, method = "wald", clusters = NULL, judge = FALSE) {
  function(sets) {
    accuracy <- c(0.85, 0.8)
    truth <- true_gap(accuracy, n_classes, metric)
    found <- vapply(seq_len(sets), function(i) {
      given <- label(d <- draw(2000, accuracy, n_classes, clusters %||% 2000), n_labels, metric)
      id <- if (!is.null(clusters)) rep(seq_len(clusters), length.out = 2000)
      grade <- if (judge) ifelse(stats::runif(2000) < 0.85, d$truth, sample(letters[seq_len(n_classes)], 2000, TRUE))
      x <- prediction_set(truth ~ m1 + m2, given$data, labelling = given$labelling, id = id, judge = grade)
      row <- compare_classifiers(x, metric, method = if (method == "wald") "wald", measure = "difference",
        reference = "m2", classes = about_class(metric)
      )
      holds(row, truth)
    }, NA)
    row_of("coverage", design, metric, method, n_labels, n_classes, found)
  }
}

# One classifier's own value.
own_value <- function(design, metric, n_labels, n_classes, label) {
  function(sets) {
    accuracy <- c(0.85, 0.8)
    d <- draw(2e6, accuracy, n_classes)
    truth <- assess_classifiers(prediction_set(truth ~ m1 + m2, d), metric, classes = about_class(metric))$estimate[1]
    found <- vapply(seq_len(sets), function(i) {
      given <- label(draw(2000, accuracy, n_classes), n_labels, metric)
      x <- prediction_set(truth ~ m1 + m2, given$data, labelling = given$labelling)
      holds(assess_classifiers(x, metric, classes = about_class(metric))[1, ], truth)
    }, NA)
    row_of("coverage", design, metric, "wald", n_labels, n_classes, found, "value")
  }
}

# These rows only: what all labels would give.
these_rows <- function(metric, n_labels, n_classes, label, design, labelling = NULL, kind = "rows") {
  function(sets) {
    found <- vapply(seq_len(sets), function(i) {
      d <- draw(2000, c(0.85, 0.8), n_classes)
      given <- label(d, n_labels, metric)
      x <- prediction_set(truth ~ m1 + m2, given$data, labelling = labelling %||% given$labelling, question = "rows")
      row <- compare_classifiers(x, metric, reference = "m2", measure = "difference", classes = about_class(metric))
      truth <- compare_classifiers(prediction_set(truth ~ m1 + m2, d), metric, reference = "m2", method = "wald",
        measure = "difference", classes = about_class(metric)
      )$estimate
      holds(row, truth)
    }, NA)
    method <- if (kind == "bounds") "bounds" else if (metric == "accuracy" && n_classes == 2) "pool_exact" else "wald"
    row_of("coverage", paste(design, "these rows", sep = ", "), metric, method, n_labels, n_classes, found)
  }
}

size <- function(method, metric, n_labels, n_classes, n_models, test) {
  function(sets) {
    found <- vapply(seq_len(sets), function(i) {
      given <- label_random(draw(2000, rep(0.8, n_models), n_classes), n_labels, metric)
      test(prediction_set(truth ~ ., given$data, labelling = "random"))
    }, NA)
    row_of("size", "random", metric, method, n_labels, n_classes, found)
  }
}

p_of_f <- function(metric) {
  function(x) omnibus_test(x, metric, method = "wald", classes = about_class(metric))$p.value[1] <= 0.05
}

p_of_pair <- function(method) function(x) compare_classifiers(x, "accuracy", method = method)$p.value <= 0.05

looks_chosen <- function(x) any(grepl("look chosen", utils::capture.output(print(x))))

# Labels of disagreements arrive one by one: does the sequence leave out the truth at any time, is 20 ever reached?
always <- function(what, n_classes) {
  function(sets) {
    question <- if (what == "cs_labelled_pool") "rows" else "population"
    accuracy <- if (what == "cs_labelled_pool") c(0.85, 0.8) else c(0.8, 0.8)
    found <- vapply(seq_len(sets), function(i) {
      d <- draw(400, accuracy, n_classes)
      truth <- mean(d$m1 == d$truth) - mean(d$m2 == d$truth)
      apart <- sample(which(d$m1 != d$m2))
      known <- transform(d, truth = NA_character_)
      bad <- FALSE
      for (k in seq(2, length(apart), 2)) {
        known$truth[apart[seq_len(k)]] <- d$truth[apart[seq_len(k)]]
        x <- prediction_set(truth ~ m1 + m2, known, labelling = "by_pattern", question = question)
        row <- monitor_labels(x, order = "random")
        if (row$reference == "m1") row[c("conf.low", "conf.high")] <- -row[c("conf.high", "conf.low")]
        bad <- if (question == "rows") !holds(row, truth) else row$e.value >= 20
        if (bad) break
      }
      bad
    }, NA)
    row_of(if (question == "rows") "coverage" else "size", "one by one, at any time", "accuracy", what, 400, n_classes,
      if (question == "rows") !found else found
    )
  }
}

# As many labelled disagreements as sample_size() says.
power <- function(n_classes) {
  function(sets) {
    big <- prediction_set(truth ~ m1 + m2, draw(1e6, c(0.85, 0.75), n_classes))
    n <- sample_size(big, "accuracy", labels = TRUE)$n
    found <- vapply(seq_len(sets), function(i) {
      d <- draw(3000, c(0.85, 0.75), n_classes)
      d$truth[-sample(which(d$m1 != d$m2), n)] <- NA
      # One in thousands is refused, for rates that look chosen.
      x <- prediction_set(truth ~ m1 + m2, d, labelling = "by_pattern")
      tryCatch(p_of_pair("midp")(x), verdict_error_argument = function(e) NA)
    }, NA)
    row_of("power", "disagreements", "accuracy", "midp", n, n_classes, found)
  }
}

# Recorded labels are wrong: evenly at a rate, or by a confusion matrix.
wrong_truth <- function(n_classes, even) {
  function(sets) {
    classes <- letters[seq_len(n_classes)]
    confusion <- matrix(0.1 / (n_classes - 1), n_classes, n_classes, dimnames = list(classes, classes))
    diag(confusion) <- 0.9
    if (!even) confusion[1, ] <- c(0.8, 0.2, rep(0, n_classes - 2))
    big <- draw(2e6, c(0.85, 0.8), n_classes)
    truth <- mean(big$m1 == big$truth) - mean(big$m2 == big$truth)
    found <- vapply(seq_len(sets), function(i) {
      d <- draw(1000, c(0.85, 0.8), n_classes)
      right <- match(d$truth, classes)
      below <- t(apply(confusion, 1, cumsum))[right, ]
      d$truth <- classes[1 + rowSums(stats::runif(1000) > below[, -n_classes, drop = FALSE])]
      row <- flips(prediction_set(truth ~ m1 + m2, d), "m1", "m2", classes = character(),
        truth_error = if (even) 0.1 else confusion
      )
      row$corrected.low <= truth && truth <= row$corrected.high
    }, NA)
    row_of("coverage", "wrong labels, 1,000 rows", "accuracy", if (even) "corrected, rate" else "corrected, confusion",
      1000, n_classes, found
    )
  }
}

# Of a whole verdict: is anything claimed of three classifiers that are equal?
any_claim <- function(x) {
  v <- verdict(x)
  any(c(v$overall$adj.p.value, v$comparison$adj.p.value) < 0.05, na.rm = TRUE)
}

# Several annotators, of whom one makes more mistakes: agreement with a random one of them.
annotators <- function(n) {
  function(sets) {
    said <- function(truth, right) ifelse(stats::runif(length(truth)) < right, truth, ifelse(truth == "a", "b", "a"))
    agreed <- function(p, q) p * q + (1 - p) * (1 - q)
    people <- c(0.95, 0.9, 0.7)
    truth <- mean(agreed(people, 0.85) - agreed(people, 0.75))
    found <- vapply(seq_len(sets), function(i) {
      label <- sample(c("a", "b"), n, TRUE)
      d <- data.frame(lapply(c(m1 = 0.85, m2 = 0.75, p1 = 0.95, p2 = 0.9, p3 = 0.7), said, truth = label))
      holds(compare_classifiers(soft_truth(d, c(p1, p2, p3), c(m1, m2)), reference = "m2"), truth)
    }, NA)
    row_of("coverage", "three annotators", "agreement", "paired_t", n, 2, found)
  }
}

# -- all of it ------------------------------------------------------------------------

`%||%` <- function(a, b) if (is.null(a)) b else a

designs <- list(
  coverage("random", "accuracy", 60, 2, label_random, "midp"),
  coverage("random", "accuracy", 200, 4, label_random, "midp"),
  coverage("random", "accuracy", 60, 4, label_random),
  coverage("random", "precision", 150, 4, label_random),
  coverage("random", "recall", 150, 4, label_random),
  coverage("random", "f_meas", 60, 4, label_random),
  coverage("random", "kap", 150, 4, label_random),
  coverage("random", "mcc", 150, 4, label_random),
  coverage("chosen", "accuracy", 150, 2, label_chosen),
  coverage("chosen", "recall", 150, 2, label_chosen),
  own_value("chosen", "precision", 150, 2, label_chosen),
  own_value("random", "recall", 150, 4, label_random),
  coverage("batches", "accuracy", 60, 2, label_batches),
  coverage("batches", "precision", 60, 2, label_batches),
  coverage("batches", "recall", 60, 2, label_batches),
  coverage("batches", "f_meas", 60, 2, label_batches),
  coverage("probability", "accuracy", 150, 2, label_drawn),
  coverage("probability", "recall", 150, 2, label_drawn),
  coverage("40 clusters", "accuracy", 150, 2, label_random, clusters = 40),
  coverage("15 clusters", "accuracy", 300, 2, label_random, clusters = 15),
  coverage("judge", "accuracy", 60, 2, label_random, "judge", judge = TRUE),
  these_rows("accuracy", 60, 2, label_random, "random"),
  these_rows("recall", 150, 4, label_random, "random"),
  these_rows("accuracy", 60, 4, label_drawn, "unknown", "unknown", "bounds"),
  these_rows("f_meas", 60, 4, label_drawn, "unknown", "unknown", "bounds"),
  size("midp", "accuracy", 60, 2, 2, p_of_pair("midp")),
  size("exact", "accuracy", 60, 2, 2, p_of_pair("exact")),
  size("omnibus_wald", "accuracy", 150, 2, 4, p_of_f("accuracy")),
  size("omnibus_wald", "accuracy", 400, 2, 4, p_of_f("accuracy")),
  size("omnibus_wald", "recall", 400, 2, 3, p_of_f("recall")),
  size("labels_rate_check", "accuracy", 60, 4, 2, looks_chosen),
  always("cs_labelled_pool", 2),
  always("e_labelled", 2),
  power(2),
  wrong_truth(2, TRUE),
  wrong_truth(3, FALSE),
  coverage("judge", "f_meas", 60, 2, label_random, "judge", judge = TRUE),
  coverage("judge", "recall", 60, 2, label_random, "judge", judge = TRUE),
  coverage("judge", "precision", 60, 2, label_random, "judge", judge = TRUE),
  coverage("judge", "kap", 150, 2, label_random, "judge", judge = TRUE),
  coverage("8 clusters", "accuracy", 300, 2, label_random, clusters = 8),
  size("verdict()", "any claim", 200, 2, 3, any_claim),
  size("omnibus_wald", "accuracy", 200, 4, 3, p_of_f("accuracy")),
  coverage("probability", "f_meas", 150, 2, label_drawn),
  coverage("random", "kap", 400, 4, label_random),
  annotators(100)
)

arguments <- commandArgs(TRUE)
sets <- c(as.numeric(arguments[1]), 1000)[1 + is.na(as.numeric(arguments[1]))]
file <- file.path("bench", "calibration", "labels.csv")
at <- if (length(arguments) > 1) eval(str2lang(arguments[2])) else seq_along(designs)
keep <- if (length(arguments) > 1) utils::read.csv(file)
for (i in at) {
  set.seed(2000 + i)
  row <- cbind(number = i, designs[[i]](sets))
  print(row, row.names = FALSE)
  keep <- rbind(keep[keep$number != i, ], row)
  utils::write.csv(keep[order(keep$number), ], file, row.names = FALSE)
}
