# Rows of accuracy of two classifiers in groups: each c(rows, only the first right, only the second right).
group_data <- function(...) {
  parts <- list(...)
  rows <- Map(function(n, site) {
    rest <- n[1] - n[2] - n[3]
    data.frame(
      site = rep(site, n[1]), truth = factor(rep("p", n[1]), c("p", "n")),
      first = rep(c("p", "p", "n"), c(rest, n[2], n[3])), second = rep(c("p", "n", "p"), c(rest, n[2], n[3]))
    )
  }, parts, names(parts))
  do.call(rbind, unname(rows))
}

group_example <- function() group_data(A = c(100, 12, 4), B = c(70, 6, 7), C = c(50, 1, 6))

# A set of them; `second` is the reference.
group_set <- function(data, ...) prediction_set(truth ~ second + first, data, by = site, ...)

# Three groups with classes and repeated observations, of which some lie in several groups.
grouped_rows <- function(n = 120) {
  set.seed(11)
  data <- data.frame(
    truth = sample(c("a", "b", "c"), n, TRUE), site = sample(c("x", "y", "z"), n, TRUE, c(0.5, 0.3, 0.2)),
    sex = sample(c(TRUE, FALSE), n, TRUE), id = sample(n / 3, n, TRUE)
  )
  for (name in c("one", "two", "three")) {
    data[[name]] <- ifelse(stats::runif(n) < 0.6, data$truth, sample(c("a", "b", "c"), n, TRUE))
  }
  data
}

# The same with 12 rows of each observation, all in one group.
repeated_rows <- function(n_ids) {
  data <- grouped_rows(12 * n_ids)
  data$id <- rep_len(seq_len(n_ids), nrow(data))
  data$site <- c("x", "y", "z")[data$id %% 3 + 1]
  data
}

# What summary() says, on one line.
summary_text <- function(x) gsub("\\s+", " ", paste(capture.output(print(summary(x))), collapse = " "))

printed_text <- function(x, ...) gsub("\\s+", " ", paste(capture.output(print(x, ...)), collapse = " "))
