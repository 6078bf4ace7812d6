# Logged metrics that are ratios of sums: each item has a log-likelihood and how many words or bytes it is of.

ratio_metrics <- c(
  word_perplexity = "perplexity", byte_perplexity = "perplexity", bits_per_byte = "bits", perplexity = "perplexity"
)

# Perplexity over items is of their mean log-likelihood, which is what is logged of each: each has the weight 1. Values
# above 0 are none.
weigh_log_likelihoods <- function(rows) {
  for (name in unique(rows$metric)) {
    if (ratio_metric_base(name) != "perplexity") next
    of <- rows$metric == name
    if (all(rows$score[of] <= 0, na.rm = TRUE)) rows$weight[of] <- 1
  }
  rows
}

ratio_metric_base <- function(name) sub(",.*$", "", name)

# list(score, weight) of a logged value; NULL where it is none.
logged_ratio <- function(name, x) {
  pair <- is.list(x) && length(x) == 2 && ratio_metric_base(name) %in% names(ratio_metrics)
  if (pair && all(vapply(x, is_score, NA)) && isTRUE(x[[2]] > 0)) list(score = x[[1]], weight = x[[2]])
}

# Items that all models have, each by the means of its samples.
ratio_of_rows <- function(rows, cluster, chosen, weights) {
  if (!identical(weights, "items")) {
    abort_evaluation(c(
      "A ratio of sums has weights of its own: {.arg weights} is for means of items.",
      i = "Read one task with {.arg task}."
    ), "argument")
  }
  base <- unique(ratio_metric_base(chosen$metric))
  if (length(base) > 1 || anyNA(rows$weight)) {
    abort_evaluation(c(
      "A ratio of sums cannot be put together with other metrics.",
      x = "Chosen: {.val {plain_label(unique(chosen$metric))}}.",
      i = "Choose one with {.arg metric}, or tasks with {.arg task}."
    ), "metric")
  }
  item <- factor(rows$name, unique(rows$name))
  model <- factor(rows$model, unique(rows$model))
  above <- tapply(rows$score, list(item, model), mean)
  below <- tapply(rows$weight, list(item, model), mean)
  keep <- rowSums(is.na(above)) == 0
  ratio_set(
    above[keep, , drop = FALSE], below[keep, , drop = FALSE], ratio_metrics[[base]], metric = base,
    cluster = if (!is.null(cluster)) cluster[match(rownames(above), rows$name)][keep]
  )
}
