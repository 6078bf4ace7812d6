# How many labels it takes, of sets with few.

#' @rdname power_comparison
#' @export
sample_size.labelled_set <- function(x, metric = NULL, difference = NULL, power = 0.8, reference = NULL,
                                     alternative = c("two.sided", "greater", "less"), alpha = 0.05, labels = TRUE,
                                     ...) {
  check_dots(...)
  check_evidence(x)
  check_flag(labels, "labels")
  if (!labels) {
    abort_verdict(c(
      "{.code labels = FALSE} is for sets with the truth of all rows: here it is labels that are planned.",
      i = "The power of a number of rows: {.fn power_comparison}."
    ), "labelling")
  }
  alternative <- check_choice(alternative, "alternative", alternatives)
  check_alpha(alpha, alternative)
  check_number(power, "power", alpha, 1)
  labels_needed(x, metric, difference, power, reference, alternative, alpha)
}

#' @export
print.label_size <- function(x, ..., width = getOption("width")) {
  print_sentences(x, label_size_sentences, ..., width = width)
}

label_size_sentences <- function(x) {
  sizes <- vapply(seq_len(nrow(x)), function(i) {
    who <- paste(say_label(x$classifier[i]), "and", say_label(x$reference[i]))
    if (is.na(x$n[i])) {
      paste0(who, ": ", x$note[i], ".")
    } else {
      paste0(
        "To find a difference of ", short_number(abs(x$difference[i]), 3), " in accuracy of ", who, " with power ",
        short_number(x$power[i]), " it takes ", count_of(x$n[i], "label"), " of rows on which they differ",
        if (isTRUE(x$more[i] < x$n[i])) paste0(" (", format_count(x$more[i]), " more)"), "; at random ",
        count_of(x$random[i], "label"), ".", if (!is.na(x$note[i])) paste0(" But ", x$note[i], ".")
      )
    }
  }, "")
  c(sizes, if (!all(is.na(x$n))) judge_uncounted(x))
}
