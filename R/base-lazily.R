# What is computed once, when it is first asked for.

# A function that computes its value when it is first called.
lazily <- function(make) {
  value <- NULL
  function() {
    if (is.null(value)) value <<- make()
    value
  }
}
