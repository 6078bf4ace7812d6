#' Logs of evaluations as scores
#'
#' Reads what tools that evaluate language models write, a file a run, and makes a [score_set()] of it: items, models,
#' samples of an item. `verdict(read_evaluations("runs/"))` is then the whole program.
#'
#' # Formats
#'
#' Files are known by what is in them, not by their names; they may be compressed by gzip, bzip2 or xz.
#'
#' - lm-evaluation-harness: `samples_*.jsonl`, with `results_*.json` beside it. An item is a document, by its hash;
#'   metrics are all single numbers that were logged, with their filter. Logged log-likelihoods make `perplexity`,
#'   `word_perplexity`, `byte_perplexity` and `bits_per_byte`, as ratios of sums. Fewer documents than the results are
#'   of are an unfinished run.
#' - inspect_ai: `.eval`, or `.json`. Epochs are samples; each scorer is a metric, C, P, I and N are 1, 0.5, 0 and 0.
#' - HELM: `per_instance_stats.json`, with `run_spec.json`. An item is an instance with its perturbation. Where nothing
#'   but likelihoods was logged these make `bits_per_byte` and `perplexity`.
#' - EvalPlus: `eval_results.json`. An item is a task, completions are samples; metrics are `pass@1` of the base
#'   tests and of all.
#' - lighteval: details, in parquet or as JSON lines; `results/` beside `details/` says which model and version.
#' - Every Eval Ever: instance-level JSON lines, with the aggregate beside it, which says what the metric is called, its
#'   direction and range. An item is known by the hash of the sample.
#' - anything else: JSON lines, a JSON array of records, CSV, TSV or parquet, with columns such as `model`, `item`
#'   (or `id`), `score` (or `correct`), `task`, `sample` (or `epoch`), `metric`, `cluster`.
#'
#' - battles: the same with columns `model_a`, `model_b` and `winner` (see [battle_set()], which is what comes out;
#'   `cluster` may name a further column, such as the prompt or the judge, and `metric` may be `"elo"`). They have no
#'   tasks; `items`, `on_error`, `allow`, `columns`, `weights` and `better` are left out, with a warning.
#'
#' Parquet takes the package nanoparquet, or arrow where columns are nested, as those of lighteval are.
#' Files are read where `future::plan()` says, if future.apply is installed. JSON lines are read in pieces, so that
#' memory does not grow with the file, and so are the samples of an `.eval` log that has no summary.
#'
#' # What is compared with what
#'
#' Items are matched by what they are within their task. Runs on other versions of a task, with other prompts or numbers
#' of shots, are refused, and the difference is named; `allow` lets it pass. A second run of a model on a task gives
#' further samples of the same items, not new items, and so do lines of one item in a file. Of what is taken for granted
#' a message tells.
#'
#' # Several tasks
#'
#' Several tasks are the groups of the set (see [group_questions]): what is over all is the mean over items, each once,
#' or over tasks with `weights`, and a verdict says where who is better. The standard error of a weighted mean is made
#' of those within the tasks, with Satterthwaite's degrees of freedom: it is about these tasks, and new items of them.
#' Clusters that have items of several tasks make these vary together, which is allowed for.
#' [where_better()] answers "better in at least u of m tasks", [partial_conjunction()] the same of other p-values.
#' Tasks that can hardly tell models apart, with fewer than six items, saturated or out of reach of all, are named.
#'
#' Where the tasks' metrics have different names the score is that of each task's own metric, the first that all models
#' have; they must be of one direction, and either all shares between 0 and 1 or none.
#'
#' @param files Files, folders (with all that is in them), or both. Their names, if they have any, are those of the
#'   models: `c(base = "base.jsonl", new = "new.jsonl")`.
#' @param metric Names of the metrics to take. `NULL`: the first that was logged for all models.
#' @param task Names of the tasks to take. `NULL`: all.
#' @param cluster What says which items belong together (questions on one text): the name of a field of the documents
#'   or their metadata. Without it recognised fields are proposed, with what they would do to the standard error. Items
#'   of one value are one cluster, also of several tasks: where tasks number other texts alike, from 1 on, make the
#'   values differ.
#' @param items `"common"`: the items that all models have. `"pairwise"`: each comparison takes the items that both
#'   of its models have.
#' @param on_error What an item without a score is, where the model or the scorer failed: `"wrong"`, a score of 0, or
#'   `"missing"`.
#' @param allow In what runs may differ: any of `"version"`, `"prompt"`, `"shots"`, `"dataset"`, `"settings"`, and
#'   `"unfinished"` for runs that did not end.
#' @param columns Of plain files: the names of the columns, such as `c(model = "system", score = "points")`; also
#'   `item`, `task`, `sample`, `metric` and `cluster`. What is not named is known by usual names.
#' @param weights What counts in the mean over several tasks: `"items"`, each item once; `"tasks"`, each task once; or
#'   numbers named by task, `c(arithmetic = 2, history = 1)`.
#' @param better Which scores are good, `"high"` or `"low"`, one for all or named by metric. `NULL`: as the logs say;
#'   else low of metrics that are known to be errors (perplexity, losses, error rates), and high of all others.
#' @param ... Not used. The arguments after it must be named.
#' @return Of battles a [battle_set()]; of a metric that is a ratio of sums (`word_perplexity`, `byte_perplexity`,
#'   `bits_per_byte`) a [ratio_set()] of the items that all models have; else a [score_set()] with the design `"items"`
#'   that also knows what was read, which `print()` tells and `attr(x, "evaluation")` has: `runs` (a data frame: file,
#'   format, model, task, items, samples, failed), `clusters` (what was proposed), `tasks` (the task of each item),
#'   `metrics` (all that was logged) and `suite` (of several tasks a data frame: task, items, lowest and highest mean,
#'   weight, note). With `weights` it is what [standardise_groups()] makes of that.
#' @section Errors:
#' `verdict_error_evaluation`, with the file and, where there is one, the line: for a folder without logs, a
#' file of no known kind, cut off, still being written or of a version that is not known, scores that are no
#' numbers; `verdict_error_runs` for runs of different tasks, versions or prompts; `verdict_error_metric` for a metric
#' that was not logged. Those of [score_set()].
#' @section When not to use it:
#' Means of whole benchmarks (leaderboards) hold nothing that could be paired: use [score_set()] with `dataset`.
#' @seealso [gate()], [cli()], [score_set()], [verdict()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' runs <- system.file("extdata", "evaluations", package = "verdict")
#' x <- read_evaluations(runs)
#' x
#' verdict(x)
#' @export
read_evaluations <- function(files, metric = NULL, task = NULL, ..., cluster = NULL, items = c("common", "pairwise"),
                             on_error = c("wrong", "missing"), allow = character(), columns = NULL,
                             weights = "items", better = NULL) {
  check_dots(...)
  rlang::check_installed("jsonlite", "to read logs of evaluations.")
  asked <- list(
    metric = metric, task = task, cluster = cluster, items = check_choice(items, "items", c("common", "pairwise")),
    on_error = check_choice(on_error, "on_error", c("wrong", "missing")), allow = check_allowed(allow),
    columns = check_plain_columns(columns), weights = check_task_weights(weights), better = check_sides(better)
  )
  for (arg in c("metric", "task", "cluster")) {
    if (!is.null(asked[[arg]])) check_strings(asked[[arg]], arg)
  }
  if (length(cluster) > 1) abort_verdict("{.arg cluster} must be one field, not {.val {cluster}}.", "argument")
  sources <- find_logs(files)
  logs <- read_logs(sources, asked)
  battles <- battle_logs(logs, asked)
  if (!is.null(battles)) {
    return(battles)
  }
  log <- join_logs(logs)
  # Many runs are large: each is held once.
  rm(logs)
  evaluation_set(log, sources, asked)
}

evaluation_differences <- c("version", "prompt", "shots", "dataset", "settings", "unfinished")

check_allowed <- function(allow) {
  if (length(allow) == 0) {
    return(character())
  }
  check_strings(allow, "allow")
  vapply(allow, check_choice, "", arg = "allow", choices = evaluation_differences, USE.NAMES = FALSE)
}

check_sides <- function(better) {
  if (!is.null(better) && !(is.character(better) && length(better) && all(better %in% c("high", "low")) &&
    (length(better) == 1 || length(names(better))))) {
    abort_verdict("{.arg better} must be {.val high} or {.val low}, one for all or named by metric.", "argument")
  }
  better
}

check_plain_columns <- function(columns) {
  known <- names(plain_names)
  if (!is.null(columns) && !(is.character(columns) && !anyNA(columns) && all(names(columns) %in% known) &&
    length(names(columns)) && !anyDuplicated(names(columns)))) {
    abort_verdict(
      "{.arg columns} must be names of columns, named by what they are: any of {.or {.val {known}}}.", "argument"
    )
  }
  columns
}

# -- which files ----------------------------------------------------------------------

# A data frame: path, model (NA where the file has to say), given (named by the user, not found in a folder).
find_logs <- function(files) {
  check_given(files, "files or folders with logs.", "argument")
  if (!is.character(files) || length(files) == 0 || anyNA(files)) {
    abort_verdict("{.arg files} must be names of files or folders.", "argument")
  }
  lost <- unique(unname(files[!file.exists(files)]))
  if (length(lost)) abort_evaluation("There is no file {.file {plain_label(lost)}}.")
  check_readable(files)
  model <- names(files) %||% rep(NA_character_, length(files))
  model[model %in% ""] <- NA
  parts <- Map(function(path, model) {
    folder <- dir.exists(path)
    within <- if (folder) list.files(path, recursive = TRUE, full.names = TRUE) else path
    if (folder) check_readable(within)
    if (folder && length(within) == 0) abort_evaluation("The folder {.file {plain_label(path)}} is empty.")
    data.frame(path = within, model = rep_len(model, length(within)), given = rep_len(!folder, length(within)))
  }, unname(files), model)
  sources <- do.call(rbind, parts)
  sources[!duplicated(normalizePath(sources$path)), ]
}

check_readable <- function(files) {
  shut <- files[file.access(files, 4) < 0 | dir.exists(files) & file.access(files, 1) < 0]
  # nocov start: root may read all
  if (length(shut)) abort_evaluation("{.file {plain_label(shut[1])}} may not be read: permission denied.")
  # nocov end
}

read_logs <- function(sources, asked) {
  logs <- read_each_log(sources, asked)
  unknown <- sources$path[vapply(logs, is.null, NA)]
  read <- !vapply(logs, function(log) is.null(log$rows), NA)
  if (!any(read)) {
    abort_evaluation(c(
      "There are no evaluation logs in {.file {plain_label(unique(dirname(sources$path)))}}.",
      x = "{length(sources$path)} file{?s} {?is/are} none, such as {.file {plain_label(sources$path[1])}}."
    ))
  }
  if (length(unknown)) {
    inform_verdict(c(
      "{length(unknown)} file{?s} {?is/are} of no known kind and left out: {.file {plain_label(unknown)}}."
    ), "evaluation")
  }
  logs[read]
}

# Where future's plan says, in the order of the files.
read_each_log <- function(sources, asked) {
  step <- progress_steps(nrow(sources))
  one <- function(i) {
    log <- read_log(sources$path[i], sources$model[i], sources$given[i], i, asked)
    step()
    log
  }
  files <- seq_len(nrow(sources))
  if (length(files) > 1 && rlang::is_installed("future.apply")) {
    return(with_door(future.apply::future_lapply(files, one, future.packages = "verdict")))
  }
  lapply(files, one)
}

# NULL for a file in a folder that is of no known kind; a log without rows for one that stands beside the logs.
read_log <- function(path, model, given, number, asked) {
  source <- open_log(path)
  on.exit(unlink(attr(source$path, "unpacked")))
  source$columns <- asked$columns
  format <- recognise_log(source)
  if (is.null(format)) {
    if (given) abort_unknown_log(source)
    return(NULL)
  }
  if (is.null(format$read)) {
    if (given) {
      abort_log(c(
        "has no scores of items: it is {format$label}.",
        i = "Give the file with the items that stands beside it, or the whole folder."
      ))
    }
    return(list())
  }
  # Fields may be there, but not hold what they do in the versions that are known.
  log <- rlang::try_fetch(format$read(source, model, asked), error = function(cnd) {
    if (inherits(cnd, "verdict_error")) {
      return(rlang::zap())
    }
    abort_log(c(
      "looks like a log of {format$label}, but its fields hold something else.",
      i = "It is damaged, or of a version that is not known here."
    ))
  })
  log$rows <- rows_of_log(log$rows, path)
  log$rows$file <- number
  log$settings$file <- rep(number, nrow(log$settings))
  log$format <- format$label
  log
}

# What has no name of a model goes by the file's; each has an item.
rows_of_log <- function(rows, path) {
  if (all(is.na(rows$metric))) abort_log("has no scores.")
  rows$model[is.na(rows$model)] <- model_of_file(path)
  rows$task[is.na(rows$task)] <- ""
  lacking <- which(is.na(rows$item))
  if (length(lacking)) {
    where <- rows$line[lacking[1]]
    where <- if (is.na(where)) paste("row", lacking[1]) else paste("line", format_count(where))
    abort_log("has rows without an item, such as {where}.")
  }
  rows
}

abort_unknown_log <- function(source) {
  abort_evaluation(c(
    "{.file {plain_label(source$path)}} is of no known kind.",
    x = if (length(names(source$first))) "Its fields: {first_few(cut_label(names(source$first)), 8)}.",
    i = "A plain log needs a score and an item: say with {.arg columns} what they are called."
  ))
}

# -- logs together --------------------------------------------------------------------

join_logs <- function(logs) {
  bind <- function(name) {
    parts <- lapply(logs, `[[`, name)
    columns <- names(parts[[1]])
    list2DF(lapply(stats::setNames(nm = columns), function(column) unlist(lapply(parts, `[[`, column))))
  }
  better <- unlist(lapply(logs, `[[`, "better"))
  limits <- unlist(lapply(logs, `[[`, "limits"), recursive = FALSE)
  list(
    rows = bind("rows"), settings = bind("settings"), fields = unique(bind("fields")),
    better = better[!duplicated(names(better))], limits = limits[!duplicated(names(limits))],
    formats = vapply(logs, `[[`, "", "format"), file = vapply(logs, function(log) log$rows$file[1], 0)
  )
}
