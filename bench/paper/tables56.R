# The paper's Tables 5 and 6: precision of naive Bayes and a random forest, class by class,
# on six UCI data sets, by verdict and by other packages on the same predictions.
#
#   Rscript bench/paper/tables56.R <folder of the UCI files> [<folder for predictions>]
#
# Run it from the top folder. The second folder keeps the predictions: written when they are not there, else
# read. The script stops with an error where verdict and the other packages differ by more than 1e-8.

library(verdict)
options(width = 120)
for (part in c("read", "learn", "peers")) source(file.path("bench", "paper", paste0(part, ".R")))

tolerance <- 1e-8
p_values <- c("gs.p", "wgs.p", "wald.p")

our_table <- function(predictions) {
  set <- prediction_set(truth ~ naive_bayes + random_forest, data = predictions)
  by_method <- lapply(c(gs = "gs", wgs = "wgs", wald = "gee", relative = "relative"), function(method) {
    compare_classifiers(
      set, "precision", method = method, measure = "ratio", p.adjust.method = "none"
    )
  })
  tests <- lapply(by_method[c("gs", "wgs", "wald")], function(table) test_columns(table$statistic, table$p.value))
  with(by_method$relative, data.frame(
    class, naive_bayes = estimate.reference, random_forest = estimate.classifier,
    tests, ratio = estimate, low = conf.low, high = conf.high
  ))
}

# Relative above 1, absolute below; where one is NA the other must be.
largest_difference <- function(ours, theirs) {
  stopifnot(identical(names(ours), names(theirs)), identical(ours$class, theirs$class))
  a <- as.matrix(ours[-1])
  b <- as.matrix(theirs[-1])
  stopifnot(identical(is.na(a), is.na(b)))
  max(abs(a - b) / pmax(1, abs(b)), na.rm = TRUE)
}

format_p <- function(p) {
  ifelse(is.na(p) | p == 0, paste(p), ifelse(p < 1e-4, sprintf("%.1e", p), sprintf("%.4f", p)))
}

formatted <- function(table, by) {
  data.frame(
    class = table$class,
    by = by,
    naive_bayes = sprintf("%.4f", table$naive_bayes),
    random_forest = sprintf("%.4f", table$random_forest),
    lapply(table[p_values], format_p),
    relative = sprintf("%.4f (%.4f, %.4f)", table$ratio, table$low, table$high)
  )
}

print_tables <- function(name, predictions, ours, theirs) {
  rows <- rbind(formatted(ours, "verdict"), formatted(theirs, "peers"))
  rows <- rows[order(match(rows$class, ours$class)), ]
  rows$class[duplicated(rows$class)] <- ""
  cat("\n", name, ", ", nrow(predictions), " test rows\n", sep = "")
  print(rows, row.names = FALSE, right = FALSE)
}

run <- function(name, predictions) {
  ours <- our_table(predictions)
  theirs <- peer_table(predictions)
  print_tables(name, predictions, ours, theirs)
  difference <- largest_difference(ours, theirs)
  cat("Largest difference: ", format(difference, digits = 2), "\n", sep = "")
  difference
}

given <- paper_arguments()
differences <- vapply(names(readers), function(name) run(name, held_out(name, given$folder, given$cache)), 0)
if (max(differences) > tolerance) stop("verdict and the other packages differ.")
cat("\nverdict and the other packages agree to ", format(tolerance), ".\n", sep = "")
