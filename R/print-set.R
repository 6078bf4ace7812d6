#' Print and summarise a prediction set
#'
#' `print()` says what was counted: rows, classes, classifiers, how many different rows
#' (patterns) and observations (clusters) there are, how often the classifiers agree, and which class is asked about.
#' `summary()` adds how often each class occurs and is predicted, and how often each two
#' columns agree.
#'
#' @param x,object A [prediction_set()], or its summary.
#' @param width Width of the console in characters.
#' @param ... Not used.
#' @return `print()` returns `x` invisibly. `summary()` returns an object of class
#'   `summary.prediction_set`, a list with
#'   - `lines`: named character vector, what `print()` shows of the set;
#'   - `classes`: data frame with one row a class: `class`, and the weighted number of rows
#'     that have it as truth and in the predictions of each classifier;
#'   - `agreement`: symmetric matrix, the share of rows on which two columns agree. Its
#'     first row, of the truth, has the accuracies;
#'   - `weighted`: whether the rows have weights of sampling, which `print()` then rounds.
#'
#' @section When not to use:
#' Two classifiers that agree often need not be equally good, and the shares come without
#' intervals: use [assess_classifiers()] and [compare_classifiers()].
#' @examples
#' set <- prediction_set(truth ~ ., satellite)
#' set
#' summary(set)
#' @export
print.prediction_set <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  check_set(x)
  width <- check_width(width)
  print_lines(set_title(x), set_lines(x), c(x$notes, positive_hint(set_units(x))), width)
  invisible(x)
}

#' @rdname print.prediction_set
#' @export
summary.prediction_set <- function(object, ...) {
  check_dots(...)
  check_set(object)
  names <- c(object$truth, object$classifiers)
  agreement <- diag(length(names))
  dimnames(agreement) <- list(names, names)
  for (j in seq_along(names)[-1]) {
    for (i in seq_len(j - 1)) {
      agreement[i, j] <- agreement[j, i] <- share_of(object, object$patterns[, i] == object$patterns[, j])
    }
  }
  counts <- apply(object$patterns, 2, function(class) {
    sums_at(object$count, class, length(object$classes))
  }, simplify = FALSE)
  classes <- data.frame(class = object$classes, counts, check.names = FALSE)
  structure(
    list(
      title = set_title(object), lines = set_lines(object),
      notes = c(object$notes, positive_hint(set_units(object))),
      classes = classes, agreement = agreement, weighted = !is.null(object$sampled)
    ),
    class = "summary.prediction_set"
  )
}

#' @rdname print.prediction_set
#' @export
print.summary.prediction_set <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  width <- check_width(width)
  print_lines(x$title, x$lines, x$notes, width)
  many <- ncol(x$agreement) > most_columns
  classes <- if (many) x$classes[1:2] else x$classes
  shown <- utils::head(classes, 20)
  size <- if (isTRUE(x$weighted)) format_weighted else format_count
  columns <- c(list(class = table_label(shown$class)), lapply(shown[-1], size))
  names(columns) <- table_label(names(shown))
  more <- more_words(nrow(classes) - nrow(shown), "more class", "more classes")
  heading <- if (isTRUE(x$weighted)) "Weighted rows in each class" else "Rows in each class"
  writeLines(c("", heading, table_lines(columns, width), more))
  if (many) {
    writeLines(c("", wrap_text(range_of_agreement(x$agreement), width, exdent = 2)))
  } else {
    print_agreement(x$agreement, width)
  }
  invisible(x)
}

# Of more columns than this a matrix fills pages.
most_columns <- 13

print_agreement <- function(agreement, width) {
  share <- agreement
  share[] <- format_share(agreement)
  share[upper.tri(share, diag = TRUE)] <- ""
  names <- table_label(rownames(share))
  columns <- c(list(names[-1]), lapply(seq_along(names[-1]), function(j) share[-1, j]))
  names(columns) <- c("", names[-length(names)])
  writeLines(c("", wrap_text("Rows on which two columns agree", width), table_lines(columns, width)))
}

range_of_agreement <- function(agreement) {
  names <- say_label(colnames(agreement))
  with_truth <- agreement[1, -1]
  between <- agreement[-1, -1]
  between[upper.tri(between, diag = TRUE)] <- NA
  pair <- function(at) and_list(names[-1][rev(arrayInd(at, dim(between)))])
  one <- function(at) names[-1][at]
  ends <- function(share, who) {
    at <- c(which.min(share), which.max(share))
    shown <- paste0(format_share(share[at]), " (", vapply(at, who, ""), ")")
    paste("from", shown[1], "to", shown[2])
  }
  c(
    paste0("Rows on which a classifier agrees with ", names[1], ": ", ends(with_truth, one), "."),
    paste0("Rows on which two classifiers agree: ", ends(between, pair), "."),
    "All counts and shares: the elements `classes` and `agreement` of the summary."
  )
}

# Below a table of the first rows; NULL where it has all.
more_words <- function(hidden, ...) if (hidden > 0) paste("... and", count_of(hidden, ...))

print_lines <- function(title, lines, notes, width) {
  labels <- paste0("  ", format(names(lines)), "  ")
  indent <- nchar(labels[1])
  writeLines(wrap_text(title, width))
  for (i in seq_along(lines)) {
    # Lines come out shorter than they are told.
    text <- wrap_text(lines[[i]], 1 + width - indent)
    writeLines(paste0(c(labels[i], rep(strrep(" ", indent), length(text) - 1)), text))
  }
  writeLines(wrap_text(notes, width, exdent = 2))
}

set_title <- function(x) paste0("Prediction set of ", count_of(x$n_rows, "row"), weight_words(x))

set_lines <- function(x) {
  c(
    truth = if (is_graded(x)) "not given, only what is right" else say_label(x$truth),
    classifiers = and_list(say_label(x$classifiers), 8),
    classes = if (!is_graded(x)) paste0(format_count(length(x$classes)), ": ", and_list(say_label(x$classes), 6)),
    positive = positive_words(x),
    prevalence = if (!is.null(x$prevalence)) {
      and_list(name_shares(say_label(x$classes), x$prevalence), 6)
    },
    design = design_words(x$design),
    agreement = agreement_words(x),
    patterns = count_of(nrow(x$patterns), "different row"),
    weights = if (!is.null(x$sampled)) {
      paste("of sampling, worth", count_of(round(x$sampled), "row"), "of equal weight")
    },
    clusters = if (is.null(x$sampled) || x$n_clusters < x$n_rows) cluster_words(x),
    groups = groups_words(x),
    omitted = if (x$n_omitted > 0) paste(count_of(x$n_omitted, "row"), "lacking a label")
  )
}

# Shares that are not quite 0 or 1 are not shown as such.
format_share <- function(x) {
  out <- sprintf("%.1f%%", 100 * x)
  out[x < 1 & out == "100.0%"] <- ">99.9%"
  out[x > 0 & out == "0.0%"] <- "<0.1%"
  out
}

# Agreement ------------------------------------------------------------------

share_of <- function(x, rows) sum(x$count[rows]) / x$n

classifiers_agree <- function(x) rowSums(x$patterns[, -1, drop = FALSE] != x$patterns[, 2]) == 0

agreement_words <- function(x) {
  p <- x$patterns
  same <- classifiers_agree(x)
  right <- format_share(share_of(x, same & p[, 2] == p[, 1]))
  if (length(x$classifiers) == 1) {
    return(paste0("right on ", right, " of rows"))
  }
  who <- if (length(x$classifiers) == 2) "both classifiers agree" else "all classifiers agree"
  paste0(who, " on ", format_share(share_of(x, same)), " of rows, and are right on ", right)
}

# Clusters -------------------------------------------------------------------

cluster_words <- function(x) {
  if (is.null(x$profiles)) {
    # Rows that weigh by a fraction are no number of clusters.
    return(if (all(x$count == round(x$count))) paste0(format_count(x$n_clusters), ", every row by itself"))
  }
  profiles <- count_of(length(x$profiles$multiplicity), "different profile")
  # Of a sample the profiles have weights.
  if (!is.null(x$sampled)) {
    return(paste0(format_count(x$n_clusters), ", ", profiles))
  }
  size <- range(diff(c(0, cumsum(x$profiles$count)[x$profiles$start[-1]])))
  rows <- if (size[1] == size[2]) {
    paste(count_of(size[1], "row"), "each")
  } else {
    paste(format_count(size[1]), "to", count_of(size[2], "row"), "each")
  }
  labelled <- if (inherits(x, "labelled_set")) labelled_clusters(x)$n
  paste0(
    format_count(x$n_clusters), " with ", rows, ", ", profiles,
    if (!is.null(labelled) && labelled < x$n_clusters) paste0("; ", format_count(labelled), " have labels")
  )
}

#' @export
print.probability_set <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  check_evidence(x)
  units <- set_units(x)
  sizes <- .Call(ffi_numeric_sizes, x)
  title <- paste0(if (x$is_probability) "Probabilities of " else "Scores for ", say_label(x$positive))
  classes <- if (is.null(x$sampled)) {
    paste0(
      format_count(sizes$positive), " of them ", say_label(x$positive), " and ", format_count(sizes$negative), " ",
      say_label(x$negative), "."
    )
  } else {
    share <- sizes$positive / (sizes$positive + sizes$negative)
    paste0(sampled_words(x), ". Weighted share of ", say_label(x$positive), ": ", format_share(share), ".")
  }
  ties <- .Call(ffi_numeric_ties, x) / mixed_pairs(x)
  often <- which(ties > 0.01)
  percent <- ifelse(ties[often] < 0.995, short_number(100 * ties[often], 2), "100")
  share <- paste0(percent, "% of the pairs by ", say_label(x$classifiers[often]))
  tied <- if (length(often)) paste0("Ties between the classes: ", and_list(share, 6), ".")
  print_probabilities(x, units, title, paste0(", ", classes), tied, check_width(width))
}

# Pairs of a row with the event and one without, within folds.
mixed_pairs <- function(x) {
  sides <- rowsum(row_weights(x) * cbind(x$truth, 1 - x$truth), x$stratum %||% rep(1, length(x$truth)))
  sum(sides[, 1] * sides[, 2])
}

# What probabilities of one class and of several say.
print_probabilities <- function(x, units, title, classes, more, width) {
  who <- paste0(count_of(length(x$classifiers), "classifier"), ": ", and_list(say_label(x$classifiers), 6))
  omitted <- if (x$n_omitted > 0) paste0(" ", count_of(x$n_omitted, "row"), " left out for missing values.")
  text <- c(
    paste0(title, " by ", who, "."), paste0(count_of(units$n, "row"), classes, omitted),
    if (units$clustered) paste0(count_of(units$n_clusters, "observation"), " with one or more rows each (`id`)."),
    strata_words(x), more, if (is.null(x$stratum)) note_unused(x$unused), x$notes
  )
  writeLines(wrap_text(text, width))
  invisible(x)
}

#' @export
print.class_probability_set <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  check_evidence(x)
  size <- sums_at(row_weights(x), x$truth, length(x$classes))
  of <- function(numbers) and_list(paste(numbers, say_label(x$classes)), 8)
  classes <- if (is.null(x$sampled)) {
    paste0(": ", of(format_count(size)), ".")
  } else {
    paste0(", ", sampled_words(x), ". Weighted shares: ", of(format_share(size / sum(size))), ".")
  }
  what <- if (x$is_probability) "Probabilities of" else "Scores of"
  title <- paste(what, count_of(length(x$classes), "class", "classes"))
  print_probabilities(x, set_units(x), title, classes, NULL, check_width(width))
}

#' @export
print.partial_probability_set <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  check_evidence(x)
  part <- x$parts[[1]]
  title <- paste0(
    if (part$is_probability) "Probabilities of " else "Scores for ", say_label(part$positive), " by ",
    count_of(length(x$classifiers), "classifier"), ", not all of the same rows."
  )
  has <- paste(say_label(x$classifiers), "has", format_count(rows_of_parts(x)))
  sampled <- if (!is.null(x$sampled)) paste0(", ", sampled_words(x))
  text <- paste0(count_of(set_units(x)$n_rows, "row"), sampled, ": ", and_list(has, 6), ".")
  writeLines(wrap_text(c(title, text), check_width(width)))
  invisible(x)
}

sampled_words <- function(x) {
  paste0("with weights of sampling, worth ", format_count(round(x$sampled)), " of equal weight")
}

# Folds of one class have no pairs.
strata_words <- function(x) {
  if (!is.null(x$stratum)) {
    n_classes <- rowSums(table(x$stratum, x$truth) > 0)
    lone <- sum(n_classes == 1)
    paste0(
      "What ranks, such as the AUC, is that within ", format_count(length(n_classes)), " folds",
      if (lone) paste0("; ", count_of(lone, "of them has", "of them have"), " one class only, and no part in it"), "."
    )
  }
}

# Any other evidence in a sentence.
#' @export
print.evidence <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  check_evidence(x)
  units <- set_units(x)
  text <- paste0(
    capitalise(gsub("_", " ", class(x)[1], fixed = TRUE)), ": ", and_list(set_metrics(x, NULL)$label, 6), " of ",
    count_of(length(units$classifiers), "classifier"), " (", and_list(say_label(units$classifiers), 6), ")",
    if (!is.na(units$n_rows)) paste0(" on ", count_of(units$n_rows, units$row)), "."
  )
  writeLines(wrap_text(c(text, groups_line(x)), check_width(width)))
  invisible(x)
}
