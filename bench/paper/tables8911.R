# The paper's Tables 8, 9 and 11: precision of four classifiers (naive Bayes, a random
# forest of 1,000 trees, a support vector machine, a random forest of 50 trees) on Wilt and
# Diabetic retinopathy. Table 8: are all equal? Table 9: odds ratios against naive Bayes.
# Table 11: are all equal, from 10-fold and from 10 x 10-fold cross-validation?
#
#   Rscript bench/paper/tables8911.R <folder of the UCI files> [<folder for predictions>]
#
# Run it from the top folder. The second folder keeps the predictions, one file a
# repetition: written when it does not exist (a quarter of an hour for all), else read.
# `profiles` rows are compare_classifiers() and omnibus_test(), `rows` are fit_gee() on the
# stacked predictions, `geepack` is geeglm() on the same, sorted by observation. The script
# stops with an error where they differ by more than 1e-8.

library(verdict)
library(geepack) # its anova method looks for geese.fit on the search path
options(width = 120)
for (part in c("read", "learn")) source(file.path("bench", "paper", paste0(part, ".R")))

tolerance <- 1e-8
# By other packages, row by row --------------------------------------------------

# One row for each prediction of the class, sorted by observation.
stack_class <- function(predictions, class) {
  id <- if (is.null(predictions$id)) seq_len(nrow(predictions)) else predictions$id
  rows <- do.call(rbind, lapply(names(learners), function(learner) {
    data.frame(
      id, right = as.numeric(predictions$truth == class), classifier = learner
    )[predictions[[learner]] == class, ]
  }))
  rows$classifier <- factor(rows$classifier, names(learners))
  rows[order(rows$id), ]
}

by_geepack <- function(rows) {
  geeglm(
    right ~ classifier,
    family = binomial(), data = rows, id = id, corstr = "independence",
    control = geese.control(epsilon = 1e-12, maxit = 100)
  )
}

# Classifiers whose log odds are finite: the others have no estimate.
finite_odds <- function(rows) {
  counts <- table(rows$classifier, rows$right)
  rownames(counts)[rowSums(counts > 0) == 2]
}

# All equal? ----------------------------------------------------------------------

joint_row <- function(by, class, wald, score) {
  data.frame(
    class, by,
    wald = wald[1], wald.p = wald[2], score = score[1], score.p = score[2]
  )
}

joint_rows <- function(set, predictions, class) {
  tests <- lapply(c("wald", "gs"), function(method) {
    omnibus_test(set, method = method, classes = class, p.adjust.method = "none")
  })
  of <- function(test) c(test$statistic, test$p.value)
  rows <- stack_class(predictions, class)
  ours <- joint_row("profiles", class, of(tests[[1]]), of(tests[[2]]))
  if (length(finite_odds(rows)) < length(learners)) return(ours)
  fit <- fit_gee(right ~ classifier, rows, id = id)
  general <- lapply(c("wald", "score"), function(test) of(anova(fit, test = test)[1, ]))
  peer <- anova(by_geepack(rows))
  rbind(
    ours, joint_row("rows", class, general[[1]], general[[2]]),
    joint_row("geepack", class, c(peer$X2, peer[["P(>|Chi|)"]]), c(NA, NA))
  )
}

# Against naive Bayes ----------------------------------------------------------------

odds_rows <- function(set, predictions, class) {
  reference <- names(learners)[1]
  ours <- compare_classifiers(
    set, "precision",
    method = "gee", measure = "odds_ratio", reference = reference, classes = class,
    p.adjust.method = "none"
  )
  ours <- data.frame(
    class, classifier = ours$classifier, by = "profiles", log.odds.ratio = log(ours$estimate),
    std.error = ours$std.error
  )
  rows <- stack_class(predictions, class)
  finite <- finite_odds(rows)
  rows <- droplevels(rows[rows$classifier %in% finite, ])
  from <- function(by, fit) {
    data.frame(
      class, classifier = setdiff(finite, reference), by,
      log.odds.ratio = unname(coef(fit)[-1]), std.error = unname(sqrt(diag(vcov(fit))[-1]))
    )
  }
  all <- rbind(
    ours, from("rows", fit_gee(right ~ classifier, rows, id = id)),
    from("geepack", by_geepack(rows))
  )
  all[order(match(all$classifier, ours$classifier)), ]
}

# Results -------------------------------------------------------------------------------

# Relative above 1, absolute below, of every number between rows on the same thing.
# geepack's p-values are 0 below 1e-16; its statistics are compared.
largest_difference <- function(table, key) {
  numbers <- setdiff(names(table)[vapply(table, is.numeric, NA)], "wald.p")
  spread <- function(x) {
    x <- x[!is.na(x)]
    if (length(x) < 2) 0 else diff(range(x)) / max(1, abs(x))
  }
  differences <- vapply(table[numbers], function(x) max(tapply(x, table[key], spread)), 0)
  max(differences)
}

format_p <- function(p) {
  ifelse(is.na(p), "", ifelse(p < 1e-4, sprintf("%.1e", p), sprintf("%.4f", p)))
}

format_joint <- function(table) {
  data.frame(
    table[setdiff(names(table), c("wald", "wald.p", "score", "score.p"))],
    wald = ifelse(is.na(table$wald), "", sprintf("%.4f", table$wald)),
    wald.p = format_p(table$wald.p),
    score = ifelse(is.na(table$score), "", sprintf("%.4f", table$score)),
    score.p = format_p(table$score.p)
  )
}

format_odds <- function(table) {
  limits <- table$log.odds.ratio + outer(table$std.error, stats::qnorm(c(0.025, 0.975)))
  known <- !is.na(table$std.error)
  data.frame(
    table[c("class", "classifier", "by")],
    odds.ratio = ifelse(
      known,
      sprintf("%.4f (%.4f, %.4f)", exp(table$log.odds.ratio), exp(limits[, 1]), exp(limits[, 2])),
      format(exp(table$log.odds.ratio), digits = 4)
    ),
    p = format_p(2 * stats::pnorm(-abs(table$log.odds.ratio / table$std.error)))
  )
}

show <- function(title, table, format, key) {
  shown <- format(table)
  repeated <- duplicated(do.call(paste, shown[key]))
  shown[repeated, key] <- ""
  cat("\n", title, "\n", sep = "")
  print(shown, row.names = FALSE, right = FALSE)
  difference <- largest_difference(table, key)
  cat("Largest difference: ", base::format(difference, digits = 2), "\n", sep = "")
  difference
}

over_classes <- function(set, predictions, rows) {
  do.call(rbind, lapply(set$classes, function(class) rows(set, predictions, class)))
}

tables_8_and_9 <- function(name, predictions) {
  set <- prediction_set(predictions, truth, all_of(names(learners)))
  precision <- assess_classifiers(set, "precision")
  cat("\n", name, ", ", nrow(predictions), " test rows; precision:\n", sep = "")
  print(xtabs(estimate ~ class + classifier, precision)[, names(learners)], digits = 4)
  c(
    show(
      "Table 8: are all four equal?", over_classes(set, predictions, joint_rows),
      format_joint, "class"
    ),
    show(
      "Table 9: odds ratios against naive Bayes", over_classes(set, predictions, odds_rows),
      format_odds, c("class", "classifier")
    )
  )
}

design_rows <- function(predictions, design) {
  set <- prediction_set(
    predictions, truth, all_of(names(learners)),
    id = id, fold = fold, repetition = repetition
  )
  cbind(design, over_classes(set, predictions, joint_rows))
}

table_11 <- function(name, once, ten_times) {
  table <- rbind(design_rows(once, "10-fold"), design_rows(ten_times, "10 x 10-fold"))
  title <- paste0(
    "Table 11: ", name, ", ", format(nrow(once)), " observations, cross-validated: are all equal?"
  )
  show(title, table, format_joint, c("design", "class"))
}

given <- paper_arguments()
differences <- lapply(four_learners, function(name) {
  tables_8_and_9(name, held_out(name, given$folder, given$cache))
})
differences_11 <- lapply(four_learners, function(name) {
  all <- repetitions(name, given$folder, given$cache, 10)
  table_11(name, all[all$repetition == 1, ], all)
})
if (max(unlist(c(differences, differences_11))) > tolerance) stop("The three routes differ.")
cat("\nThe three routes agree to ", format(tolerance), ".\n", sep = "")
cat(
  "P-values from cross-validation concern these fitted models; as a verdict on the learning",
  "\nalgorithms they are too small.\n"
)
