# Several tasks: they are the groups of the set, weigh what they should in what is over all, and those that can hardly
# tell models apart are named.

check_task_weights <- function(weights) {
  if (is.character(weights)) {
    return(check_choice(weights, "weights", c("items", "tasks")))
  }
  named <- all_hold(
    are_amounts(weights), sum(weights) > 0, are_distinct(names(weights)), all(nzchar(names(weights)))
  )
  if (!named) {
    abort_verdict(c(
      "{.arg weights} must be {.val items}, {.val tasks}, or numbers of 0 and more named by task.",
      i = "Such as {.code c(arithmetic = 2, history = 1)}."
    ), "argument")
  }
  weights / sum(weights)
}

# The set as it is, or with other shares of its tasks.
weigh_tasks <- function(set, weights, tasks) {
  if (is.numeric(weights)) check_named_tasks(weights, set, tasks)
  if (identical(weights, "items") || !has_groups(set)) {
    return(set)
  }
  shares <- if (is.character(weights)) "equal" else weights
  weighed <- standardise_groups(set, shares)
  # A verdict says where, as without weights.
  weighed$groups <- set$groups
  weighed
}

check_named_tasks <- function(weights, set, tasks) {
  tasks <- unique(tasks)
  lost <- c(setdiff(names(weights), tasks), setdiff(tasks, names(weights)))
  if (length(lost)) {
    abort_evaluation(c(
      "{.arg weights} must name the tasks: {.val {plain_label(lost)}} {?is/are} in one of both only.",
      i = "The tasks are {.val {plain_label(tasks)}}; a weight may be 0."
    ), "argument")
  }
  empty <- setdiff(names(weights)[weights > 0], if (has_groups(set)) set$groups$label else tasks)
  if (length(empty)) {
    abort_evaluation(c(
      "No item of {.val {plain_label(empty)}} was scored by all models, so that the task has no mean.",
      i = "Give it the weight 0, leave the task out, or use {.code items = \"pairwise\"}."
    ), "runs")
  }
}

# One row a task that has items: task, items, lowest and highest mean of a model, weight, and why it can hardly tell
# models apart (NA if it can): by the t test that a comparison takes, at 5%, and below six items by the sign test.
list_tasks <- function(set, weights) {
  scores <- score_matrix(set)
  group <- set$groups$group[!duplicated(score_unit(set))]
  known <- set$metrics[1, ]
  rows <- lapply(seq_along(set$groups$label), function(g) task_row(scores[group == g, , drop = FALSE], known))
  out <- do.call(rbind, rows)
  weight <- if (is.numeric(weights)) {
    unname(weights[set$groups$label])
  } else if (weights == "tasks") {
    1 / nrow(out)
  } else {
    out$items / sum(out$items)
  }
  cbind(data.frame(task = set$groups$label), out[c("items", "lowest", "highest")], weight = weight, out["note"])
}

task_row <- function(scores, known) {
  mean <- colMeans(scores, na.rm = TRUE)
  at <- c(which.min(mean), which.max(mean))
  bounded <- all(is.finite(c(known$lower, known$upper)))
  several <- ncol(scores) > 1
  note <- if (nrow(scores) < 6) {
    "too few items"
  } else if (several && all(scores == scores[, 1], na.rm = TRUE)) {
    "all models have the same scores"
  } else if (bounded && !can_show(known$upper - scores[, at[1]])) {
    out_of_reach[[if (known$better %in% "low") "worse" else "better"]]
  } else if (bounded && !can_show(scores[, at[2]] - known$lower)) {
    out_of_reach[[if (known$better %in% "low") "better" else "worse"]]
  } else {
    NA_character_
  }
  data.frame(items = nrow(scores), lowest = mean[[at[1]]], highest = mean[[at[2]]], note = note)
}

out_of_reach <- c(
  better = "saturated: not even a model without a fault could be shown to be better",
  worse = "out of reach: not even a model with nothing right could be shown to be worse"
)

# Whether differences as large as they could be are significant.
can_show <- function(d) {
  d <- d[!is.na(d)]
  error <- stats::sd(d) / sqrt(length(d))
  mean(d) > stats::qt(0.975, length(d) - 1) * error
}

# -- in words -------------------------------------------------------------------------

suite_lines <- function(info) {
  suite <- info$suite
  if (is.null(suite)) {
    return(NULL)
  }
  said <- if (is.numeric(info$weights)) {
    paste0("Weights of the tasks: ", and_list(paste(say_label(suite$task), short_number(suite$weight, 2)), 6), ".")
  } else if (info$weights == "tasks") {
    "Each task counts once; what is said is of these tasks."
  } else {
    "Each item counts once, so that large tasks weigh more (weights = \"tasks\": each task once)."
  }
  odd <- suite[!is.na(suite$note), ]
  span <- ifelse(
    odd$note == "too few items", paste0(odd$items, " items"),
    paste0("scores from ", short_number(odd$lowest, 2), " to ", short_number(odd$highest, 2))
  )
  lost <- setdiff(info$runs$task, suite$task)
  c(
    said,
    if (length(lost)) {
      paste0("No item of ", and_list(say_label(lost), 4), " was scored by all models: left out.")
    },
    if (nrow(odd)) {
      words <- paste0(say_label(odd$task), " (", span, "; ", odd$note, ")")
      paste0("Can hardly tell models apart: ", and_list(words, 6), ".")
    }
  )
}
