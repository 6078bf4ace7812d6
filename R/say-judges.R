# What judges were worth, in words.

#' @export
print.prediction_powered_set <- function(x, ..., width = getOption("width")) {
  NextMethod()
  writeLines(wrap_text(ppi_lines(x), check_width(width)))
  invisible(x)
}

ppi_lines <- function(x) {
  labelled <- !is.na(x$human[, 1])
  n <- sum(labelled)
  weight <- ppi_weight(x$human, x$judge)
  target <- list(set_target(x, x$metrics, "none", NULL, "na"))
  contrast <- if (length(x$classifiers) > 1) c(1, -1, rep(0, length(x$classifiers) - 2)) else 1
  se <- function(set) sqrt(max(0, sum(contrast * (influence_vcov(set_influence(set, target)) %*% contrast))))
  alone <- x
  alone$human <- x$human[labelled, , drop = FALSE]
  alone$judge <- x$judge[labelled, , drop = FALSE]
  alone$cluster <- x$cluster[labelled]
  ratio <- se(x) / se(alone)
  what <- if (length(x$classifiers) > 1) "a difference" else "the mean"
  c(
    paste0(
      count_of(n, "item"), " scored by people; the judge's scores count with weight ", short_number(weight, 3), "."
    ),
    if (is.finite(ratio)) paste0(
      "The judge makes the standard error of ", what, " ", short_number(signif(ratio, 2)),
      " times that of people alone",
      if (ratio < 1) paste0(": it is worth ", count_of(round(n / ratio^2 - n), "further label")), "."
    )
  )
}
