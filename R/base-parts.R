# Results that are lists. Kept with one is what each of its parts is.
new_whole <- function(parts, kind, ...) structure(parts, class = kind, ..., parts = vapply(parts, describe_part, ""))

describe_part <- function(part) {
  paste(mode(part), length(dim(part)), is.null(names(part)), length(part) == 1, is.atomic(part) && anyNA(part))
}

# Lists get edited, and come from files. `fits`: whether the values are some that it can have.
check_unedited <- function(x, fits = TRUE) {
  same <- identical(vapply(unclass(x), describe_part, ""), attr(x, "parts", exact = TRUE))
  if (!same || !fits) {
    abort_verdict(c(
      "This {.cls {class(x)[1]}} was changed by hand, or comes from another version.", i = "Make it anew."
    ), "columns")
  }
}
