# Words that the printed results, the summaries and the plots share.

metric_labels <- c(
  accuracy = "accuracy", error = "error rate", precision = "precision",
  recall = "recall", specificity = "specificity", npv = "NPV",
  fpr = "false positive rate", fnr = "false negative rate",
  f_meas = "F-measure", bal_accuracy = "balanced accuracy",
  j_index = "Youden's J", mcc = "MCC", kap = "kappa",
  prevalence = "prevalence", detection_prevalence = "detection prevalence"
)

label_metric <- function(metric) {
  known <- metric %in% names(metric_labels)
  metric[known] <- metric_labels[metric[known]]
  metric
}

# Which sign of (classifier - reference) is good for the classifier.
metric_direction <- function(metric) {
  direction <- rep(1, length(metric))
  direction[metric %in% c("error", "fpr", "fnr")] <- -1
  direction[metric %in% c("prevalence", "detection_prevalence")] <- 0
  direction
}

is_relative <- function(measure) measure %in% c("ratio", "odds ratio")

null_value <- function(measure) as.numeric(is_relative(measure))

# What a row is about: a class, an average over classes, or all of them.
label_class <- function(class, average) {
  averaged <- ifelse(average == "none", "all classes", paste(average, "average"))
  ifelse(is.na(class), averaged, class)
}

label_pair <- function(x) {
  ifelse(is.na(x$reference), x$classifier, paste(x$classifier, "vs", x$reference))
}

# The two sides of all comparisons of a result, by name where there is one name.
pair_names <- function(x) {
  one <- function(names, otherwise) if (length(unique(names)) == 1) names[1] else otherwise
  second <- one(x$reference, "the second")
  c(one(x$classifier, if (second == "the second") "the first" else "the other"), second)
}

# "a", "a and b", "a, b and c"; at most `max` of them, the rest as a number.
and_list <- function(words, max = Inf) {
  if (length(words) > max) {
    words <- c(words[seq_len(max)], paste(length(words) - max, "more"))
  }
  n <- length(words)
  if (n < 2) {
    return(paste(words, collapse = ""))
  }
  paste(paste(words[-n], collapse = ", "), "and", words[n])
}

count_of <- function(n, singular, plural = paste0(singular, "s")) {
  paste(format_count(n), ifelse(n == 1, singular, plural))
}

format_count <- function(n) {
  prettyNum(signif(n, 15), big.mark = ",")
}

capitalise <- function(text) {
  paste0(toupper(substr(text, 1, 1)), substr(text, 2, nchar(text)))
}
