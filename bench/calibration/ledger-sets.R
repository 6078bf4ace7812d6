# Parts of the ledger that need whole prediction sets: drawn, and put through the verbs.

# Classifiers that are exchangeable, so that all are equal in every metric. Each answers right with
# probability 0.8 and otherwise draws from the shares; on `alike` of the rows all give one answer.
exchangeable <- function(shares, classifiers, alike) {
  labels <- letters[seq_along(shares)]
  rows <- as.matrix(expand.grid(rep(list(seq_along(shares)), classifiers + 1)))
  answer <- function(j) 0.8 * (rows[, j] == rows[, 1]) + 0.2 * shares[rows[, j]]
  own <- Reduce(`*`, lapply(seq_len(classifiers) + 1, answer))
  together <- ifelse(rowSums(rows[, -1] != rows[, 2]) == 0, answer(2), 0)
  internal$new_scenario(
    unname(rows), shares[rows[, 1]] * (alike * together + (1 - alike) * own), labels, paste0("c", seq_len(classifiers))
  )
}

class_shares <- list(common = c(0.4, 0.3, 0.3), rare = c(0.05, 0.35, 0.6))

drawing <- function(at, classifiers) {
  truth <- exchangeable(class_shares[[at$rate]], classifiers, at$alike)
  function() simulate_predictions(truth, at$n)
}

# One design: `draw` a set, `ask` for a named list of c(p, low, high); the rows of the ledger. `about`: a data
# frame by name: topic, method, metric, measure, and `null`, the truth: equality, or a value.
simulate_design <- function(draw, ask, about, n, rate, dependence, sets) {
  found <- lapply(seq_len(sets), function(i) do.call(rbind, ask(draw())))
  weight <- rep(1 / sets, sets)
  parts <- lapply(rownames(about), function(name) {
    numbers <- vapply(found, function(x) x[name, ], double(3))
    one <- about[name, ]
    add <- function(kind, value) {
      ledger_rows(
        one$topic, kind, one$method, one$metric, one$measure, n, rate, dependence,
        if (one$measure == "value") "value" else "equal", value[1], value[2], sets
      )
    }
    rbind(
      if (one$test) add("size", size_of(numbers[1, ], weight)),
      if (one$interval) add("coverage", coverage_of(numbers[2, ], numbers[3, ], one$null, weight))
    )
  })
  do.call(rbind, parts)
}

about_rows <- function(names, topic, method, metric, measure, test = TRUE, interval = TRUE,
                       null = as.numeric(measure %in% c("ratio", "odds ratio"))) {
  data.frame(topic, method, metric, measure, test, interval, null, row.names = names)
}

first_row <- function(x) c(x$p.value[1], x$conf.low[1], x$conf.high[1])

each_design <- function(grid, run) {
  do.call(rbind, lapply(seq_len(nrow(grid)), function(i) run(as.list(grid[i, ]))))
}

# -- metrics that are no proportion, by influence ---------------------------------------------------------

any_metric <- function(sets) {
  metrics <- c("f_meas", "mcc", "kap", "bal_accuracy")
  labels <- c("macro F", "Matthews", "kappa", "macro balanced accuracy")
  about <- about_rows(metrics, "same rows, any metric", "wald", labels, "difference")
  grid <- expand.grid(n = c(25, 100, 500), rate = names(class_shares), alike = c(0.1, 0.9), stringsAsFactors = FALSE)
  each_design(grid, function(at) {
    simulate_design(
      drawing(at, 2), function(x) {
        found <- suppressWarnings(compare_classifiers(
          x, metrics, "wald", average = "macro", zero_division = "zero", p.adjust.method = "none"
        ))
        stats::setNames(lapply(metrics, function(metric) first_row(found[found$metric == metric, ])), metrics)
      }, about, at$n, at$rate, at$alike, sets
    )
  })
}

# -- the predicted classes ------------------------------------------------------------------------------------

test_only <- function(x) c(x$p.value[1], NA, NA)

# Are the classes predicted equally often?
predicted_shares <- function(sets) {
  methods <- c("stuart_maxwell", "bhapkar")
  about <- about_rows(methods, "shares of predictions", methods, "three classes", "any", interval = FALSE)
  grid <- expand.grid(n = c(25, 100, 500), rate = names(class_shares), alike = c(0.1, 0.9), stringsAsFactors = FALSE)
  each_design(grid, function(at) {
    simulate_design(drawing(at, 2), function(x) {
      stats::setNames(lapply(methods, function(method) {
        test_only(omnibus_test(x, "detection_prevalence", over = "classes", method = method))
      }), methods)
    }, about, at$n, at$rate, at$alike, sets)
  })
}

# -- resampling --------------------------------------------------------------------------------------------

resampled <- function(sets, R = 999) {
  kinds <- c("bca", "percentile", "basic", "studentized")
  names <- c(kinds, "permutation")
  grid <- expand.grid(
    n = c(25, 100), metric = c("accuracy", "f_meas"), rate = names(class_shares), alike = 0.5, stringsAsFactors = FALSE
  )
  each_design(grid, function(at) {
    label <- c(accuracy = "accuracy", f_meas = "macro F")[[at$metric]]
    about <- about_rows(
      names, "resampling", c(paste("bootstrap,", kinds), "permutation"), label, "difference",
      test = names %in% c("studentized", "permutation"), interval = names %in% kinds
    )
    average <- if (at$metric == "f_meas") "macro" else "none"
    ask <- function(x) {
      compare <- function(...) {
        first_row(suppressWarnings(compare_classifiers(
          x, at$metric, measure = "difference", average = average, R = R, zero_division = "zero",
          p.adjust.method = "none", ...
        )))
      }
      c(
        stats::setNames(lapply(kinds, function(kind) compare(method = "bootstrap", interval = kind)), kinds),
        list(permutation = compare(method = "permutation"))
      )
    }
    simulate_design(drawing(at, 2), ask, about, at$n, at$rate, at$alike, sets)
  })
}

# Of one classifier by itself, beside its default interval.
resampled_values <- function(sets, R = 999) {
  kinds <- c("percentile", "bca", "basic", "studentized")
  grid <- expand.grid(
    n = c(25, 100), metric = c("accuracy", "f_meas"), rate = names(class_shares), stringsAsFactors = FALSE
  )
  each_design(grid, function(at) {
    average <- if (at$metric == "f_meas") "macro" else "none"
    assess <- function(x, ...) assess_classifiers(x, at$metric, average = average, zero_division = "zero", ...)
    at$alike <- 0.5
    truth <- assess(simulate_predictions(exchangeable(class_shares[[at$rate]], 2, at$alike), 1e7))$estimate[1]
    own <- c(accuracy = "wilson", f_meas = "delta")[[at$metric]]
    about <- about_rows(
      c(kinds, own), "resampling, one classifier", c(paste("bootstrap,", kinds), own),
      c(accuracy = "accuracy", f_meas = "macro F")[[at$metric]], "value", test = FALSE, null = truth
    )
    ask <- function(x) {
      limits <- function(interval) {
        found <- assess(x, interval = interval)
        c(NA, found$conf.low[1], found$conf.high[1])
      }
      asked <- c(lapply(kinds, function(kind) by_bootstrap(R, kind)), own)
      stats::setNames(lapply(asked, limits), c(kinds, own))
    }
    simulate_design(drawing(at, 2), ask, about, at$n, at$rate, "none", sets)
  })
}

# -- all of several classifiers ---------------------------------------------------------------------------

omnibus <- function(sets) {
  asked <- data.frame(
    metric = rep(c("accuracy", "precision"), c(4, 2)), method = c("cochran", "permutation", "gs", "wald", "gs", "wald")
  )
  names <- paste(asked$metric, asked$method)
  about <- about_rows(names, "all of four equal", asked$method, asked$metric, "any", interval = FALSE)
  grid <- expand.grid(n = c(25, 100, 500), rate = names(class_shares), alike = c(0.1, 0.9), stringsAsFactors = FALSE)
  each_design(grid, function(at) {
    ask <- function(x) {
      found <- Map(function(metric, method) {
        test <- suppressWarnings(omnibus_test(
          x, metric, method = method, classes = if (metric == "precision") "a", R = 199, p.adjust.method = "none"
        ))
        c(test$p.value[1], NA, NA)
      }, asked$metric, asked$method)
      stats::setNames(found, names)
    }
    simulate_design(drawing(at, 4), ask, about, at$n, at$rate, at$alike, sets)
  })
}

# -- repeated observations ----------------------------------------------------------------------------------

# Each of `n` observations is predicted five times; a classifier is right on one of its rows with a
# probability of its own for each observation.
draw_repeated <- function(n, share) {
  id <- rep(seq_len(n), each = 5)
  truth <- rep(ifelse(stats::runif(n) < share, "a", "b"), each = 5)
  answer <- function() {
    right <- stats::runif(5 * n) < stats::plogis(stats::rnorm(n, 1.5, 1.5)[id])
    ifelse(right, truth, ifelse(truth == "a", "b", "a"))
  }
  prediction_set(
    data.frame(id, truth, c1 = answer(), c2 = answer()), truth, c("c1", "c2"), id = id, levels = c("a", "b")
  )
}

repeated <- function(sets) {
  corrections <- c("robust", "df", "kauermann_carroll", "mancl_derouen", "morel_bokossa_neerchal")
  asked <- rbind(
    data.frame(metric = "accuracy", method = "mcnemar", vcov = "robust"),
    data.frame(metric = "accuracy", method = "wald", vcov = corrections),
    data.frame(metric = "precision", method = "gs", vcov = "robust"),
    data.frame(metric = "precision", method = "gee", vcov = corrections),
    data.frame(metric = c("accuracy", "precision"), method = "permutation", vcov = "robust")
  )
  names <- paste(asked$metric, asked$method, asked$vcov)
  measure <- ifelse(asked$metric == "accuracy", "difference", ifelse(asked$method == "gee", "odds ratio", "ratio"))
  method <- ifelse(asked$vcov == "robust", asked$method, paste0(asked$method, ", ", gsub("_", " ", asked$vcov)))
  about <- about_rows(
    names, "repeated observations", method, asked$metric, measure, interval = asked$method != "permutation"
  )
  grid <- expand.grid(n = c(5, 10, 20, 40, 100), rate = 0.4)
  each_design(grid, function(at) {
    ask <- function(x) {
      found <- Map(function(metric, method, vcov) {
        first_row(suppressWarnings(do.call(compare_classifiers, c(
          list(x, metric, method, classes = if (metric == "precision") "a", vcov = vcov, p.adjust.method = "none"),
          if (method == "permutation") list(R = 199)
        ))))
      }, asked$metric, asked$method, asked$vcov)
      stats::setNames(found, names)
    }
    simulate_design(function() draw_repeated(at$n, at$rate), ask, about, at$n, at$rate, "5 rows each", sets)
  })
}
