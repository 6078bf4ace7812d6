# The paper's Table 10: precision of naive Bayes and a random forest on the diabetic
# retinopathy data, as in the test set and at a known prevalence of 30 %.
#
#   Rscript bench/paper/table10.R <folder of the UCI files> [<folder for predictions> [<printed.csv>]]
#
# Run it from the top folder. Three parts: does the table as printed (see printed.R) agree with itself,
# and which class was given the 30 %; the same from predictions of our own; the same by
# DTComPair (precision and its interval) and by resampling rows (the ratio). The script
# stops with an error where verdict and DTComPair differ by more than 1e-8.

library(verdict)
options(width = 120)
for (part in c("read", "learn")) source(file.path("bench", "paper", paste0(part, ".R")))

given <- 0.3

# -- as printed ------------------------------------------------------------------------

# Rows of Table 10 in the paper's printed figures: class, classifier, empirical, updated.
read_table10 <- function(file) {
  rows <- read.csv(file, colClasses = "character")
  rows <- rows[rows$table == "10", ]
  rows$classifier <- sub(".*precision ", "", rows$quantity)
  rows$updated <- grepl("updated", rows$quantity)
  rows$printed <- as.numeric(rows$printed)
  updated <- rows[rows$updated, ]
  found <- rows[!rows$updated, c("class", "classifier")]
  found$empirical <- rows$printed[!rows$updated]
  found$updated <- updated$printed[match(
    paste(found$class, found$classifier), paste(updated$class, updated$classifier)
  )]
  found
}

# What printed figures with two decimals allow: from the smallest to the largest shift on
# the logit scale. By Bayes' rule the shift of all classifiers is logit(q) - logit(share),
# and the opposite for the other class.
shift_range <- function(before, after) {
  qlogis(after + c(-0.005, 0.005)) - qlogis(before + c(0.005, -0.005))
}

check_printed <- function(table, share) {
  sign <- ifelse(table$class == "1", 1, -1)
  ranges <- t(mapply(shift_range, table$empirical, table$updated)) * sign
  ranges <- t(apply(ranges, 1, sort))
  allowed <- c(max(ranges[, 1]), min(ranges[, 2]))
  cat("As printed: shift of the logit for class 1, by row and in common\n")
  print(data.frame(table, least = ranges[, 1], most = ranges[, 2]), row.names = FALSE, digits = 3)
  cat(sprintf("In common: %.3f to %.3f\n", allowed[1], allowed[2]))
  cat(sprintf(
    "With class 1 at %.3f in the data: updated to a prevalence of class 1 from %.3f to %.3f\n",
    share, plogis(qlogis(share) + allowed[1]), plogis(qlogis(share) + allowed[2])
  ))
}

# -- from predictions ------------------------------------------------------------------

both_prevalences <- function(set, share) {
  updated <- update_prevalence(set, share)
  rbind(assess_classifiers(set, "precision", interval = "logit"), assess_classifiers(updated, "precision"))
}

peer_precision <- function(predictions, name, class, share) {
  binary <- data.frame(
    truth = as.numeric(predictions$truth == class), test = as.numeric(predictions[[name]] == class)
  )
  accuracy <- DTComPair::acc.1test(DTComPair::tab.1test(truth, test, data = binary))
  unname(DTComPair::pv.prev(share, accuracy)[c("ppv_est", "ppv_lcl", "ppv_ucl")])
}

# DTComPair's interval is for the likelihood ratio with the prevalence known, as ours; the
# one at the data's own shares is another.
largest_difference <- function(updated, predictions, shares) {
  theirs <- mapply(function(name, class) {
    peer_precision(predictions, name, class, shares[[class]])
  }, updated$classifier, updated$class)
  max(abs(theirs - t(updated[c("estimate", "conf.low", "conf.high")])))
}

# Ratio of the updated precisions of one class, from rows drawn with replacement.
ratio_by_rows <- function(predictions, class, share, replicates = 4000) {
  ppv <- function(rows, name) {
    positive <- predictions[[name]][rows] == class
    has_it <- predictions$truth[rows] == class
    share * mean(positive[has_it]) /
      (share * mean(positive[has_it]) + (1 - share) * mean(positive[!has_it]))
  }
  drawn <- replicate(replicates, {
    rows <- sample.int(nrow(predictions), replace = TRUE)
    ppv(rows, "random_forest") / ppv(rows, "naive_bayes")
  })
  stats::quantile(drawn, c(0.025, 0.975), names = FALSE)
}

show_ratios <- function(set, predictions, shares) {
  updated <- update_prevalence(set, shares)
  delta <- compare_classifiers(updated)
  boot <- compare_classifiers(updated, method = "bootstrap", measure = "ratio", interval = "percentile")
  rows <- vapply(delta$class, function(class) ratio_by_rows(predictions, class, shares[[class]]), double(2))
  interval <- function(low, high) sprintf("(%.3f, %.3f)", low, high)
  print(data.frame(
    class = delta$class, ratio = sprintf("%.3f", delta$estimate),
    delta = interval(delta$conf.low, delta$conf.high),
    bootstrap = interval(boot$conf.low, boot$conf.high), by.rows = interval(rows[1, ], rows[2, ]),
    p = signif(delta$p.value, 2)
  ), row.names = FALSE)
}

show <- function(set, predictions, shares, title) {
  found <- both_prevalences(set, shares)
  updated <- !is.na(found$prevalence)
  cell <- sprintf("%.3f (%.3f, %.3f)", found$estimate, found$conf.low, found$conf.high)
  cat("\n", title, "\n", sep = "")
  print(data.frame(
    found[!updated, c("class", "classifier")], empirical = cell[!updated], updated = cell[updated]
  ), row.names = FALSE)
  difference <- largest_difference(found[updated, ], predictions, shares)
  cat("Largest difference to DTComPair: ", format(difference, digits = 2), "\n", sep = "")
  cat("Updated precision, random_forest over naive_bayes:\n")
  show_ratios(set, predictions, shares)
  difference
}

arguments <- paper_arguments()
name <- "Diabetic retinopathy (Messidor)"
if (length(arguments$others)) {
  share <- mean(readers[[name]](arguments$folder)$all$class == "1")
  check_printed(read_table10(arguments$others[1]), share)
}
predictions <- held_out(name, arguments$folder, arguments$cache)
set <- prediction_set(truth ~ naive_bayes + random_forest, predictions)
differences <- c(
  show(set, predictions, c("0" = given, "1" = 1 - given), "Class 0 at 30 %, as printed"),
  show(set, predictions, c("0" = 1 - given, "1" = given), "Class 1 (the disease) at 30 %, as meant")
)
if (max(differences) > 1e-8) stop("verdict and DTComPair differ.")
