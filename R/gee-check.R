# What a GEE cannot be fitted to.

# A fit is a list, and lists get edited; C reads as many values as the design has rows.
gee_check_rows <- function(object, n) {
  of_rows <- c("y", "id", "linear.predictors", if (!is.null(object$weight)) "weight")
  other <- of_rows[lengths(object[of_rows]) != n]
  if (length(other)) {
    abort_verdict(c(
      "The fit was changed by hand or comes from another version: its {.field {other}} {?has/have} not a value a row.",
      i = "Take it as {.fn fit_gee} returned it."
    ), "fit")
  }
}

# What the core needs to know.
gee_problem <- function(x, input, clusters, spec) {
  list(
    x = x, y = input$y, weight = input$weight, offset = input$offset, order = clusters$order,
    end = clusters$end, link = spec$link, corstr = spec$corstr, scale = spec$scale,
    less_p = spec$moments == "gee", tolerance = spec$tolerance
  )
}
