# What was gated before: a CSV file with a row a candidate and task. Of the items twenty are kept, by a hash, which is
# enough to know them again when more have come.

history_columns <- c("time", "reference", "candidate", "metric", "task", "n", "sequential", "decision", "items")

read_history <- function(history) {
  if (is.null(history)) {
    return(NULL)
  }
  if (!rlang::is_string(history) || !nzchar(history)) {
    abort_verdict("{.arg history} must be the name of one file.", "argument")
  }
  check_writable(history, "gate")
  if (!file.exists(history)) {
    return(list2DF(stats::setNames(rep(list(character()), length(history_columns)), history_columns)))
  }
  # R warns of what is cut off: a look that is lost would let a candidate in at a level that is used up.
  no_history <- function(cnd) NULL
  seen <- tryCatch(
    utils::read.csv(history, colClasses = "character", na.strings = character(), encoding = "UTF-8", fill = FALSE),
    error = no_history, warning = no_history
  )
  if (!identical(names(seen), history_columns) || !all(validUTF8(unlist(seen)))) {
    abort_verdict(c(
      "{.file {plain_label(history)}} is no history of {.fn gate}, or is damaged.", i = "It is not used in part."
    ), "gate")
  }
  seen
}

# Of each set's candidates the share of the level: equal parts, or by the number of the candidate in its history.
gate_shares <- function(sets, asked, seen) {
  n <- length(asked$candidate)
  lapply(seq_along(sets), function(i) {
    earlier <- if (!is.null(seen)) earlier_looks(seen, asked$items[[i]], asked)
    valid <- asked$sequential && all(earlier$sequential == "TRUE")
    if (NROW(earlier) && !valid) abort_second_look(earlier, asked)
    if (is.null(seen) || !asked$sequential) {
      return(rep(1 / n, n) / length(sets))
    }
    place <- match(asked$candidate, unique(c(earlier$candidate, asked$candidate)))
    6 / (pi^2 * place^2) / length(sets)
  })
}

earlier_looks <- function(seen, items, asked) {
  again <- vapply(strsplit(seen$items, " ", fixed = TRUE), function(some) any(some %in% items), NA)
  seen[seen$reference == asked$reference & canonical_metric(seen$metric) == canonical_metric(asked$metric) & again, ]
}

abort_second_look <- function(earlier, asked) {
  last <- earlier[nrow(earlier), ]
  abort_verdict(c(
    "{.val {plain_label(asked$reference)}} was gated on these items before: against
     {.val {plain_label(last$candidate)}}, {plain_label(last$time)}.",
    x = if (asked$sequential) "That look was not sequential, and has used the level up.",
    i = if (!asked$sequential) "Repeated looks pass something sooner or later: begin with {.code sequential = TRUE}.",
    i = "Or gate on items that were not looked at yet."
  ), "gate")
}

# The same with any version of R and of packages: the file outlives a session. Rows without items are known by what
# the reference says of them.
item_hashes <- function(set, reference) {
  data <- as.data.frame(set[reference])
  text <- function(column) if (is.numeric(column)) sprintf("%.15g", column) else as.character(column)
  hash_md5(if (is.null(data$item)) paste(unlist(lapply(data, text)), collapse = "\r") else unique(data$item))
}

write_history <- function(history, seen, rows, asked) {
  hashes <- vapply(unname(asked$items), function(all) {
    paste(utils::head(sort(all, method = "radix"), 20), collapse = " ")
  }, "")
  new <- data.frame(
    time = format(Sys.time(), "%Y-%m-%d %H:%M:%S", tz = "UTC"), reference = rows$reference, candidate = rows$classifier,
    metric = rows$metric, task = ifelse(is.na(rows$task), "", rows$task),
    n = format(rows$n, scientific = FALSE, trim = TRUE), sequential = as.character(asked$sequential),
    decision = rows$decision, items = rep(hashes, each = length(asked$candidate)), row.names = NULL
  )
  write_file(history, "gate", function(made) {
    utils::write.csv(rbind(seen, new[history_columns]), made, row.names = FALSE, fileEncoding = "UTF-8")
  })
}
