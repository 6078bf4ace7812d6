# Parts of the ledger that studies of their own found, as they are kept in this folder.

kept_table <- function(name) utils::read.csv(file.path("bench", "calibration", paste0(name, ".csv")))

kept_rows <- function(topic, kind, method, metric, measure, n, rate, dependence, value, undefined, sets,
                      truth = if (kind == "power") "different" else "equal",
                      nominal = c(size = 0.05, coverage = 0.95, power = 0.8)[[kind]]) {
  parts <- Map(function(method, metric, measure, n, rate, dependence, truth, value, undefined, sets) {
    ledger_rows(topic, kind, method, metric, measure, n, rate, dependence, truth, value, undefined, sets, nominal)
  }, method, metric, measure, n, rate, dependence, truth, value, undefined, sets)
  do.call(rbind, unname(parts))
}

pooled_tests <- data.frame(
  test = c(
    "hold_out_exact", "hold_out_midp", "pooled_exact", "pooled_midp", "precision_wgs", "repeated_clustered",
    "precision_gs_clustered", "repeated_independent"
  ),
  method = c(
    "exact, hold-out", "midp, hold-out", "exact, 10-fold", "midp, 10-fold", "wgs, 10-fold",
    "mcnemar for clusters, 10 x 10-fold", "gs for clusters, 10 x 10-fold", "exact, 10 x 10-fold as rows"
  ),
  metric = c(rep("accuracy", 4), "precision", "accuracy", "precision", "accuracy")
)

# Tests of scores over folds, and of predictions that are pooled over them: what they reject where two learners
# are equal, and where they are not.
kept_folds <- function() {
  folds <- kept_table("folds")
  words <- c(
    kfold_t = "paired_t, 10-fold", corrected_t = "corrected_t, 10-fold", sign = "sign, 10-fold",
    wilcoxon = "wilcoxon, 10-fold", repeated_t = "paired_t, 10 x 10-fold",
    corrected_repeated_t = "corrected_t, 10 x 10-fold", repeated_sign = "sign, 10 x 10-fold",
    repeated_wilcoxon = "wilcoxon, 10 x 10-fold", cv5x2_t = "cv5x2_t", cv5x2_f = "cv5x2_f",
    resampled_t = "paired_t, 15 random splits", corrected_resampled_t = "corrected_t, 15 random splits"
  )
  rows <- function(found, kind, nominal) {
    kept_rows(
      "scores over folds", kind, unname(words[found$test]), "accuracy", "difference", found$n, "0.5", found$learner,
      found$rate, 0, found$data_sets, nominal = nominal
    )
  }
  pooled <- merge(pooled_tests, kept_table("cv"), sort = FALSE)
  rbind(
    rows(folds[folds$truth == "null", ], "size", 0.05), rows(folds[folds$truth == "power", ], "power", NA),
    kept_rows(
      "predictions of folds", "size", pooled$method, pooled$metric, "any", pooled$n, "0.5", pooled$learner, pooled$rate,
      pooled$undefined / pooled$data_sets, pooled$data_sets
    )
  )
}

# Tests of several learners over folds, all equal.
kept_anova <- function() {
  found <- kept_table("anova")
  words <- c(once = "10-fold", ten_times = "10 x 10-fold")
  kept_rows(
    "several over folds", "size", paste0(found$test, ", ", words[found$cross_validation]), "accuracy",
    paste(found$classifiers, "classifiers"), found$n, "0.5", found$learner, found$rate, 0, found$data_sets
  )
}

# Tests where the truth is just at the margin: that one is not worse (in a two-sided comparison at 5 %,
# which leaves half to each side), or that the two are equivalent. And families of them.
kept_margins <- function() {
  margin <- kept_table("margin")
  family <- kept_table("margin-family")
  rows <- function(value, claim) {
    kept_rows(
      "margins", "size", margin$method, margin$metric, paste0(margin$measure, ", ", claim), margin$n,
      paste(margin$rate, "less", margin$margin), paste(margin$overlap, "alike"), value, 0, margin$sets,
      truth = "at the margin", nominal = 0.025
    )
  }
  all <- function(value, method) {
    kept_rows(
      "a family with margins", "size", method, "accuracy and recall", "any claim", family$n, family$rate,
      paste(family$classes, "classes"), value, 0, family$sets, truth = "at the margin"
    )
  }
  rbind(
    rows(margin$noninferior, "not worse"), rows(margin$equivalent, "equivalent"),
    all(family$max_t, "max-T"), all(family$holm, "Holm")
  )
}

# Sensitivity and specificity and other metrics together, likelihood ratios, the shares of the predictions (joint.R).
kept_joint <- function() {
  joint <- kept_table("joint")
  rows <- function(test, topic, method, metric) {
    one <- joint[joint$test == test, ]
    kept_rows(
      topic, "size", method, metric, "any", one$n, one$share, paste("right", one$right), one$rejected, one$undefined,
      one$data.sets
    )
  }
  both <- "sensitivity and specificity"
  rbind(
    rows(paste0(both, ", McNemar"), "joint tests", "mcnemar", both),
    rows(paste0(both, ", Wald"), "joint tests", "wald", both),
    rows("PPV and NPV", "joint tests", "wald", "PPV and NPV"),
    rows("LR+ and LR-", "joint tests", "wald", "LR+ and LR-"),
    rows("margins, Stuart-Maxwell", "shares of predictions", "stuart_maxwell", "two classes"),
    rows("margins, Bhapkar", "shares of predictions", "bhapkar", "two classes")
  )
}

# Averages of which one class is rare (averages.R), and what any interval covers there at the least (rare.R).
kept_averages <- function() {
  found <- kept_table("averages")
  rows <- lapply(c("size", "coverage"), function(kind) {
    part <- found[!is.na(found[[kind]]), ]
    kept_rows(
      "averages", kind, part$method, part$metric, part$measure, part$n, part$share,
      paste0(part$k, " classes, ", part$alike, " alike"), part[[kind]], part$undefined, part$sets, truth = part$truth
    )
  })
  least <- kept_table("rare")
  any <- kept_rows(
    "averages, any interval", "coverage", "any of at least 0.93 everywhere", "balanced accuracy", "difference", least$n,
    paste(least$rare, "rows"), paste0("2 classes, ", least$alike, " alike"), least$covered, 0, NA, truth = "equal"
  )
  rbind(do.call(rbind, rows), any)
}

# Tests over groups, standardised differences, gaps (groups.R).
kept_groups <- function() {
  all <- kept_table("groups")
  do.call(rbind, lapply(split(all, all$kind), function(part) {
    kept_rows(
      "groups", part$kind[1], part$method, "accuracy", part$question, part$n, part$design, "0.3", part$value,
      part$undefined, part$sets, truth = part$truth
    )
  }))
}

# Few labels (labels.R): random, chosen in batches, drawn with probabilities, few clusters, bounds, wrong labels.
kept_labels <- function() {
  all <- kept_table("labels")
  nominal <- c(bounds = 1, labels_rate_check = 0.001)[all$method]
  nominal[is.na(nominal)] <- c(size = 0.05, coverage = 0.95, power = 0.8)[all$kind[is.na(nominal)]]
  do.call(rbind, lapply(split(all, list(all$kind, nominal), drop = TRUE), function(part) {
    kept_rows(
      "few labels", part$kind[1], part$method, part$metric, part$measure, part$n, paste(part$classes, "classes"),
      part$design, part$value, part$undefined, part$sets,
      truth = if (part$kind[1] == "size") "equal" else "different",
      nominal = nominal[[match(part$number[1], all$number)]]
    )
  }))
}

# Probabilities, scores and losses of rows (probabilities.R, probability-methods.R, probability-rules.R), judges and
# what is looked at while it arrives (judges.R). What is shown and not tested has no share, and no row.
kept_probabilities <- function() {
  files <- c("probabilities", "probability-methods", "probability-rules", "judges")
  parts <- lapply(stats::setNames(files, rep(c("probabilities", "judges and arrival"), c(3, 1))), kept_table)
  rows <- Map(function(all, topic) {
    all <- all[!is.na(all$nominal), ]
    all$kind[all$kind == "missed at any time"] <- "any"
    do.call(rbind, lapply(split(all, all$kind), function(part) {
      kept_rows(
        topic, part$kind[1], part$method, "by its method", "as in the method", part$n, "none", part$design, part$value,
        0, part$sets, truth = switch(part$kind[1], coverage = "value", power = "different", "equal"),
        nominal = part$nominal[1]
      )
    }))
  }, parts, names(parts))
  do.call(rbind, unname(rows))
}

# Whole verdicts (verdict.R): any false claim and power of the headline, by the share of the level that it has, and
# whether all intervals of a part hold.
kept_verdicts <- function() {
  all <- kept_table("verdict")
  rows <- function(found, kind, column, method, measure, truth, sets = found$sets) {
    kept_rows(
      "whole verdicts", kind, method, "accuracy and precision", measure, found$n, paste(found$classes, "classes"),
      paste0(found$classifiers, " classifiers, ", found$design), found[[column]], 0, sets, truth = truth
    )
  }
  shares <- seq(0.5, 0.9, 0.1)
  by_share <- function(found, kind, what, method, truth) {
    do.call(rbind, lapply(shares, function(share) {
      rows(found, kind, paste0(what, "_", share), method, paste("headline", share), truth)
    }))
  }
  equal <- all[all$design == "equal", ]
  other <- all[all$design != "equal", ]
  rbind(
    by_share(equal, "size", "any", "verdict()", "equal"),
    by_share(other[other$classifiers > 2, ], "size", "any", "verdict()", "partly equal"),
    kept_headlines(shares),
    rows(
      other, "coverage", "hold_headline", "verdict(), headline", "all intervals", "different", other$headline_sets
    ),
    rows(other, "coverage", "hold_details", "verdict(), details", "all intervals", "different", other$hold_sets),
    kept_together()
  )
}

# Simultaneous intervals of relative precision (together.R).
kept_together <- function() {
  found <- kept_table("together")
  kept_rows(
    "whole verdicts", "coverage", "compare_classifiers()", "precision", "all intervals", found$n,
    paste(found$classes, "classes"), paste0(found$classifiers, " classifiers, ", found$design), found$hold, 0,
    found$sets, truth = "different"
  )
}

# Where McNemar's test has power 0.8.
kept_headlines <- function(shares) {
  power <- kept_table("verdict-power")
  do.call(rbind, lapply(shares, function(share) {
    ledger_rows(
      "whole verdicts", "power", "verdict()", "accuracy", paste("headline", share), power$n, power$rate,
      "discordant rows", "different", power[[paste0("headline_", share)]], 0, NA, 0.8
    )
  }))
}

# Six algorithms on 20 data sets (bayes.R): how often the posterior of some pair of equal ones reaches 0.95.
kept_posteriors <- function() {
  found <- kept_table("bayes")
  kept_rows(
    "posteriors", "any", found$method, "score", "any pair at 0.95", 20, "none", "6 algorithms", found$any, 0,
    found$sets, found$truth, NA
  )
}

# Repeated observations (clusters.R), fit_gee() (gee.R), all classes together (global.R), families of comparisons
# (maxt.R, rank.R), and the power that is stated (power.R).
others <- function() {
  gee <- kept_table("gee")
  global <- kept_table("global")
  maxt <- kept_table("maxt")
  rank <- kept_table("rank")
  power <- kept_table("power")
  of_scores <- power$computed == "t"
  clusters <- kept_table("clusters")
  gee_test <- ifelse(gee$test == "score", "score", paste0(gsub("_", " ", gee$test), ", ", gee$reference))
  combination <- ifelse(is.na(global$covariance), global$combine, paste0(global$combine, ", ", global$covariance))
  rbind(
    kept_averages(), kept_folds(),
    kept_anova(),
    kept_margins(),
    kept_joint(),
    kept_verdicts(),
    kept_posteriors(),
    kept_groups(), kept_labels(), kept_probabilities(),
    kept_rows(
      "repeated observations", "size", clusters$method, sub("f_meas", "F measure", clusters$metric), "any",
      clusters$observations, "0.5", "10 rows each", clusters$rejected, 1 - clusters$tested / clusters$replicates,
      clusters$replicates
    ),
    kept_rows(
      "regression", "size", gee_test, ifelse(gee$term == "arm", "of clusters", "within clusters"), "odds ratio",
      gee$clusters, "0.3", gee$corstr,
      gee$rejected, 0, gee$fits
    ),
    kept_rows(
      "all classes together", "size", combination, "precision", "any", global$n, paste(global$classes, "classes"),
      global$design, global$rejected, global$undefined,
      global$replicates
    ),
    kept_rows(
      "all pairs", "size", "max-T, permutation", "precision", "any claim", maxt$rows,
      sub(".*, ", "", maxt$design), sub(",.*", " classifiers", maxt$design), maxt$error.rate, 0, maxt$data.sets
    ),
    kept_rows(
      "ranks", "coverage", "rank_classifiers()", "accuracy", "all ranks", rank$rows, rank$design,
      paste(rank$classifiers, "classifiers"), rank$cover, 0, rank$data_sets
    ),
    kept_rows(
      "stated power", "power", power$method,
      ifelse(of_scores, "score", ifelse(grepl("^disc", power$design), "accuracy", "precision")),
      power$computed, power$n, ifelse(of_scores, sub(", [0-9.]+$", "", power$design), power$design),
      ifelse(of_scores, paste(sub(".*, ", "", power$design), "standard deviations"), "0.7"), power$simulated,
      power$undefined / power$replicates, power$replicates
    )
  )
}
