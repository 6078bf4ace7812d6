# Logs that were read become one score set: the runs must agree, items are matched within their task, repeated runs are
# samples, and what failed is counted.

evaluation_set <- function(log, logs, asked) {
  log <- take_tasks(log, asked$task)
  check_settings(log, logs, asked$allow)
  if (!"prompt" %in% asked$allow) check_prompts(log$rows, logs)
  # Lines of a file that have the same sample of an item are numbered.
  nth <- number_within(do.call(row_code, log$rows[c("file", "model", "task", "item", "sample", "metric")]))
  runs <- list_runs(log, logs, nth)
  chosen <- choose_metrics(log$rows, asked$metric)
  better <- chosen_better(chosen, log$better, asked$better)
  rows <- resolve_failed(log$rows, chosen, better, asked$on_error, logs)
  check_no_model_lost(rows, log$rows, chosen)
  rows <- number_samples(rows, chosen)
  several <- length(unique(rows$task)) > 1
  rows$name <- if (several) paste(rows$task, rows$item, sep = "/") else rows$item
  fields <- log$fields
  fields$name <- if (several) paste(fields$task, fields$item, sep = "/") else fields$item
  if (asked$items == "common") check_common(rows)
  by <- asked$cluster %||% if ("cluster" %in% fields$field) "cluster"
  cluster <- if (!is.null(by)) chosen_cluster(rows, fields, by)
  ratio <- if (!all(is.na(rows$weight))) ratio_of_rows(rows, cluster, chosen, asked$weights)
  set <- ratio %||% rows_as_set(rows, cluster, asked, better, several, chosen_limits(chosen, log$limits))
  compared <- if (is.null(ratio)) score_cells(set)$item else items_of_all(rows)
  names <- unique(rows$name)
  tasks <- stats::setNames(rows$task[match(names, rows$name)], names)
  # Ratios of sums have no groups.
  suite <- if (has_groups(set)) list_tasks(set, asked$weights)
  evaluation <- list(
    runs = runs, again = list_again(log$rows[nth > 1, ]), tasks = tasks, metrics = setdiff(log$rows$metric, NA),
    n_items = length(names), lacking = count_lacking(rows), on_error = asked$on_error, cluster = by,
    clusters = if (is.null(ratio)) propose_clusters(set, fields[is.null(by) | fields$field %in% by, ]),
    over_tasks = clusters_over_tasks(fields, compared), suite = suite, weights = asked$weights
  )
  as_evaluation_set(weigh_tasks(set, asked$weights, tasks), evaluation)
}

as_evaluation_set <- function(set, evaluation) {
  structure(set, evaluation = evaluation, class = c("evaluation_set", setdiff(class(set), "evaluation_set")))
}

keep_classifiers.evaluation_set <- function(x, at) {
  part <- as_evaluation_set(NextMethod(), attr(x, "evaluation"))
  if (!is.null(part$shares)) part$groups <- x$groups
  part
}

# The scores themselves, of a set whose tasks have weights too.
#' @export
as.data.frame.evaluation_set <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint: object_name_linter.
  if (is.null(x$shares)) NextMethod() else as.data.frame(x$set, ...)
}

take_tasks <- function(log, task) {
  if (is.null(task)) {
    return(log)
  }
  lost <- setdiff(task, log$rows$task)
  if (length(lost)) {
    known <- plain_label(unique(log$rows$task))
    abort_evaluation(c(
      "There is no task {.val {lost}} in the logs.",
      i = if (any(nzchar(known))) "They have {.val {known}}." else "They name no tasks."
    ))
  }
  for (part in c("rows", "settings", "fields")) log[[part]] <- log[[part]][log[[part]]$task %in% task, ]
  log
}

# -- do the runs agree ----------------------------------------------------------------

check_settings <- function(log, logs, allow) {
  settings <- log$settings[!log$settings$what %in% allow, ]
  group <- row_key(settings$task, settings$what)
  for (one in unique(group)) {
    here <- settings[group == one, ]
    # Several settings of one kind in a run (arguments of a task) are one. A part of the settings that one run lacks is
    # no difference that could be named.
    key <- stats::ave(here$value, here$file, FUN = function(x) paste(sort(x, method = "radix"), collapse = "; "))
    value <- unique(key)
    if (length(value) < 2) next
    first <- match(value, key)[1:2]
    words <- vapply(first, function(i) {
      paste0(cut_label(here$value[i]), " in ", shown_file(logs$path[here$file[i]]), " (", cut_label(here$model[i]), ")")
    }, "")
    what <- here$what[1]
    abort_evaluation(c(
      "The runs of {.val {plain_label(here$task[1])}} differ in {what}, so their scores cannot be paired.",
      x = "It is {words[1]}, and {words[2]}.",
      i = "If that does not matter, say {.code allow = \"{what}\"}."
    ), "runs")
  }
}

# A file and its folder, which is often what tells two of them apart.
shown_file <- function(path) {
  path <- normalizePath(path, winslash = "/")
  paste0("'", plain_label(file.path(basename(dirname(path)), basename(path))), "'")
}

# The first run that was asked something else on an item.
check_prompts <- function(rows, logs) {
  known <- which(!is.na(rows$prompt))
  key <- row_code(rows$task[known], rows$item[known])
  first <- match(key, key)
  odd <- which(rows$prompt[known] != rows$prompt[known[first]])
  if (length(odd) == 0) {
    return(invisible())
  }
  rows <- rows[known, ]
  files <- shown_file(logs$path[c(rows$file[first[odd[1]]], rows$file[odd[1]])])
  models <- cut_label(c(rows$model[first[odd[1]]], rows$model[odd[1]]))
  n <- length(unique(key[odd]))
  abort_evaluation(c(
    "The runs of {.val {plain_label(rows$task[odd[1]])}} differ in prompts, on {count_of(n, 'item')}.",
    x = "The first is item {.val {cut_label(rows$item[odd[1]])}} of {files[1]} ({models[1]}) and {files[2]}
         ({models[2]}).",
    i = "If that does not matter (each model has a chat template of its own), say {.code allow = \"prompt\"}."
  ), "runs")
}

# What was read, a row a run: file, format, model, task, items, samples, failed.
list_runs <- function(log, logs, nth) {
  rows <- log$rows
  key <- row_code(rows$file, rows$model, rows$task)
  runs <- rows[c("file", "model", "task")][!duplicated(key), ]
  at <- match(key, unique(key))
  items <- !duplicated(row_code(at, rows$item))
  samples <- !duplicated(row_code(at, rows$item, rows$sample, nth))
  list2DF(list(
    file = logs$path[runs$file], format = log$formats[match(runs$file, log$file)], model = runs$model, task = runs$task,
    items = tabulate(at[items], nrow(runs)), samples = tabulate(at[samples], nrow(runs)),
    failed = tabulate(at[rows$failed & samples], nrow(runs))
  ), nrow(runs))
}

# How many items are in the rows of one sample after the first: a data frame model, task, items.
list_again <- function(rows) {
  rows <- rows[!duplicated(row_code(rows$model, rows$task, rows$item)), c("model", "task")]
  run <- row_code(rows$model, rows$task)
  at <- !duplicated(run)
  list2DF(c(rows[at, ], list(items = tabulate(match(run, run[at]), sum(at)))), sum(at))
}

# Each key's elements are numbered, in their order.
number_within <- function(key) {
  key <- match(key, unique(key))
  number <- integer(length(key))
  number[order(key, method = "radix")] <- sequence(tabulate(key))
  number
}

# -- which scores ---------------------------------------------------------------------

# A data frame: task, metric (as logged), name (in the set).
choose_metrics <- function(rows, metric) {
  scored <- rows[c("model", "task", "metric")]
  scored <- scored[!duplicated(row_code(scored$model, scored$task, scored$metric)) & !is.na(scored$metric), ]
  pairs <- scored[!duplicated(row_key(scored$task, scored$metric)), c("task", "metric")]
  if (!is.null(metric)) {
    lost <- setdiff(metric, pairs$metric)
    if (length(lost)) {
      abort_evaluation(c(
        "{.val {lost}} {?is/are} not in the logs.", i = "They have {.val {plain_label(unique(pairs$metric))}}."
      ), "metric")
    }
    chosen <- pairs[pairs$metric %in% metric, ]
    chosen$name <- chosen$metric
    return(chosen)
  }
  n <- vapply(seq_len(nrow(pairs)), function(i) {
    length(unique(scored$model[scored$task == pairs$task[i] & scored$metric == pairs$metric[i]]))
  }, 0L)
  most <- pairs[n == max(n), ]
  chosen <- pairs[order(-n, method = "radix"), ]
  chosen <- chosen[!duplicated(chosen$task), ]
  # A metric of this name that all tasks have, before each task's own.
  everywhere <- intersect(chosen$metric, Reduce(intersect, split(most$metric, most$task)))
  if (length(everywhere) && length(unique(chosen$metric)) > 1) chosen$metric <- everywhere[1]
  chosen$name <- if (length(unique(chosen$metric)) == 1) chosen$metric else "score"
  chosen
}

# Items that failed get their score in every metric, and scores that are no finite numbers are refused or missing.
resolve_failed <- function(rows, chosen, better, on_error, logs) {
  bare <- which(is.na(rows$metric))
  if (length(bare)) {
    wanted <- lapply(rows$task[bare], function(task) chosen$metric[chosen$task == task])
    more <- rows[rep(bare, lengths(wanted)), ]
    more$metric <- unlist(wanted)
    rows <- rbind(rows[-bare, ], more)
  }
  wanted <- is_chosen(rows, chosen)
  rows <- rows[c("model", "task", "item", "metric", "score", "failed", "line", "weight", "file")]
  if (!all(wanted)) rows <- rows[wanted, ]
  odd <- which(is.nan(rows$score))
  if (length(odd) && on_error == "wrong") {
    where <- if (is.na(rows$line[odd[1]])) "" else paste0(", line ", format_count(rows$line[odd[1]]))
    abort_evaluation(c(
      "{count_of(length(odd), 'score')} of {.val {plain_label(rows$metric[odd[1]])}} {qty(length(odd))}{?is/are} no
       finite number.",
      x = "The first is in {.file {plain_label(logs$path[rows$file[odd[1]]])}}{where}.",
      i = "{.code on_error = \"missing\"} takes {qty(length(odd))}{?it/them} as missing."
    ))
  }
  if (on_error == "missing") {
    rows <- rows[!rows$failed, ]
    if (nrow(rows) == 0) abort_evaluation("No item has a score: all failed.")
    return(rows)
  }
  check_zero_is_wrong(rows, chosen, better)
  rows$score[rows$failed] <- 0
  rows
}

# A model that has none of the scores that are compared does not go without a word.
check_no_model_lost <- function(rows, all, chosen) {
  lost <- setdiff(all$model, rows$model)
  if (length(lost) == 0) {
    return(invisible())
  }
  its <- setdiff(all$metric[all$model == lost[1]], NA)
  known <- its[its %in% chosen$metric]
  abort_evaluation(c(
    "{.val {plain_label(lost[1])}} has no score in {.val {plain_label(unique(chosen$metric))}}, and would be left out.",
    x = if (length(known) || length(its) == 0) "All its items failed." else "It has {.val {plain_label(its)}}.",
    i = "Choose a metric that all models have with {.arg metric}, or leave its runs out."
  ), "metric")
}

is_chosen <- function(rows, chosen) {
  pairs <- row_code(c(chosen$task, rows$task), c(chosen$metric, rows$metric))
  pairs[-seq_len(nrow(chosen))] %in% pairs[seq_len(nrow(chosen))]
}

check_zero_is_wrong <- function(rows, chosen, better) {
  metric <- unique(rows$metric[rows$failed])
  low <- better[chosen$name[match(metric, chosen$metric)]] %in% "low"
  odd <- metric[low | vapply(metric, function(one) any(rows$score[rows$metric == one & !rows$failed] < 0), NA)]
  if (length(odd)) {
    why <- if (any(low)) "Low values are good" else "The metric has negative values"
    abort_evaluation(c(
      "What is a failed item's {.val {plain_label(odd)}}? {why}, so 0 is not the worst.",
      i = "{.code on_error = \"missing\"} leaves failed items out."
    ))
  }
}

# Scores of one model, item and metric are numbered, in the order of the files.
number_samples <- function(rows, chosen) {
  pairs <- row_code(c(chosen$task, rows$task), c(chosen$metric, rows$metric))
  rows$metric <- chosen$name[match(pairs[-seq_len(nrow(chosen))], pairs)]
  rows$number <- number_within(row_code(rows$model, rows$task, rows$item, rows$metric))
  rows
}

# By the name in the set: "high" or "low", as was asked for, as the logs say, or as is known of such metrics. Tasks
# whose metrics are put together must agree.
chosen_better <- function(chosen, better, asked) {
  base <- vapply(strsplit(chosen$metric, ",", fixed = TRUE), `[`, "", 1)
  logged <- if (is.null(better)) rep(NA, length(base)) else unname(better[row_key(chosen$task, chosen$metric)])
  if (!is.null(better)) logged[is.na(logged)] <- unname(better[row_key(chosen$task, base)])[is.na(logged)]
  if (length(asked) && is.null(names(asked))) logged[] <- asked
  lost <- setdiff(names(asked), c(chosen$metric, chosen$name))
  if (length(lost)) {
    abort_evaluation(c(
      "{.arg better} names {.val {plain_label(lost)}}, which {?is/are} not among the metrics that were chosen.",
      i = "They are {.val {plain_label(unique(c(chosen$metric, chosen$name)))}}."
    ), "metric")
  }
  for (name in names(asked)) logged[name == chosen$metric | name == chosen$name] <- asked[[name]]
  bare <- which(is.na(logged))
  logged[bare] <- vapply(base[bare], function(name) known_score(name)$better, "")
  vapply(split(logged, factor(chosen$name, unique(chosen$name))), function(x) {
    x <- unique(x)
    if (length(x[!is.na(x)]) > 1) {
      abort_evaluation(c(
        "The tasks' own metrics cannot be put together: high is good in some and low in others.",
        i = "Choose one with {.arg metric}: {.val {plain_label(unique(chosen$metric))}}."
      ), "metric")
    }
    if (all(is.na(x))) "high" else x[!is.na(x)]
  }, "")
}

# Items that all models have. Where there are none the tasks often say why, or what the items are called.
check_common <- function(rows) {
  if (length(items_of_all(rows)) > 0) {
    return(invisible())
  }
  pairs <- unique(rows[c("model", "task")])
  tasks <- split(pairs$task, factor(pairs$model, unique(pairs$model)))
  differ <- length(unique(lapply(tasks, sort))) > 1
  words <- vapply(utils::head(names(tasks), 4), function(model) {
    task <- ifelse(nzchar(tasks[[model]]), cut_label(tasks[[model]]), "a task without a name")
    said <- if (differ) task else paste("items", first_few(cut_label(unique(rows$item[rows$model == model])), 2))
    paste0(cut_label(model), ": ", and_list(said, 3))
  }, "")
  abort_evaluation(c(
    "No item was scored by all {length(tasks)} models.", x = "{and_list(words)}.",
    i = if (differ) "Choose runs of the same tasks." else "Are the items called, or numbered, in the same way?",
    i = if (length(tasks) > 2) "{.code items = \"pairwise\"} compares each two on the items that both have."
  ), "runs")
}

items_of_all <- function(rows) Reduce(intersect, split(rows$name, rows$model))

# How many of all items each model lacks.
count_lacking <- function(rows) {
  have <- !duplicated(row_code(rows$model, rows$name))
  n <- table(factor(rows$model[have], unique(rows$model)))
  lacking <- length(unique(rows$name)) - as.vector(n)
  stats::setNames(lacking, names(n))[lacking > 0]
}

# -- the set --------------------------------------------------------------------------

# By the name in the set the range that the logs tell, if they agree.
chosen_limits <- function(chosen, limits) {
  logged <- unname(as.list(limits)[row_key(chosen$task, chosen$metric)])
  lapply(split(logged, factor(chosen$name, unique(chosen$name))), function(x) {
    x <- unique(x)
    if (length(x) == 1) x[[1]]
  })
}

rows_as_set <- function(rows, cluster, asked, better, several, limits) {
  metric <- unique(rows$metric)
  span <- lapply(metric, function(one) share_or_any(rows$score[rows$metric == one], limits[[one]]))
  limit <- function(i) stats::setNames(vapply(span, `[`, 0, i), metric)
  data <- list2DF(rows[c("score", "model", "name", "metric", "number")])
  sample_of <- if (any(rows$number > 1)) rows$number
  tasks <- if (several) data.frame(task = rows$task)
  make <- function(metric) {
    score_set(
      data, score = "score", classifier = "model", item = "name", metric = !!metric, repetition = sample_of,
      cluster = cluster, better = better, lower = limit(1), upper = limit(2), by = tasks,
      na = if (asked$items == "common") "omit" else "keep"
    )
  }
  # A single metric goes by its name; the column of several by its symbol.
  make(if (length(metric) > 1) quote(metric) else metric)
}

# The range that a log tells, unless scores are beyond; of none those that are all between 0 and 1 are shares.
share_or_any <- function(score, limits) {
  span <- limits %||% c(0, 1)
  if (all(score >= span[1] & score <= span[2])) span else c(-Inf, Inf)
}

# -- clusters -------------------------------------------------------------------------

# Items of tasks that have no such field are each by itself.
chosen_cluster <- function(rows, fields, cluster) {
  fields <- fields[fields$field == cluster, ]
  value <- clusters_of_items(rows$name, fields)
  lost <- !rows$name %in% fields$name & (rows$task %in% fields$task | nrow(fields) == 0)
  if (any(lost)) {
    n <- length(unique(rows$name[lost]))
    abort_evaluation(c(
      "{count_of(n, 'item')} {qty(n)}{?has/have} no {.field {plain_label(cluster)}}.",
      x = "Such as {.val {cut_label(rows$name[which(lost)[1]])}}."
    ))
  }
  paste0("cluster ", match(value, unique(value)))
}

# By a field: one document is one cluster, whatever tasks its items are of; items without the field are each by itself.
clusters_of_items <- function(name, fields) {
  at <- match(name, fields$name)
  ifelse(is.na(at), row_key("item", name), row_key("value", fields$value[at]))
}

# The clusters, by field and value, that have items of several tasks.
clusters_over_tasks <- function(fields, items) {
  tasks <- unique(fields[fields$name %in% items, c("field", "value", "task")])
  unique(tasks[duplicated(tasks[c("field", "value")]), c("field", "value")])
}

# Fields that items share: field, clusters, and how many times as large clusters make the standard error of the
# difference of two models, at most. Items without the field are each by itself.
propose_clusters <- function(set, fields) {
  scores <- score_matrix(set)
  rownames(scores) <- score_cells(set)$item
  scores <- scores[rowSums(is.na(scores)) == 0, , drop = FALSE]
  if (ncol(scores) < 2 || nrow(scores) < 2) {
    return(NULL)
  }
  scores <- centre_columns(scores)
  alone <- pair_squares(scores)
  parts <- lapply(unique(fields$field), function(field) {
    here <- fields[fields$field == field, ]
    group <- clusters_of_items(rownames(scores), here)
    n <- length(unique(group))
    # All of one task in one cluster, or none shared, says nothing of which belong together.
    if (n < 2 || n == nrow(scores) || length(unique(group[rownames(scores) %in% here$name])) < 2) {
      return(NULL)
    }
    ratio <- sqrt(pair_squares(rowsum(scores, group, reorder = FALSE)) / alone)
    ratio <- ratio[is.finite(ratio)]
    data.frame(field = field, clusters = n, ratio = if (length(ratio)) max(ratio) else NA_real_)
  })
  do.call(rbind, parts)
}

# Of the differences of each two columns the squares' sum, times n / (n - 1).
pair_squares <- function(x) {
  v <- crossprod(x) * nrow(x) / (nrow(x) - 1)
  between <- outer(diag(v), diag(v), `+`) - 2 * v
  # What rounding leaves of no difference is none.
  ifelse(between > 1e-10 * max(v), between, 0)[upper.tri(v)]
}
