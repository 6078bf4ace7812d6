# What was read, in words: the first lines of everything that follows.

#' @export
print.evaluation_set <- function(x, ..., width = getOption("width")) {
  lines <- evaluation_lines(x)
  NextMethod()
  writeLines(wrap_text(lines, width))
  invisible(x)
}

# Sentences: runs, what failed, what is not common, samples, clusters, other metrics.
evaluation_lines <- function(x) {
  info <- evaluation_notes(x)
  runs <- info$runs
  task <- unique(runs$task)
  c(
    paste0(
      "Read from ", count_of(length(unique(runs$file)), "file"), " (", and_list(unique(runs$format)), "): ",
      count_of(length(task), "task"), if (any(nzchar(task))) paste0(" (", and_list(say_label(task), 6), ")"), "."
    ),
    failed_line(runs, info$on_error), common_line(info), repeated_line(runs), again_line(info$again),
    cluster_lines(info), suite_lines(info), metrics_line(info$metrics, own_groups(x)$metrics$metric)
  )
}

# A set is kept in files, and lists get edited.
evaluation_notes <- function(x) {
  info <- attr(x, "evaluation")
  check_unchanged(
    "read_evaluations",
    "notes of what was read that are none" = all_hold(
      is.list(info), is.data.frame(info$runs),
      all(c("file", "format", "model", "task", "failed") %in% names(info$runs)),
      is.null(info$suite) || is.data.frame(info$suite), is.null(info$clusters) || is.data.frame(info$clusters),
      is.null(info$over_tasks) || is.data.frame(info$over_tasks), is.null(info$again) || is.data.frame(info$again)
    )
  )
  info
}

failed_line <- function(runs, on_error) {
  n <- tapply(runs$failed, factor(runs$model, unique(runs$model)), sum)
  n <- n[n > 0]
  if (length(n) == 0) {
    return(NULL)
  }
  paste0(
    "Without a score, and taken as ", on_error, ": ",
    and_list(paste(count_of(as.vector(n), "sample"), "of", say_label(names(n))), 6), "."
  )
}

common_line <- function(info) {
  lacking <- info$lacking
  if (length(lacking)) {
    paste0(
      "Of ", count_of(info$n_items, "item"), " ",
      and_list(paste(say_label(names(lacking)), "lacks", format_count(lacking)), 4), "."
    )
  }
}

run_words <- function(model, task) {
  paste0(say_label(model), ifelse(nzchar(task), paste(" on", say_label(task)), ""))
}

# What is no second run, such as a log that a second attempt added to.
again_line <- function(again) {
  if (NROW(again)) {
    words <- and_list(paste0(run_words(again$model, again$task), " (", count_of(again$items, "item"), ")"), 4)
    paste0("More than once in a file, taken as samples of the same items: ", words, ".")
  }
}

repeated_line <- function(runs) {
  key <- run_words(runs$model, runs$task)
  n <- table(factor(key, unique(key)))
  n <- n[n > 1]
  if (length(n)) {
    words <- and_list(paste0(names(n), " (", as.vector(n), ")"), 4)
    paste0("Several runs, taken as samples of the same items: ", words, ".")
  }
}

cluster_lines <- function(info) {
  clusters <- info$clusters
  effect <- if (NROW(clusters)) error_effect(clusters$ratio, length(unique(info$runs$model)))
  over_tasks <- function(field) sum(info$over_tasks$field == field)
  if (!is.null(info$cluster)) {
    over <- over_tasks(info$cluster)
    tasks <- if (over) {
      paste0(", whatever their task (", count_of(over, "cluster has", "clusters have"), " items of several)")
    }
    said <- if (NROW(clusters) && !is.na(clusters$ratio[1])) paste0(" They make", effect, ".")
    return(paste0("Clusters: items of one ", say_label(info$cluster), tasks, ".", said))
  }
  unlist(lapply(seq_len(NROW(clusters)), function(i) {
    over <- over_tasks(clusters$field[i])
    paste0(
      "Items share a ", say_label(clusters$field[i]), " (", count_of(clusters$clusters[i], "cluster"),
      if (over) paste0(", ", format_count(over), " of them with items of several tasks"),
      "): cluster = \"", clusters$field[i], "\"", if (!is.na(clusters$ratio[i])) paste0(" would make", effect[i]), "."
    )
  }))
}

error_effect <- function(ratio, n_models) {
  paste0(
    " the standard error of a difference ", if (n_models > 2) "up to ",
    sprintf("%.2f", ratio), " times as large"
  )
}

metrics_line <- function(logged, taken) {
  others <- setdiff(logged, taken)
  if (length(others) && !"score" %in% setdiff(taken, logged)) {
    paste0("Other metrics in the logs, for `metric`: ", and_list(say_label(others), 6), ".")
  }
}
