# A truth that may be wrong: how many wrong labels undo what flips() found, and what it would have found without them.
# Where the label of a row that one classifier won is wrong, the other can have been right: fixed falls by 1 and broken
# rises by 1.

truth_too_wrong <- "corrected: labels as wrong as that say nothing of the difference"

tipping_columns <- c("tipping", "tipping.sign", "tipping.share")

truth_columns <- c(
  "corrected", "corrected.low", "corrected.high", "confusion.low", "confusion.high", "lowest", "highest"
)

# Of rows over all classes: the least number of wrong labels that puts the p-value above the level, that takes the sign
# away, and the first as a share of the rows. A label that is wrong takes a row out of its class, so classes have none.
tipping_numbers <- function(rows, counts, clustered, level) {
  winner <- pmax(counts$fixed, counts$broken)
  discordant <- counts$fixed + counts$broken
  sign <- ceiling(abs(counts$fixed - counts$broken) / 2)
  tipping <- rep(NA_real_, nrow(rows))
  overall <- is.na(rows$class)
  counted <- discordant == round(discordant) & discordant <= largest_whole
  at <- which(overall & !clustered & !is.na(rows$log.p.value) & counted)
  if (length(at)) {
    test <- registry_tests[rows$method.id[at[1]], "test"]
    least <- .Call(ffi_power_least, as.double(discordant[at]), test, level)
    tipping[at] <- pmax(0, winner[at] - least + 1)
    tipping[at[least <= ceiling(discordant[at] / 2)]] <- NA
  }
  data.frame(tipping = tipping, tipping.sign = ifelse(overall, sign, NA_real_), tipping.share = tipping / counts$n)
}

# -- a known share of wrong labels ----------------------------------------------------

# list(rate, confusion): the share of wrong labels, the same in every class, or P(recorded | true), classes x classes.
check_truth_error <- function(error, classes) {
  if (is.null(error)) {
    return(NULL)
  }
  if (is.matrix(error) || is.data.frame(error)) {
    x <- truth_in_rows(as.matrix(error))
    fits <- all_hold(is_numeric(x), all(is.finite(x)), all(x >= 0), nrow(x) == ncol(x))
    named <- all_hold(setequal(rownames(x), classes), setequal(colnames(x), classes), !anyDuplicated(rownames(x)))
    if (!fits || !named || any(rowSums(x) == 0)) {
      abort_verdict(c(
        "{.arg truth_error} must be a rate, or a confusion matrix: a row a true label, a column a recorded one.",
        x = if (fits) "Its rows and columns must be named {.val {classes}}, and none of its rows be empty.",
        i = "Counts or shares; each row is taken as the shares of its sum."
      ), "argument")
    }
    x <- in_label_order(x, classes)
    return(list(rate = NULL, confusion = x / rowSums(x)))
  }
  check_number(
    error, "truth_error", 0, 1, closed = TRUE,
    hint = c(i = "Or a confusion matrix of the truth: a row a true label, a column a recorded one.")
  )
  list(rate = error)
}

# Errors that do not depend on what is predicted shrink the difference by a factor, if they fall evenly on the other
# classes; else each row counts by the inverse of their confusion. Any W errors move it by at most one row each to both
# sides, where the classifiers differ.
truth_corrections <- function(x, rows, counts, error, z) {
  found <- vapply(seq_len(nrow(rows)), FUN.VALUE = numeric(length(truth_columns)), function(i) {
    pair <- match(c(rows$classifier[i], rows$reference[i]), x$classifiers)
    correct_row(x, rows[i, ], counts[i, ], pair, error, z)
  })
  as.data.frame(t(found))
}

# In the order of `truth_columns`.
correct_row <- function(x, row, counts, pair, error, z) {
  truth <- x$patterns[, 1]
  said <- x$patterns[, 1 + pair, drop = FALSE]
  n <- counts$n
  apart <- sum(x$count[said[, 1] != said[, 2]])
  even <- even_rate(error, length(x$classes))
  corrected <- if (is.null(even)) {
    confusion_difference(x, truth, said, error$confusion, z)
  } else {
    factor <- 1 - even * length(x$classes) / (length(x$classes) - 1)
    if (isTRUE(factor > 0)) c(row$estimate, row$conf.low, row$conf.high) / factor else rep(NA_real_, 3)
  }
  rate <- error$rate %||% recorded_wrong(x, truth, error$confusion)
  wrong <- ceiling(rate * n - 1e-9)
  bounds <- if (is.na(wrong)) c(NA_real_, NA_real_) else won_gap_bounds(counts$fixed, counts$broken, apart, n, wrong)
  spread <- if (is.null(error$rate) || rate >= 1) NA else c(-1, 1) * rate * apart / n
  confusion <- rep_len((row$estimate + spread) / (1 - rate), 2)
  c(pmin(1, pmax(-1, c(corrected, confusion))), bounds)
}

# The rate of errors that fall evenly on the other classes; NULL of others.
even_rate <- function(error, K) {
  if (is.null(error$confusion)) {
    return(error$rate)
  }
  apart <- error$confusion[row(error$confusion) != col(error$confusion)]
  if (length(apart) && max(apart) - min(apart) < 1e-12) apart[1] * (K - 1)
}

# The share of recorded labels that are wrong, by the classes' true shares. NA where these cannot be found.
recorded_wrong <- function(x, truth, confusion) {
  recorded <- vapply(seq_len(length(x$classes)), function(i) sum(x$count[truth == i]), 0) / sum(x$count)
  inverse <- inverse_of(confusion)
  if (is.null(inverse)) NA_real_ else min(1, max(0, sum((recorded %*% inverse) * (1 - diag(confusion)))))
}

inverse_of <- function(confusion) if (rcond(confusion) > 1e-10) solve(confusion)

# Unbiased difference of accuracy and its Wald limits: NA where the recorded labels do not tell the classes apart; no
# limits of clustered rows.
confusion_difference <- function(x, truth, said, confusion, z) {
  inverse <- inverse_of(confusion)
  if (is.null(inverse)) {
    return(rep(NA_real_, 3))
  }
  each <- inverse[cbind(truth, said[, 1])] - inverse[cbind(truth, said[, 2])]
  n <- sum(x$count)
  estimate <- sum(x$count * each) / n
  se <- if (is_clustered(x)) NA else sqrt(sum(x$count * (each - estimate)^2)) / n
  c(estimate, estimate - z * se, estimate + z * se)
}
