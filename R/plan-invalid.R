# Tests that are not valid for a design run, with what they claim beside what a valid one does: said once for all
# targets of a call.

# What a valid test says, if it can say anything.
null_if_refused <- function(code) tryCatch(code, verdict_error = function(e) NULL)

# `words`: what is wrong; `valid`: what holds, by its name or in words; the logarithms of the p-values of both, `better`
# NULL where the valid test has none.
signal_invalid <- function(words, valid, claimed, better) {
  if (!is.null(better)) better <- list(claimed = claimed, better = better)
  rlang::signal("", "verdict_invalid_test", words = words, valid = valid, claims = better)
}

# One warning for all that is signalled while `expr` is evaluated.
warn_invalid_once <- function(expr, conf.level) {
  heard <- list()
  value <- withCallingHandlers(expr, verdict_invalid_test = function(cnd) heard[[length(heard) + 1]] <<- cnd)
  if (length(heard)) {
    claims <- lapply(c(claimed = "claimed", better = "better"), function(name) {
      list(log.p.value = unlist(lapply(heard, function(cnd) cnd$claims[[name]])))
    })
    valid <- heard[[1]]$valid
    warn_verdict(c(
      "{heard[[1]]$words}",
      i = if (names(valid) == "method") "Valid here: {.code method = \"{valid}\"}." else "Valid here: {valid}.",
      x = compare_claims(claims$claimed, claims$better, conf.level)
    ), "invalid")
  }
  value
}

# Of one comparison the p-values, of more how many are found.
compare_claims <- function(claimed, valid, conf.level) {
  level <- 1 - conf.level
  n <- length(claimed$log.p.value)
  if (n == 1) {
    said <- vapply(list(claimed, valid), function(x) say_p(exp(x$log.p.value), x$log.p.value, level), "")
    if (said[1] == said[2]) {
      return(if (!is.na(claimed$log.p.value)) paste0("Here both tests say ", said[1], "."))
    }
    return(paste0("It says ", said[1], ", the valid test ", said[2], "."))
  }
  different <- function(x) sum(exp(x$log.p.value) < level, na.rm = TRUE)
  if (n > 1) {
    paste0(
      "At ", format_percent(level), " it calls ", different(claimed), " of ", n, " comparisons different, ",
      "the valid test ", different(valid), " (not adjusted)."
    )
  }
}
