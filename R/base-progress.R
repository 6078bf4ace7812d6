# Long work: progress, and seeds of its own.

# What a step of n tells progressr, if it is there, until the calling function returns.
progress_steps <- function(n, envir = parent.frame()) {
  if (rlang::is_installed("progressr")) {
    progressr::progressor(n, envir = envir)
  } else {
    function() NULL # nocov: without progressr
  }
}

# With R's default generators, whatever the session uses; they are then as they were.
with_own_seed <- function(seed, expr) {
  old <- random_state()
  kinds <- RNGkind()
  on.exit({
    suppressWarnings(do.call(RNGkind, as.list(kinds))) # of the sampler before R 3.6
    put_seed(old)
  })
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
  expr
}

# Of R's random numbers; NULL: none was drawn yet.
random_state <- function() get0(".Random.seed", globalenv(), inherits = FALSE)

put_seed <- function(old) {
  if (is.null(old)) rm(".Random.seed", envir = globalenv()) else assign(".Random.seed", old, globalenv())
}
