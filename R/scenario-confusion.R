#' @rdname scenario
#' @param confusion A named list of confusion matrices (or tables), one a classifier: rows
#'   are the truth, columns the predictions, both in the same order, counts or shares.
#'   All must have the same shares of rows.
#' @param dependence How being right goes together, given the truth: `"copula"`, a Gaussian
#'   copula with correlation `strength` (with more than two classifiers the same for all
#'   pairs, and not negative), or `"difficulty"`: a share `strength` of the rows is as
#'   hard for all, so that the better classifier is right wherever the other is; on the
#'   rest they are independent. What a classifier predicts where it is wrong does not
#'   depend on the others.
#' @param strength Correlation or share, see `dependence`; 0 is independence given the truth.
#' @param ... Not used.
#' @export
scenario_confusion <- function(confusion, dependence = c("copula", "difficulty"), strength = 0, ...) {
  check_dots(...)
  dependence <- check_choice(dependence, "dependence", c("copula", "difficulty"))
  check_given(confusion, "a named list with a confusion matrix for each classifier.", "confusion")
  confusion <- check_confusion(confusion)
  C <- length(confusion)
  negative <- dependence == "copula" && C == 2
  check_number(strength, "strength", if (negative) -1 else 0, 1, closed = TRUE, kind = "rates")
  classes <- rownames(confusion[[1]])
  check_patterns(length(classes), C)
  share <- rowSums(confusion[[1]]) / sum(confusion[[1]])
  parts <- lapply(which(share > 0), function(k) {
    labels <- vapply(confusion, function(m) m[k, ] / sum(m[k, ]), double(length(classes)))
    truth_patterns(k, labels, share[[k]], dependence, strength)
  })
  patterns <- do.call(rbind, lapply(parts, `[[`, "patterns"))
  probability <- unlist(lapply(parts, `[[`, "probability"))
  new_scenario(patterns, probability, classes, names(confusion))
}

# The patterns of rows of class k; `labels`: probability of each class (row) by classifier.
truth_patterns <- function(k, labels, share, dependence, strength) {
  K <- nrow(labels)
  C <- ncol(labels)
  right <- as.matrix(expand.grid(rep(list(c(TRUE, FALSE)), C)))
  together <- correct_together(labels[k, ], right, dependence, strength)
  predicted <- as.matrix(expand.grid(rep(list(seq_len(K)), C)))
  # Position of the pattern of right and wrong among the rows of `right`.
  which_right <- 1 + as.vector((predicted != k) %*% 2^(seq_len(C) - 1))
  wrong <- labels
  wrong[k, ] <- 0
  wrong <- sweep(wrong, 2, pmax(colSums(wrong), .Machine$double.xmin), "/")
  wrong[k, ] <- 1
  chosen <- vapply(seq_len(C), function(j) wrong[predicted[, j], j], double(nrow(predicted)))
  list(patterns = unname(cbind(k, predicted)), probability = share * together[which_right] * apply(chosen, 1, prod))
}

correct_together <- function(p, right, dependence, strength) {
  if (dependence == "copula") {
    if (strength < 0) {
      return(cells_of_pair(unname(rev(p)), normal_both(p[[1]], p[[2]], strength)))
    }
    return(factor_pattern(p, right, strength))
  }
  independent <- apply(right, 1, function(is_right) prod(ifelse(is_right, p, 1 - p)))
  (1 - strength) * independent + strength * factor_pattern(p, right, 1)
}

check_confusion <- function(confusion) {
  abort <- function(message) abort_verdict(message, "confusion", envir = parent.frame())
  if (!is.list(confusion) || is.data.frame(confusion) || length(confusion) < 1 || is.null(names(confusion))) {
    abort("{.arg confusion} must be a named list of confusion matrices, one a classifier.")
  }
  check_scenario_names(names(confusion), length(confusion))
  confusion <- lapply(confusion, check_confusion_matrix, abort)
  first <- confusion[[1]]
  for (m in confusion[-1]) {
    if (!identical(rownames(m), rownames(first))) abort("All confusion matrices must have the same classes.")
    if (max(abs(rowSums(m) / sum(m) - rowSums(first) / sum(first))) > 1e-8) {
      abort(c(
        "All confusion matrices must have the same share of each true class.",
        i = "They are of classifiers on the same rows."
      ))
    }
  }
  confusion
}

check_confusion_matrix <- function(m, abort) {
  if (!is.numeric(m) || length(dim(m)) != 2 || nrow(m) != ncol(m)) {
    abort("Each confusion matrix must be square and of numbers: truth in rows, predictions in columns.")
  }
  labels <- rownames(m) %||% colnames(m) %||% paste0("class", seq_len(nrow(m)))
  if (!is.null(colnames(m)) && !identical(colnames(m), labels)) {
    abort("Rows and columns of a confusion matrix must be the same classes in the same order.")
  }
  if (anyNA(m) || any(m < 0) || !all(is.finite(m)) || sum(m) <= 0) {
    abort("The cells of a confusion matrix must be finite and not negative, and some must be positive.")
  }
  matrix(as.double(m), nrow(m), dimnames = list(labels, labels))
}

# As many patterns as fit into memory at ease.
check_patterns <- function(n_classes, n_classifiers) {
  n <- n_classes^(n_classifiers + 1)
  if (n > 5e6) {
    abort_verdict(c(
      "{n_classes} classes and {n_classifiers} classifiers make {format_count(n)} patterns, too many for a scenario.",
      i = "Take fewer classifiers, or pool classes; up to {format_count(5e6)} are possible."
    ), "rates")
  }
}

#' @rdname scenario
#' @param n_classes Number of classes, equally frequent.
#' @param skill For each classifier the share of rows on which it knows the class; on the others it guesses,
#'   each class with the same probability. All are independent.
#' @param ... Not used.
#' @export
scenario_random <- function(n_classes = 10, skill = c(0, 0.05),
                            classifiers = paste0("classifier", seq_along(skill)), ...) {
  check_dots(...)
  check_number(n_classes, "n_classes", 2, largest_whole, closed = TRUE, whole = TRUE, kind = "rates")
  check_number(skill, "skill", 0, 1, closed = TRUE, size = NULL, kind = "rates")
  check_scenario_names(classifiers, length(skill))
  check_patterns(n_classes, length(skill))
  labels <- paste0("class", seq_len(n_classes))
  confusion <- lapply(skill, function(r) {
    matrix((1 - r) / n_classes, n_classes, n_classes, dimnames = list(labels, labels)) + diag(r, n_classes)
  })
  scenario_confusion(rlang::set_names(confusion, classifiers))
}
