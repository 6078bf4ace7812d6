# What a set of battles is, in words.

#' @export
print.battle_set <- function(x, ..., width = getOption("width")) {
  NextMethod()
  writeLines(wrap_text(lines_of_battles(x), check_width(width)))
  invisible(x)
}

lines_of_battles <- function(x) {
  units <- set_units(x)
  ties <- if (x$n_ties > 0) paste0(
    "Ties: ", format_count(x$n_ties), if (x$ties == "half") ", each half a win for both." else ", left out."
  )
  c(
    ties, if (units$clustered) paste0("Clusters: ", format_count(units$n_clusters), "."),
    if (x$n_omitted > 0) paste0("Left out without a winner: ", count_of(x$n_omitted, "row"), "."),
    if (x$order) order_line(x)
  )
}

# How much it helps to be first.
order_line <- function(x) {
  fit <- fit_battles(x, if (!is.null(x$clusters)) x$battles$cluster)
  effect <- fit$ability[length(fit$ability)]
  if (is.na(effect)) {
    return("How much it helps to be first cannot be told apart from the abilities.")
  }
  used <- battle_blocks(x) > 0
  part <- fit$value[, ncol(fit$value)]
  units <- if (is.null(x$clusters)) sum(x$battles$count[used]) else length(unique(x$battles$cluster[used]))
  often <- if (is.null(x$clusters)) x$battles$count else 1
  half <- stats::qt(0.975, units - 1) * sqrt(sum(often * part^2) * units / (units - 1))
  paste0(
    "Being first adds ", format_estimate(effect, effect - half, effect + half), " to the log odds of winning: ",
    format_percent(signif(stats::plogis(effect), 3)), " for the first of two equals."
  )
}

is_of_battles <- function(rows, metric) result_units(rows)$row[1] %in% "battle" && metric %in% rows$metric

# What a difference of abilities is worth; the first is that of two points from even.
say_abilities <- function(rows) {
  metric <- Filter(function(metric) is_of_battles(rows, metric), names(ability_gaps))
  vapply(metric, function(metric) {
    gap <- ability_gaps[[metric]]
    won <- stats::plogis(gap / if (metric == "elo") elo_scale else 1)
    ahead <- paste0(
      "by ", short_number(gap), c(" wins", "", ""), " about ", round(100 * won), c(" of 100 battles", "", "")
    )
    scale <- c(ability = "log odds of winning, 0 for the mean of all", elo = "1000 for the mean of all")[[metric]]
    paste0(capitalise(metric), ": ", scale, "; who is ahead ", and_list(ahead), ".")
  }, "")
}

ability_gaps <- list(ability = c(0.08, 0.5, 1), elo = c(14, 100, 200))
