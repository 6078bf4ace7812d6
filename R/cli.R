# The command line: each command is a verb on the logs that are named. Standard output has the answer, standard error
# what went wrong; the status is 0 (done), 1 (the gate says no) or 2 (misuse).

cli_commands <- c(
  compare = "who is better than whom, by how much, and how sure is that",
  rank = "intervals for the rank of each model, and who is tied for first",
  gate = "may the candidate take the place of the reference? Status 1 if not",
  plan = "how many items, or samples, show a difference of interest",
  report = "all of it as an HTML page"
)

# Options: what follows, what it is for, and of which commands, if not of all. "" takes nothing.
cli_options <- list(
  "--metric" = c("NAME", "the metric, such as acc or exact_match,strict-match"),
  "--task" = c("NAME", "only this task; may be repeated"),
  "--cluster" = c("FIELD", "the field of the items that says which belong together"),
  "--items" = c("WHICH", "common (the default) or pairwise"),
  "--on-error" = c("HOW", "an item that failed is wrong (the default) or missing"),
  "--better" = c("SIDE", "which scores are good: high or low, or NAME=low; may be repeated"),
  "--allow" = c("WHAT", "in what runs may differ: version, prompt, shots, dataset, settings, unfinished"),
  "--columns" = c("A=B", "of plain files: what is in which column, such as score=points; may be repeated"),
  "--conf-level" = c("NUMBER", "the confidence, 0.95 if not given"),
  "--reference" = c(
    "NAME|FILE", "the model that others are compared with (gate: or its logs)", "compare", "report", "gate"
  ),
  "--margin" = c("NUMBER", "the largest difference that does not matter", "compare", "report", "gate"),
  "--candidate" = c("NAME|FILE", "the model that is to be released, or its logs; may be repeated", "gate"),
  "--require" = c("WHAT", "not-worse (the default) or better", "gate"),
  "--weights" = c("WHAT", "of several tasks: items, tasks (each once), or NAME=NUMBER; may be repeated"),
  "--by" = c(
    "task", "is the requirement met in each task (gate)? In how many is one better?", "compare", "report", "gate"
  ),
  "--sequential" = c("", "valid at any number of looks", "gate"),
  "--history" = c("FILE", "a file that remembers what was gated", "gate"),
  "--difference" = c("NUMBER", "the difference of interest; if not given 0.02, of battles the one they showed", "plan"),
  "--power" = c("NUMBER", "the power wanted, 0.8 if not given", "plan"),
  "--json" = c("", "the answer as JSON"),
  "--markdown" = c("", "the answer as Markdown, for a pull request"),
  "--html" = c("FILE", "write a page with the whole report", "compare", "report"),
  "--help" = c("", "this text"),
  "--version" = c("", "the version")
)

cli_repeated <- c("--task", "--allow", "--columns", "--weights", "--candidate", "--better")

cli_examples <- c(
  "verdict compare runs/", "verdict rank runs/ --metric exact_match --markdown",
  "verdict gate --reference base.jsonl --candidate new.jsonl --margin 0.01",
  "verdict gate runs/ --reference base --require better --by task --json",
  "verdict compare runs/ --weights tasks --by task",
  "verdict plan runs/ --difference 0.01", "verdict report runs/ --html report.html",
  "cat scores.jsonl | verdict compare -"
)

#' The command line
#'
#' From a shell, without writing R: `Rscript -e 'verdict::cli()' compare runs/`, or the script `exec/verdict` of the
#' installed package, linked into a folder of the `PATH`:
#' `ln -s "$(Rscript -e 'cat(system.file("exec", "verdict", package = "verdict"))')" ~/bin/verdict`.
#'
#' Commands are `compare` ([verdict()]), `rank` ([rank_classifiers()]), `gate` ([gate()]), `plan`
#' ([sample_size][sample_size.evaluation_set]; of battles [sample_size()], the level being shared out among the pairs)
#' and `report` ([report_verdict()]), on files and folders that [read_evaluations()] takes; `-` is standard input.
#' `verdict --help` has all options with examples.
#'
#' The answer is on standard output as text, `--json` or `--markdown`; what goes wrong on standard error.
#'
#' @param args The arguments. `NULL`: those of the process, which then ends with the status.
#' @return The status, invisibly: 0 done, 1 the gate does not pass, 2 misuse or logs that cannot be read.
#' @section Errors: None: they are sentences on standard error, and the status 2.
#' @section When not to use it: In R, where the verbs give data frames.
#' @seealso [read_evaluations()], [gate()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' runs <- system.file("extdata", "evaluations", package = "verdict")
#' cli(c("compare", runs))
#' cli(c("gate", runs, "--reference", "small", "--candidate", "large", "--require", "better"))
#' @export
cli <- function(args = NULL) {
  if (is.null(args)) {
    # nocov start: ends the process; tested as one
    quit(save = "no", status = run_cli(commandArgs(trailingOnly = TRUE)))
    # nocov end
  }
  if (!is.character(args) || anyNA(args)) abort_verdict("{.arg args} must be text.", "argument")
  invisible(run_cli(args))
}

run_cli <- function(args) {
  if (!isatty(stdout())) {
    old <- options(cli.num_colors = 1L)
    on.exit(options(old))
  }
  tryCatch(
    withCallingHandlers(obey_cli(args), message = function(cnd) {
      cat(sub("\n*$", "\n", as_options(conditionMessage(cnd))), file = stderr())
      invokeRestart("muffleMessage")
    }, warning = function(cnd) {
      cat("verdict: ", as_options(conditionMessage(cnd)), "\n", sep = "", file = stderr())
      invokeRestart("muffleWarning")
    }),
    error = function(cnd) {
      # An argument that no option stands for cannot be given here.
      if (length(cnd$body)) cnd$body <- cnd$body[!grepl("`[a-z._]+ = ", as_options(cnd$body))]
      cat("verdict: ", as_options(conditionMessage(cnd)), "\n", sep = "", file = stderr())
      2L
    }
  )
}

# Arguments that a message names, as options: `allow = "version"` is `--allow version`. Lines may break in them.
as_options <- function(text) {
  text <- gsub("`conf.level`", "`--conf-level`", text, fixed = TRUE)
  for (name in option_key(names(cli_options))) {
    option <- paste0("`--", gsub("_", "-", name, fixed = TRUE))
    start <- paste0("`", name)
    text <- gsub(paste0(start, "`"), paste0(option, "`"), text, fixed = TRUE)
    text <- gsub(paste0(start, "\\s+=\\s+TRUE`"), paste0(option, "`"), text)
    text <- gsub(paste0(start, "\\s+=\\s+\"([^\"`]*)\"`"), paste0(option, " \\1`"), text)
  }
  text
}

# The status.
obey_cli <- function(args) {
  asked <- parse_cli(args)
  if (isTRUE(asked$version)) {
    writeLines(paste("verdict", utils::packageVersion("verdict")))
    return(0L)
  }
  if (isTRUE(asked$help) || is.null(asked$command)) {
    writeLines(cli_help())
    return(if (isTRUE(asked$help)) 0L else 2L)
  }
  answer <- switch(asked$command,
    compare = , report = cli_verdict(asked), rank = cli_rank(asked), gate = cli_gate(asked), plan = cli_plan(asked)
  )
  print_cli(answer, asked)
  if (asked$command == "gate" && !as.logical(answer$result)) 1L else 0L
}

# -- arguments ------------------------------------------------------------------------

abort_cli <- function(message, envir = parent.frame()) {
  abort_verdict(c(message, i = "{.code verdict --help} has all options."), "argument", call = NULL, envir = envir)
}

# A list: command, files, and the options by name (with _ for -).
parse_cli <- function(args) {
  asked <- list(files = character())
  while (length(args)) {
    one <- args[1]
    args <- args[-1]
    if (one %in% c("-h", "help") && !file.exists(one)) one <- "--help"
    if (!startsWith(one, "--")) {
      asked$files <- c(asked$files, one)
      next
    }
    # --name=value
    cut <- regexpr("=", one, fixed = TRUE)
    value <- if (cut > 0) substring(one, cut + 1)
    name <- if (cut > 0) substr(one, 1, cut - 1) else one
    if (!name %in% names(cli_options)) {
      close <- closest_name(name, names(cli_options))
      abort_cli(c("There is no option {.code {plain_label(name)}}.", i = if (length(close)) "Is it {.code {close}}?"))
    }
    key <- option_key(name)
    if (cli_options[[name]][1] == "") {
      asked[[key]] <- TRUE
      next
    }
    if (is.null(value)) {
      if (length(args) == 0) abort_cli("{.code {name}} needs a value: {cli_options[[name]][1]}.")
      value <- args[1]
      args <- args[-1]
    }
    if (cli_options[[name]][1] == "NUMBER") value <- cli_number(value, name)
    again <- !is.null(asked[[key]])
    if (again && !name %in% cli_repeated) abort_cli("There are two values of {.code {name}}: give one.")
    asked[[key]] <- c(asked[[key]], value)
  }
  asked <- take_command(asked)
  check_cli_options(asked)
  asked
}

# The argument that an option stands for.
option_key <- function(name) gsub("-", "_", substring(name, 3), fixed = TRUE)

# What another command has is no option of this one.
check_cli_options <- function(asked) {
  for (name in names(cli_options)) {
    commands <- cli_options[[name]][-(1:2)]
    given <- !is.null(asked[[option_key(name)]])
    if (given && length(commands) && !is.null(asked$command) && !asked$command %in% commands) {
      abort_cli("{.code {name}} is not for {.code {asked$command}}: it is for {.code {commands}}.")
    }
  }
}

take_command <- function(asked) {
  known <- names(cli_commands)
  if (length(asked$files) == 0 || isTRUE(asked$help)) {
    asked$command <- if (is.null(asked$reference) && is.null(asked$candidate)) NULL else "gate"
    return(asked)
  }
  # Files alone are compared.
  if (asked$files[1] %in% known) {
    asked$command <- asked$files[1]
    asked$files <- asked$files[-1]
  } else if (file.exists(asked$files[1]) || asked$files[1] == "-") {
    asked$command <- "compare"
  } else {
    abort_cli("{.code {plain_label(asked$files[1])}} is neither a command ({.or {.code {known}}}) nor a file.")
  }
  asked
}

cli_number <- function(text, name) {
  number <- suppressWarnings(as.double(text))
  if (is.na(number)) abort_cli("{.code {name}} must be a number, not {.val {plain_label(text)}}.")
  number
}

cli_help <- function() {
  options <- vapply(cli_options, `[`, "", 1)
  left <- trimws(paste(names(options), options))
  what <- vapply(cli_options, function(option) {
    paste0(if (length(option) > 2) paste0(paste(option[-(1:2)], collapse = ", "), ": "), option[2])
  }, "")
  c(
    "Usage: verdict COMMAND FILES... [OPTIONS]", "", "From logs of evaluations to a verdict.", "",
    "Commands:", paste0("  ", format(names(cli_commands)), "  ", cli_commands), "",
    "FILES are logs or folders of logs (lm-evaluation-harness, inspect_ai, HELM, EvalPlus, lighteval,",
    "Every Eval Ever, JSON lines, CSV, parquet); - is standard input.", "",
    "Options:", paste0("  ", format(left), "  ", what), "",
    "Status: 0 done, 1 the gate does not pass, 2 misuse or logs that cannot be read.", "",
    "Examples:", paste0("  ", cli_examples)
  )
}

# -- commands -------------------------------------------------------------------------

cli_read <- function(asked, files = asked$files) {
  if (length(files) == 0) abort_cli("Which logs? Name files or folders, or {.code -} for standard input.")
  stream <- files == "-"
  files[stream] <- vapply(files[stream], function(one) read_stdin(), "")
  columns <- if (length(asked$columns)) cli_pairs(asked$columns, "--columns", "score=points")
  read_evaluations(
    files, metric = asked$metric, task = asked$task, cluster = asked$cluster, items = asked$items %||% "common",
    on_error = asked$on_error %||% "wrong", allow = unlist(strsplit(as.character(asked$allow), ",", fixed = TRUE)),
    columns = columns, weights = cli_weights(asked$weights), better = cli_sides(asked$better)
  )
}

# Values like name=value, at the last sign of equality: names have some.
cli_pairs <- function(text, option, example) {
  cut <- regexpr("=[^=]*$", text)
  if (any(cut < 2 | cut == nchar(text))) abort_cli("{.code {option}} must be like {.code {example}}.")
  stats::setNames(substring(text, cut + 1), substr(text, 1, cut - 1))
}

cli_sides <- function(text) {
  if (is.null(text) || length(text) == 1 && text %in% c("high", "low")) {
    return(text)
  }
  cli_pairs(text, "--better", "wer=low")
}

cli_weights <- function(text) {
  if (is.null(text) || length(text) == 1 && text %in% c("items", "tasks")) {
    return(text %||% "items")
  }
  pairs <- cli_pairs(text, "--weights", "arithmetic=2")
  number <- suppressWarnings(as.double(pairs))
  if (anyNA(number)) abort_cli("A weight must be a number, not {.val {plain_label(pairs[is.na(number)][[1]])}}.")
  stats::setNames(number, names(pairs))
}

read_stdin <- function() {
  # nocov start: tested as a process
  file <- file.path(tempfile("verdict-"), "stdin")
  dir.create(dirname(file))
  con <- base::file("stdin", "rb")
  on.exit(close(con))
  # Its bytes, which may be packed.
  copy <- base::file(file, "wb")
  on.exit(close(copy), add = TRUE)
  while (length(bytes <- readBin(con, "raw", 2^20))) writeBin(bytes, copy)
  file
  # nocov end
}

# Two models or more, or a word on the one that there is.
cli_models <- function(asked) {
  set <- cli_read(asked)
  if (length(set$classifiers) > 1 || !inherits(set, "evaluation_set")) {
    return(set)
  }
  runs <- attr(set, "evaluation")$runs
  files <- unique(runs$file)
  abort_verdict(c(
    "There is one model in these logs, {.val {plain_label(set$classifiers)}}, and nothing to compare it with.",
    x = "{length(files)} file{?s}: {.file {plain_label(files)}}.",
    i = if (length(files) > 1) {
      "Runs of one model are samples; the gate takes {.code --reference FILE --candidate FILE}."
    }
  ), "classifier", call = NULL)
}

cli_verdict <- function(asked) {
  if (asked$command == "report" && is.null(asked$html)) abort_cli("Where to? {.code report} needs {.code --html FILE}.")
  set <- cli_models(asked)
  result <- verdict(set, reference = asked$reference, conf.level = asked$conf_level %||% 0.95, margin = asked$margin)
  by_task <- if (!is.null(asked$by)) cli_by_task(set, asked)
  list(set = set, result = result, rows = as.data.frame(result$overall), text = format(result), by_task = by_task)
}

cli_by_task <- function(set, asked) {
  check_choice(asked$by, "--by", "task")
  if (!has_groups(set)) abort_cli("There is one task in these logs: {.code --by task} needs several.")
  where_better(set, reference = asked$reference, margin = asked$margin, conf.level = asked$conf_level %||% 0.95)
}

cli_rank <- function(asked) {
  set <- cli_models(asked)
  result <- rank_classifiers(set, conf.level = asked$conf_level %||% 0.95)
  list(set = set, result = result, rows = as.data.frame(result), text = as.character(unlist(summary(result)))[1])
}

cli_plan <- function(asked) {
  set <- cli_models(asked)
  level <- asked$conf_level %||% 0.95
  check_level(level)
  power <- asked$power %||% 0.8
  if (inherits(set, "battle_set")) {
    # As of items the confidence is that of all pairs together.
    alpha <- (1 - level) / choose(length(set$classifiers), 2)
    result <- sample_size(set, difference = asked$difference, power = power, alpha = alpha)
    text <- power_sentences(result)
  } else {
    result <- sample_size(set, difference = asked$difference %||% 0.02, power = power, conf.level = level)
    text <- format(result)
  }
  list(set = set, result = result, rows = as.data.frame(result), text = text)
}

# The models may be named, or be those of files.
cli_gate <- function(asked) {
  if (is.null(asked$reference)) abort_cli("Which model is the {.code --reference}?")
  role <- rep(c("reference", "candidate"), c(1, length(asked$candidate)))
  named <- c(asked$reference, asked$candidate)
  is_file <- file.exists(named)
  set <- cli_read_roles(asked, named[is_file])
  model <- function(which) {
    unlist(lapply(which(role == which), function(i) if (is_file[i]) models_of(named[i], set) else named[i]))
  }
  result <- gate(
    set, model("reference"), model("candidate"), require = asked$require %||% "not_worse",
    margin = asked$margin, by = asked$by, conf.level = asked$conf_level %||% 0.95,
    sequential = isTRUE(asked$sequential), history = asked$history
  )
  list(set = set, result = result, rows = as.data.frame(result), text = format(result), remarks = gate_remarks(result))
}

# Logs of two roles may name one and the same model: then their files give the names.
cli_read_roles <- function(asked, named) {
  set <- cli_read(asked, c(asked$files, named))
  if (length(named) && inherits(set, "battle_set")) {
    abort_cli(
      "A file of battles is of several models: name the models in {.code --reference} and {.code --candidate}, and the
       file by itself."
    )
  }
  models <- lapply(named, models_of, set = set)
  if (!anyDuplicated(unlist(models))) {
    return(set)
  }
  label <- sub("[.][^.]*$", "", basename(normalizePath(named)))
  if (anyDuplicated(label)) label <- paste(basename(dirname(normalizePath(named))), label, sep = "/")
  cli_read(asked, c(asked$files, stats::setNames(named, label)))
}

models_of <- function(path, set) {
  runs <- attr(set, "evaluation")$runs
  path <- normalizePath(path, "/")
  file <- normalizePath(runs$file, "/")
  unique(runs$model[file == path | startsWith(file, paste0(path, "/"))])
}

# -- the answer -----------------------------------------------------------------------

print_cli <- function(answer, asked) {
  if (!is.null(asked$html)) {
    report_verdict(answer$result, asked$html)
  }
  if (isTRUE(asked$json)) {
    writeLines(cli_json(answer, asked$command))
  } else if (isTRUE(asked$markdown)) {
    writeLines(cli_markdown(answer))
  } else if (asked$command != "report") {
    # A verdict says itself what was read.
    if (asked$command != "compare") {
      print(answer$set)
      writeLines("")
    }
    print(answer$result)
    if (!is.null(answer$by_task)) {
      writeLines("")
      print(answer$by_task)
    }
  }
}

cli_json <- function(answer, command) {
  passed <- if (command == "gate") list(passed = as.logical(answer$result))
  runs <- attr(answer$set, "evaluation")$runs
  jsonlite::toJSON(c(
    list(command = command), passed, list(text = answer$text, rows = answer$rows),
    if (length(answer$remarks)) list(remarks = I(answer$remarks)),
    if (!is.null(answer$by_task)) list(tasks = as.data.frame(answer$by_task)), list(runs = runs)
  ), auto_unbox = TRUE, dataframe = "rows", na = "null", digits = NA, pretty = TRUE)
}

markdown_list <- function(lines) c(paste0("- ", escape_markdown(lines)), "")

cli_markdown <- function(answer) {
  result <- answer$result
  table <- if (inherits(result, c("verdict", "verdict_ranking"))) format(as_table(result), "markdown")
  lines <- if (inherits(answer$set, "battle_set")) lines_of_battles(answer$set) else evaluation_lines(answer$set)
  c(
    if (inherits(result, "verdict_gate")) c(paste0("**Gate: ", if (as.logical(result)) "" else "not ", "passed**"), ""),
    markdown_list(answer$text),
    if (!is.null(answer$by_task)) {
      c(escape_markdown(answers_heading(answer$by_task)), "", markdown_list(format(answer$by_task)))
    },
    table, if (!is.null(table)) "",
    escape_markdown(paste(c(answer$remarks, lines), collapse = " "))
  )
}
