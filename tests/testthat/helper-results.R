# Results with made-up numbers, for the tests of printing, words and plots: what
# they look like must not depend on how they were computed.

mock_info <- function(type, df, ...) {
  units <- list(
    row = "row", unit = "observation", n_rows = 1151, n = 1151, n_clusters = 1151, clustered = FALSE,
    classes = unique(df[["class"]]), classifiers = unique(c(df[["reference"]], df[["classifier"]])),
    design = design_of()
  )
  given <- list(...)
  if (!is.null(given$n_rows)) units$n <- given$n_rows
  info <- list(
    type = type, conf.level = 0.95, alternative = "two.sided",
    p.adjust.method = if (type == "comparison") "holm" else "none",
    family = nrow(df),
    interval = if (type == "comparison") "influence-based (log scale)" else "Wilson",
    units = utils::modifyList(units, given[names(given) %in% names(units)])
  )
  utils::modifyList(info, given[!names(given) %in% names(units)])
}

# One pair, per class, relative precision; log.se sets the width.
mock_comparison <- function(class = c("asphalt", "soil", "tree"),
                            ratio = c(1.01, 1.75, 0.90), log.se = c(0.03, 0.2, 0.02),
                            classifier = "rf", reference = "nb", base = 0.55,
                            metric = "precision", ...) {
  z <- log(ratio) / log.se
  log.p <- stats::pchisq(z^2, 1, lower.tail = FALSE, log.p = TRUE)
  df <- data.frame(
    metric = metric, class = class, classifier = classifier, reference = reference,
    measure = "ratio", estimate = ratio, std.error = log.se,
    conf.low = ratio * exp(-1.96 * log.se), conf.high = ratio * exp(1.96 * log.se),
    statistic = z^2, df = 1, p.value = exp(log.p), log.p.value = log.p,
    adj.p.value = stats::p.adjust(exp(log.p), "holm"),
    estimate.classifier = base * ratio, estimate.reference = base,
    method = "weighted generalized score"
  )
  new_verdict_table(df, mock_info("comparison", df, ...))
}

# One pair, over all classes, difference of accuracy.
mock_accuracy <- function(difference = 0.031, half_width = 0.02, p = 0.0024,
                          classifier = "rf", reference = "nb", ...) {
  df <- data.frame(
    metric = "accuracy", classifier = classifier, reference = reference,
    measure = "difference", estimate = difference,
    conf.low = difference - half_width, conf.high = difference + half_width,
    p.value = p, log.p.value = log(p), adj.p.value = stats::p.adjust(p, "holm"),
    estimate.classifier = 0.91 + difference, estimate.reference = 0.91,
    method = "mid-p McNemar"
  )
  new_verdict_table(df, mock_info("comparison", df, interval = "Tango", ...))
}

mock_assessment <- function(class = c("asphalt", "soil", "tree"),
                            classifier = c("nb", "rf"), metric = "precision", ...) {
  df <- expand.grid(class = class, classifier = classifier, stringsAsFactors = FALSE)
  df$estimate <- seq(0.6, 0.95, length.out = nrow(df))
  df$conf.low <- df$estimate - 0.04
  df$conf.high <- df$estimate + 0.03
  df <- transform(df, metric = metric, measure = "value", method = "Wilson")
  new_verdict_table(df, mock_info("assessment", df, ...))
}

# All pairs of `classifiers` over `n` classes.
mock_many <- function(n = 20, classifiers = c("nb", "rf", "svm", "knn")) {
  pairs <- utils::combn(classifiers, 2)
  set.seed(7)
  parts <- lapply(seq_len(ncol(pairs)), function(j) {
    mock_comparison(
      class = sprintf("class %02d", seq_len(n)),
      ratio = exp(stats::rnorm(n, 0, 0.1)), log.se = stats::runif(n, 0.01, 0.1),
      classifier = pairs[2, j], reference = pairs[1, j]
    )
  })
  do.call(rbind, parts)
}

# Plots drawn in this test go nowhere.
local_null_device <- function(frame = parent.frame()) {
  grDevices::pdf(NULL)
  device <- grDevices::dev.cur()
  do.call(on.exit, list(bquote(grDevices::dev.off(.(device))), add = TRUE), envir = frame)
}

# With a page of so many inches open.
on_page <- function(width, height, code) {
  grDevices::pdf(NULL, width = width, height = height)
  on.exit(grDevices::dev.off())
  force(code)
}

# What is estimated of a set by one metric.
target_of <- function(metric, x, average = "none", classes = NULL, zero_division = "na") {
  set_target(x, set_metrics(x, metric), average, classes, zero_division)
}

# A comparison as if it had been judged with a margin, by its intervals.
with_margin <- function(x, low = -0.02, high = -low) {
  p <- function(shown) ifelse(is.na(shown), NA, ifelse(shown, 0.01, 0.6))
  x$adj.conf.low <- x$conf.low
  x$adj.conf.high <- x$conf.high
  good <- metric_directions(x) >= 0
  above <- function(end) x$conf.low > end
  below <- function(end) x$conf.high < end
  x$margin.low <- low
  x$margin.high <- high
  x$adj.p.noninferior <- p(if (all(good)) above(low) else below(high))
  x$adj.p.equivalent <- p(above(low) & below(high))
  x$adj.p.superior <- p(if (all(good)) above(high) else below(low))
  x$adj.p.nonsuperior <- p(if (all(good)) below(high) else above(low))
  x$adj.p.inferior <- p(if (all(good)) below(low) else above(high))
  x[paste0("p.", margin_questions)] <- x[paste0("adj.p.", margin_questions)]
  x$decision <- decisions(x)
  x
}

# What a comparison with a margin comes to, in words.
answers_of <- function(x) {
  ifelse(has_margin(x), outcome_words(outcomes(x), x), NA_character_)
}

# Two classifiers that are the same on one class and differ on the other.
mock_set_alike <- function() {
  truth <- rep(c("x", "y"), each = 10)
  prediction_set(truth ~ a + b, data.frame(truth, a = replace(truth, 1, "y"), b = replace(truth, 2:3, "y")))
}

# The lines above the table that print() shows.
header_of <- function(x) {
  said <- utils::capture.output(print(x, width = 10000))
  said[seq_len(match("", said) - 1)]
}

summary_of <- function(x) paste(trimws(utils::capture.output(print(summary(x), width = 10000))), collapse = " ")
