# A verdict on many pairs: not pair by pair, but by the best (or by the reference).

describe_many <- function(rows, x) {
  if (is.na(rows$class[1])) {
    return(c(describe_ranking(rows, x), count_pairs(rows)))
  }
  classes <- split_rows(rows, rows$class)
  shown <- classes[seq_len(min(length(classes), most_classes))]
  hidden <- length(classes) - length(shown)
  c(
    count_global(x$global[x$global$metric == rows$metric[1], ], rows),
    vapply(shown, describe_focus, "", x = x),
    if (hidden > 0) paste("And", count_slices(rows, hidden, "more "), "not shown here.")
  )
}

most_classes <- 12

# "From the highest: a 0.91, b 0.90, ... and 14 more; the lowest is t 0.78.", where the
# values are known.
describe_ranking <- function(rows, x) {
  values <- values_of(rows, x)
  if (nrow(values) == 0) {
    return(NULL)
  }
  down <- metric_directions(rows)[1] >= 0
  values <- values[order(values$estimate, decreasing = down), ]
  named <- paste(values$classifier, true_minus(format_number(values$estimate)))
  last <- length(named)
  end <- if (last > max_named) paste0("; the ", if (down) "lowest" else "highest", " is ", named[last])
  paste0("From the ", if (down) "highest" else "lowest", ": ", and_list(named, max_named), end, ".")
}

# What is compared: of mean ranks these, not the scores.
values_of <- function(rows, x) {
  if (rows$measure[1] %in% "rank_difference") {
    name <- c(rows$classifier, rows$reference)
    of <- data.frame(classifier = name, estimate = c(rows$estimate.classifier, rows$estimate.reference))
    return(of[!duplicated(name) & !is.na(of$estimate), ])
  }
  of <- x$assessment
  of <- of[of$metric == rows$metric[1] & of$class %in% rows$class[1] & !is.na(of$estimate), ]
  of[of$average == rows$average[1], ]
}

count_pairs <- function(rows, noun = "pair") {
  decided <- sum(is_decided(outcomes(rows)))
  paste0("Of ", count_of(nrow(rows), noun), " ", format_count(decided), " show a difference.")
}

count_global <- function(global, rows) {
  if (all(global$n_classes < 2)) {
    return(NULL)
  }
  differ <- sum(global$adj.p.value < significance_level(rows), na.rm = TRUE)
  paste0(
    "All ", axis_plural(axis_of(rows)), " together: of ", count_of(nrow(global), "pair"), " ", format_count(differ),
    " differ on at least one ", axis_of(rows), "."
  )
}

# One class: the best of all, or the reference, and who differs from it.
describe_focus <- function(rows, x) {
  references <- unique(rows$reference)
  focus <- if (length(references) == 1) references else best_of(rows, x)
  if (length(focus) == 0) {
    return(paste0(rows$class[1], ": ", row_reason(rows[1, ]), "."))
  }
  parts <- against_focus(rows, focus, 3)
  paste0(rows$class[1], ": ", focus, " is ", paste(parts, collapse = "; "), ".")
}

# What one classifier is against the others: "better than a and b", "equivalent to c".
against_focus <- function(rows, focus, most) {
  mine <- rows[rows$classifier == focus | rows$reference == focus, ]
  outcome <- outcomes(mine)
  first <- mine$classifier == focus
  outcome[!first] <- reversed_outcome(outcome[!first])
  other <- ifelse(first, mine$reference, mine$classifier)
  words <- better_words(rows)
  named <- function(at, word) {
    if (any(at)) paste(word, and_list(other[at], most))
  }
  c(
    named(is_better(outcome), paste(words[["better"]], "than")),
    named(is_worse(outcome), paste(words[["worse"]], "than")),
    named(outcome == "equivalent", "equivalent to"),
    named(outcome == "not_worse", paste("not", words[["worse"]], "than")),
    named(outcome == "not_better", paste("not", words[["better"]], "than")),
    named(outcome == "open", "not distinguishable from"), named(outcome == "untested", "not comparable with")
  )
}

best_of <- function(rows, x) {
  values <- values_of(rows, x)
  direction <- metric_directions(rows)[1]
  values$classifier[which.max(values$estimate * if (direction < 0) -1 else 1)]
}
