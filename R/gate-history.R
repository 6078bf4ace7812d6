# What was gated before: a CSV file with a row a candidate and task. Of the items twenty are kept, by a hash, which is
# enough to know them again when more have come; of a candidate's answers a hash of all, and one of those to the twenty.

history_columns <- c(
  "time", "reference", "candidate", "metric", "task", "n", "sequential", "decision", "items", "answers", "version"
)

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
  # Older files do not have the answers.
  if (identical(names(seen), setdiff(history_columns, c("answers", "version")))) {
    seen <- cbind(seen, list2DF(list(answers = character(nrow(seen)), version = rep("1", nrow(seen)))))
  }
  is_whole <- identical(names(seen), history_columns) && all(validUTF8(unlist(seen))) &&
    all(grepl("^[1-9][0-9]*$", seen$version))
  if (!is_whole) {
    abort_verdict(c(
      "{.file {plain_label(history)}} is no history of {.fn gate}, or is damaged.", i = "It is not used in part."
    ), "gate")
  }
  seen
}

# -- what is known again --------------------------------------------------------------

# What a set is to its history: the items that are kept; and if it is sequential, of each candidate its answers, which
# of the models of its name it is, and its place among all candidates.
look_at <- function(set, seen, asked) {
  items <- item_hashes(set, asked$reference)
  earlier <- earlier_looks(seen, items$all, asked)
  own <- metric_of_look(earlier$metric) == metric_of_look(asked$metric)
  look <- list(items = items$kept, answers = "", version = "1", others = earlier$metric[!own])
  earlier <- earlier[own, ]
  if (nrow(earlier) && !(asked$sequential && all(earlier$sequential == "TRUE"))) abort_second_look(earlier, asked, set)
  if (!asked$sequential) {
    return(look)
  }
  answers <- lapply(asked$candidate, function(one) {
    pair <- set[c(asked$reference, one)]
    check_sequential(pair, asked$metric)
    # As if more were better, so that those of a metric and its complement are the same; 0 has no sign.
    answer_texts(0 + gate_direction(asked$metric, asked$known) * sequential_differences(pair, asked$metric))
  })
  look$answers <- vapply(answers, function(own) paste(answer_hashes(own, look$items), collapse = " "), "")
  version <- mapply(version_of, asked$candidate, answers, MoreArgs = list(earlier, seen))
  look$version <- sprintf("%.0f", version)
  model <- paste(asked$candidate, look$version)
  look$place <- match(model, unique(c(paste(earlier$candidate, earlier$version), model)))
  look
}

# Of each set's candidates the share of the level: equal parts, or by the number of the candidate in its history.
gate_shares <- function(looks, n_sets, asked) {
  n <- length(asked$candidate)
  if (is.null(looks) || !asked$sequential) {
    return(rep(list(rep(1 / n, n) / n_sets), n_sets))
  }
  lapply(looks, function(look) 6 / (pi^2 * look$place^2) / n_sets)
}

earlier_looks <- function(seen, items, asked) {
  again <- vapply(strsplit(seen$items, " ", fixed = TRUE), are_known_items, NA, items)
  seen[seen$reference == asked$reference & again, ]
}

# A metric by any of its names and its complement are one, as accuracy and error are: shares of the same rows.
metric_of_look <- function(metric) {
  own <- canonical_metric(metric)
  at <- match(own, registry_metrics$metric)
  ifelse(registry_metrics$hit[at] %in% c("right", "wrong"), paste("share of", registry_metrics$of[at]), own)
}

# Each metric is gated at the level: several have more of it together.
caution_other_metrics <- function(looks, unit) {
  others <- unlist(lapply(looks, `[[`, "others"), use.names = FALSE)
  if (length(others) == 0) {
    return(NULL)
  }
  others <- others[!duplicated(metric_of_look(others))]
  n <- length(others) + 1
  paste0(
    "These ", plural_of(unit), " were gated before by ", and_list(plain_label(others)), ": each metric has its ",
    "confidence by itself, and all together less. All have 95% together where each of the ", n, " is gated with ",
    "conf.level = 1 - 0.05 / ", n, " from the first on."
  )
}

abort_second_look <- function(earlier, asked, set) {
  once <- earlier[earlier$sequential != "TRUE", ]
  used <- nrow(once) > 0
  last <- utils::tail(if (used) once else earlier, 1)
  abort_verdict(c(
    "{.val {plain_label(asked$reference)}} was gated on these items before: against
     {.val {plain_label(last$candidate)}}, {plain_label(last$time)}.",
    x = if (used) "That look was not sequential, and has used the level up.",
    i = if (!used) "Repeated looks pass something sooner or later: take {.code sequential = TRUE}, as before.",
    i = if (!used) "Or gate on items that were not looked at yet.",
    i = if (used) {
      paste0(
        "Gate on items that were not looked at yet: with ",
        if (!has_scored_items(set)) "scores of items, see {.fn score_set}, and ",
        "{.code sequential = TRUE} as often as you like."
      )
    }
  ), "gate")
}

# -- items ----------------------------------------------------------------------------

# list(all, kept): the same with any version of R and of packages, as the file outlives a session. Rows without items
# are known by what the reference says of them: one by one where hardly any two are the same, else all together.
item_hashes <- function(set, reference) {
  data <- null_if_refused(set_rows(set[c(reference = reference)]))
  if (is.null(data)) {
    abort_verdict(c(
      "{.arg history} knows a set by its rows, which a {.cls {class(set$set %||% set)[1]}} does not show.",
      i = "Gate once, without it."
    ), "gate")
  }
  first <- function(hashes) utils::head(sort(hashes, method = "radix"), 20)
  if (all(c("item", "classifier") %in% names(data))) {
    items <- hash_md5(unique(data$item))
    return(list(all = items, kept = first(items)))
  }
  rows <- sorted_rows(data)
  together <- hash_md5(paste(unlist(rows), collapse = "\r"))
  # Earlier versions took rows as they are given.
  given <- hash_md5(paste(unlist(lapply(data, hashed_text)), collapse = "\r"))
  if ("count" %in% names(data)) {
    return(list(all = c(together, given), kept = together))
  }
  each <- do.call(paste, c(rows, sep = "\r"))
  once <- setdiff(each, each[duplicated(each)])
  row <- function(each) paste0("row:", hash_md5(each))
  kept <- if (length(once) >= 0.9 * length(each)) first(row(once)) else together
  list(all = c(together, given, row(each)), kept = kept)
}

# Columns of text that do not depend on the order of rows and classes, or on the numbers of ids and folds. Those that
# are the same are counted together.
sorted_rows <- function(data) {
  columns <- lapply(data[setdiff(names(data), c("id", "fold", "weights", "count"))], function(column) {
    if (is.matrix(column)) asplit(column[, order(colnames(column)), drop = FALSE], 2) else list(column)
  })
  text <- lapply(unlist(unname(columns), recursive = FALSE), hashed_text)
  if ("count" %in% names(data)) {
    key <- do.call(paste, c(text, sep = "\r"))
    count <- rowsum(data$count, key, reorder = FALSE)
    text <- c(lapply(text, `[`, !duplicated(key)), list(sprintf("%.15g", count)))
  }
  at <- do.call(order, c(text, method = "radix"))
  lapply(text, `[`, at)
}

hashed_text <- function(column) if (is.numeric(column)) sprintf("%.15g", column) else as.character(column)

# Of items one is enough; rows of other data may be the same by chance.
are_known_items <- function(kept, items) {
  known <- kept %in% items
  if (all(startsWith(kept, "row:"))) isTRUE(mean(known) >= 0.5) else any(known)
}

# -- answers --------------------------------------------------------------------------

# A candidate's difference to the reference on each item, by hash. Ten digits are the same whatever the order in which
# samples were averaged.
answer_texts <- function(differences) {
  texts <- stats::setNames(sprintf("%.10g", differences), hash_md5(names(differences)))
  texts[order(names(texts), method = "radix")]
}

# Of all, and of those that are kept.
answer_hashes <- function(answers, kept) {
  hash_md5(c(
    paste(names(answers), answers, collapse = "\r"), paste(kept, answers[kept], collapse = "\r")
  ))
}

# Which of the models of a name: one that was there before, on these items, or the next of all. It gave the same answers
# to all items of a look; or if more have come, to those that the last look of its version kept.
version_of <- function(candidate, answers, earlier, seen) {
  own <- earlier[earlier$candidate == candidate, ]
  same <- vapply(seq_len(nrow(own)), function(i) same_answers(own[i, ], answers), c(all = NA, kept = NA))
  last <- !duplicated(own$version, fromLast = TRUE)
  grown <- same["kept", ] & last & length(answers) > as.numeric(own$n)
  found <- c(own$version[same["all", ]], own$version[grown])
  if (length(found)) as.numeric(found[1]) else max(0, as.numeric(seen$version[seen$candidate == candidate])) + 1
}

# To all items of a look, and to those that it kept; files of earlier versions have no answers.
same_answers <- function(look, answers) {
  now <- answer_hashes(answers, strsplit(look$items, " ", fixed = TRUE)[[1]])
  known <- strsplit(look$answers, " ", fixed = TRUE)[[1]]
  if (length(known) == 2) c(all = now[1] == known[1], kept = now[2] == known[2]) else c(all = FALSE, kept = FALSE)
}

# -- the file -------------------------------------------------------------------------

write_history <- function(history, seen, rows, looks, asked) {
  n <- length(asked$candidate)
  of <- function(part) unlist(lapply(looks, function(look) rep_len(look[[part]], n)), use.names = FALSE)
  new <- data.frame(
    time = format(Sys.time(), "%Y-%m-%d %H:%M:%S", tz = "UTC"), reference = rows$reference, candidate = rows$classifier,
    metric = rows$metric, task = ifelse(is.na(rows$task), "", rows$task),
    n = format(rows$n, scientific = FALSE, trim = TRUE), sequential = as.character(asked$sequential),
    decision = rows$decision,
    items = rep(vapply(unname(looks), function(look) paste(look$items, collapse = " "), ""), each = n),
    answers = of("answers"), version = of("version"), row.names = NULL
  )
  write_file(history, "gate", function(made) {
    utils::write.csv(rbind(seen, new[history_columns]), made, row.names = FALSE, fileEncoding = "UTF-8")
  })
}
