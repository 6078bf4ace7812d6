# Data that come in pieces: a list of data frames, or files. Each piece is read, counted and forgotten; what is left
# of it are its counts, and its ids until the whole is there (set-combine.R).

#' @rdname prediction_set
#' @export
prediction_set.list <- function(x, truth, classifiers, ..., id = NULL, fold = NULL, repetition = NULL,
                                weights = NULL, levels = NULL, na = c("error", "omit"), positive = NULL,
                                event = NULL, part = FALSE, same_ids = c("error", "different"), read = NULL,
                                labelling = NULL, judge = NULL, strata = NULL,
                                question = c("population", "rows"), smoothing = 1, by = NULL) {
  check_more(...)
  asked <- new_asked(
    rlang::enquos(id = id, fold = fold, repetition = repetition, weights = weights), rlang::enquo(by),
    rlang::enquos(labelling = labelling, judge = judge, strata = strata), question, smoothing, levels = levels,
    na = na, part = part, same_ids = same_ids, read = read
  )
  columns_in <- selected_columns(rlang::enquo(truth), rlang::enquo(classifiers))
  ask_about(chunk_set(x, columns_in, asked), positive, event)
}

# What is the same for all chunks, checked before any is read.
chunk_options <- function(asked) {
  check_flag(asked$part, "part")
  if (!is.null(asked$read) && !is.function(asked$read)) {
    abort_verdict("{.arg read} must be a function of a file's name that returns a data frame.", "argument")
  }
  list(
    levels = check_levels(asked$levels), na = check_choice(asked$na, "na", c("error", "omit")), part = asked$part,
    same_ids = check_choice(asked$same_ids, "same_ids", c("error", "different")), read = asked$read
  )
}

# As pull_columns(), but only names: vectors would be of which chunk?
chunk_columns <- function(quos, data) {
  column_names(quos, data, function(arg) {
    abort_verdict("{.arg {arg}} must be a column of every chunk, given by its name.", "column")
  })
}

# The same of `by`: names of columns.
chunk_by <- function(quo, data) {
  columns <- as.character(attr(pull_by(quo, data), "columns"))
  if (!rlang::quo_is_null(quo) && !length(columns)) {
    abort_verdict("{.arg by} must be columns of every chunk, given by their names.", "column")
  }
  rlang::set_names(columns, rep("by", length(columns)))
}

# Is this a list of chunks, or the names of files?
is_chunked <- function(x) {
  if (is.data.frame(x)) {
    return(FALSE)
  }
  is.character(x) && is.null(dim(x)) || is.list(x) && !is.object(x) && length(x) > 0 &&
    all(vapply(x, function(one) is.data.frame(one) || rlang::is_string(one), NA))
}

# A folder stands for the files in it: of known kinds, or all if the user says how to read them. Names that begin with
# a dot or an underscore are notes of those who wrote the files.
open_folders <- function(chunks, read) {
  files <- lapply(unname(chunks), function(one) {
    if (!rlang::is_string(one) || !dir.exists(one)) {
      return(list(one))
    }
    within <- sort_values(list.files(one, recursive = TRUE))
    within <- within[!grepl("(^|/)[._]", within)]
    if (is.null(read)) within <- within[are_files(within)]
    if (length(within) == 0) {
      abort_verdict(c(
        "The folder {.file {one}} has no files of a known kind: csv, tsv, rds, parquet or feather.",
        i = "Give {.arg read}, a function of a file's name that returns a data frame."
      ), "file")
    }
    as.list(file.path(one, within))
  })
  unlist(files, recursive = FALSE)
}

are_files <- function(x) grepl("[.](csv|tsv|tab|rds|parquet|feather)([.](gz|bz2|xz))?$", lower_ascii(x), perl = TRUE)

# Of the first, for a truth may be long; one folder, for labels may be called as one.
names_files <- function(x) is.character(x) && (are_files(x[1]) || length(x) == 1 && dir.exists(x))

as_chunks <- function(x, read) {
  chunks <- as.list(x)
  fine <- length(chunks) > 0 && is_chunked(chunks)
  if (!fine) {
    abort_verdict(c(
      "A list must hold data frames, or names of files, one a chunk.",
      i = if (any(vapply(chunks, is_lazy, NA))) {
        "A table that is not in R is counted by itself; sets are put together by {.fn c}."
      } else {
        "A list of columns becomes a data frame by {.fn as.data.frame}."
      }
    ), "input")
  }
  chunks <- open_folders(chunks, read)
  files <- as.character(unlist(chunks[vapply(chunks, is.character, NA)]))
  lost <- files[is.na(files) | !file.exists(files)]
  if (length(lost)) abort_verdict(c("There {?is/are} no file{?s} {.file {lost}}."), "file")
  label <- vapply(seq_along(chunks), function(i) {
    if (is.character(chunks[[i]])) chunks[[i]] else paste("chunk", i)
  }, "")
  rlang::set_names(chunks, label)
}

# -- counting -----------------------------------------------------------------------------

# `columns_in` and `asked` as for frame_set(). The columns are found in the first chunk that has rows; they are the same
# in all.
chunk_set <- function(x, columns_in, asked) {
  options <- chunk_options(asked)
  check_frequencies(asked, "Give all rows as one data frame: read the files before, and put them together.")
  chunks <- as_chunks(x, options$read)
  for (at in seq_along(chunks)) {
    first <- read_chunk(chunks[[at]], names(chunks)[at], options$read)
    if (nrow(first) > 0) break
  }
  if (nrow(first) == 0) abort_verdict("No chunk has rows, so there is nothing to compare.", "empty")
  spec <- c(options, list(
    given = chunk_columns(asked$quos, first), by = chunk_by(asked$by, first), about = name_labels(asked$about, first)
  ))
  spec$columns <- columns_in(first, c(spec$given, spec$by, spec$about$names))
  parts <- list(count_chunk(first, names(chunks)[at], spec))
  rm(first)
  rest <- chunks[-seq_len(at)]
  finish_chunks(c(parts, run_chunks(rest, spec)), spec, names(chunks)[at:length(chunks)])
}

# Where future's plan says, in the order of the chunks; a future a chunk, so that a worker that dies takes the name of
# its file along.
run_chunks <- function(chunks, spec) {
  job <- chunk_job(spec, progress_steps(length(chunks)))
  if (!rlang::is_installed("future")) {
    return(Map(job, unname(chunks), names(chunks))) # nocov: without future
  }
  counted <- function() {
    sent <- lapply(seq_along(chunks), function(i) {
      given <- list(job = job, chunk = chunks[[i]], name = names(chunks)[i])
      future::future(
        quote(job(chunk, name)), substitute = FALSE, globals = given, packages = "verdict", label = names(chunks)[i]
      )
    })
    with_door(lapply(sent, future::value))
  }
  rlang::try_fetch(counted(), FutureError = function(cnd) abort_worker(cnd, names(chunks)))
}

# A function of its own, so that no other chunk goes along to a worker.
chunk_job <- function(spec, step) {
  force(step)
  function(chunk, name) {
    counted <- count_chunk(read_chunk(chunk, name, spec$read), name, spec)
    step()
    counted
  }
}

# future tells which by its label.
abort_worker <- function(cnd, names) {
  name <- Filter(function(name) grepl(paste0("(", name, ")"), conditionMessage(cnd), fixed = TRUE), names)
  said <- trimws(ansi_strip(conditionMessage(cnd)))
  abort_verdict(c(
    if (length(name) == 0) "A worker failed." else "The worker that counted {.file {name}} failed.",
    x = "future says: {said}",
    i = "Nothing was counted. Too little memory for the worker is a usual reason: use fewer workers, or smaller files.",
    i = "Set {.fn future::plan} again: a worker that is gone does not come back."
  ), "file")
}

# Counts of a chunk: the set (NULL if it has no rows to count), and what the checks of the whole need.
count_chunk <- function(data, name, spec) {
  rlang::try_fetch(
    {
      if (nrow(data) == 0) {
        return(list(set = NULL, n_omitted = 0, n_zero = 0))
      }
      check_data(data, "x")
      check_chunk_columns(c(spec$columns, spec$given, spec$by, spec$about$names), data)
      if (isTRUE(attr(data, "text"))) data <- convert_others(data, spec)
      tally_chunk(data, spec)
    },
    verdict_error = function(cnd) {
      kind <- grep("^verdict_error_", class(cnd), value = TRUE)
      cli_abort("{.file {name}} cannot be counted.", class = c(kind, "verdict_error"), call = door(), parent = cnd)
    }
  )
}

tally_chunk <- function(data, spec) {
  used <- c(spec$columns, spec$given, spec$by, spec$about$names)
  unused <- setdiff(names(data), used)
  columns <- lapply(spec$columns, function(name) data[[name]])
  given <- lapply(as.list(spec$given), function(name) data[[name]])
  if (length(spec$by)) given$by <- lapply(rlang::set_names(spec$by), function(name) data[[name]])
  extra <- list(part = TRUE, text = attr(data, "text"), counts = find_counts(data, unused))
  loose <- loose_columns(data, unused, is.null(given$id))
  zero <- if (is.numeric(given$weights)) sum(given$weights == 0, na.rm = TRUE) else 0
  set <- rlang::try_fetch(
    if (is.null(spec$about)) {
      count_predictions(columns, c(given, extra), spec$levels, spec$na)
    } else {
      count_labelled(columns, c(given, extra), labels_of(spec$about, data), spec$levels, spec$na)
    },
    verdict_error_empty = function(cnd) NULL
  )
  plain <- is.null(given$id) && is.null(given$weights) && is.null(spec$about)
  key <- if (plain) rlang::hash(as.character(columns[[1]]))
  list(
    set = set, n_omitted = if (is.null(set)) nrow(data) - zero else 0, n_zero = if (is.null(set)) zero else 0,
    loose = loose, key = key
  )
}

check_chunk_columns <- function(names, data) {
  lost <- setdiff(names, names(data))
  if (length(lost)) {
    abort_verdict(c(
      "It lacks {qty(length(lost))}the column{?s} {.val {unname(lost)}}, which the first chunk has.",
      i = "Its columns: {.val {names(data)}}."
    ), "column")
  }
}

# Unused columns whose names speak of repeated predictions: their values, of which a chunk may have but one.
loose_columns <- function(data, unused, without_id) {
  ids <- c(id_names, owner_names)
  names <- unused[lower_ascii(unused) %in% c(fold_names, repetition_names, if (without_id) ids)]
  names <- names[vapply(names, function(name) is_vector(data[[name]]), NA)]
  lapply(rlang::set_names(names), function(name) {
    values <- as.character(data[[name]])
    if (lower_ascii(name) %in% ids) values else unique(values)
  })
}

# -- the whole ----------------------------------------------------------------------------

finish_chunks <- function(parts, spec, names) {
  sets <- lapply(parts, `[[`, "set")
  there <- !vapply(sets, is.null, NA)
  total <- function(name) sum(vapply(parts, `[[`, 0, name))
  if (!any(there)) abort_no_rows(total("n_omitted"), total("n_zero"))
  check_chunk_truths(parts[there], names[there])
  set <- combine_parts(sets[there], spec$same_ids)
  set$n_omitted <- set$n_omitted + total("n_omitted")
  set$part$n_zero <- set$part$n_zero + total("n_zero")
  if (!spec$part) set <- resolve_labelled(set)
  labelled <- inherits(set, "labelled_set")
  if (!labelled) set$notes <- c(setdiff(set$notes, counted_notes(set)), counted_notes(set))
  loose <- join_loose(lapply(parts, `[[`, "loose"))
  unused <- check_unused(loose, character(), list(id = set$part$ids))
  if (has_folds(set) && any(table(set$folds$cells$repetition) < 2)) abort_one_fold()
  truth <- set$part$factor[[1]]
  counted <- list(classes = set$classes, occurs = set_occurs(set))
  known <- spec$levels %||% unique(c(truth, set$classes[counted$occurs[, 1]]))
  names <- colnames(set$patterns)
  if (is.null(spec$levels) && any(counted$occurs[, 1])) check_coding(counted, names, known)
  if (has_judge(set)) {
    check_judge_coding(set$labelling$extra$judge, judge_name(spec$about), counted, names, known, spec$part)
  }
  strange <- if (!labelled) check_strangers(counted, names, known)
  set$notes <- c(set$notes, strange, note_unused(unused, set$design))
  set$design <- resolve_design(set$design, unused, set$profiles)
  if (!spec$part) {
    if (!is.null(set$part$ids) && is.null(set$profiles)) set$keyed <- TRUE
    set$part <- NULL
  }
  set$positive <- NULL
  set
}

# Of each such column what all chunks have of it.
join_loose <- function(loose) {
  names <- unique(as.character(unlist(lapply(loose, names))))
  lapply(rlang::set_names(names), function(name) unlist(lapply(loose, `[[`, name)))
}

# Two chunks with the same truth, row by row, are predictions of the same observations: check_blocks() for chunks.
check_chunk_truths <- function(parts, names) {
  keys <- vapply(parts, function(part) part$key %||% NA_character_, "")
  at <- which(duplicated(keys, incomparables = NA))
  if (length(at) == 0) {
    return(invisible())
  }
  set <- parts[[at[1]]]$set
  counts <- count_classes(set)
  if (set$n >= 20 && length(counts) > 1 && log_chance(2 * counts, 2) < log(1e-6)) {
    both <- names[keys %in% keys[at[1]]][1:2]
    abort_verdict(c(
      "The truth is the same, row by row, in {.file {both}}.",
      i = "If they are repeated predictions of the same observations, number these by {.arg id}, in one chunk.",
      i = "If a chunk was read twice, leave one out."
    ), "repeated")
  }
}

# -- files --------------------------------------------------------------------------------

read_chunk <- function(chunk, name, read) {
  if (is.data.frame(chunk)) {
    return(chunk)
  }
  read <- read %||% file_reader(chunk)
  counted <- tryCatch(
    read(chunk),
    error = function(cnd) {
      reason <- conditionMessage(cnd)
      abort_verdict(c("{.file {name}} cannot be read.", x = "{reason}"), "file")
    }
  )
  if (!is.data.frame(counted)) {
    abort_verdict("{.file {name}} holds {.obj_type_friendly {counted}}, not a data frame.", "file")
  }
  counted
}

file_reader <- function(path) {
  plain <- sub("[.](gz|bz2|xz)$", "", lower_ascii(path))
  switch(sub("^.*[.]", ".", plain),
    .csv = function(path) read_text(path, ","),
    .tsv = , .tab = function(path) read_text(path, "\t"),
    .rds = readRDS,
    .parquet = arrow_reader("read_parquet"),
    .feather = , .arrow = arrow_reader("read_feather"),
    abort_verdict(c(
      "{.file {path}} is no file of a known kind: csv, tsv, rds, parquet or feather.",
      i = "Give {.arg read}, a function of its name that returns a data frame."
    ), "file")
  )
}

# Both are asked for by name alone, so that nothing else needs them. nanoparquet is small, and reads parquet only.
arrow_reader <- function(name) {
  if (name == "read_parquet" && !rlang::is_installed("arrow") && rlang::is_installed("nanoparquet")) {
    return(function(path) as.data.frame(getExportedValue("nanoparquet", name)(path))) # nocov: nor is nanoparquet
  }
  rlang::check_installed("arrow", "to read parquet and feather files.")
  getExportedValue("arrow", name) # nocov: arrow is not among the packages of the tests
}

# As text: "T" is a label, and "01" another than "1". The order of numbers is found when all labels are known.
read_text <- function(path, sep) {
  if (!is_whole_file(path)) stop("It cannot be unpacked: it is cut off or damaged.")
  refuse <- function(cnd) stop(conditionMessage(cnd))
  data <- tryCatch(read_fields(path, sep = sep), warning = function(cnd) {
    # Of a few lines R warns if the last has no end, which is fine by itself.
    if (!grepl("readTableHeader", conditionMessage(cnd), fixed = TRUE)) refuse(cnd)
    tryCatch(read_fields(text = readLines(path, warn = FALSE), sep = sep), warning = refuse)
  })
  names(data) <- sub("^\ufeff", "", as_utf8(names(data)))
  structure(data, text = TRUE)
}

# What R warns of (a quote that does not end, zero bytes) it leaves out.
read_fields <- function(..., sep) {
  utils::read.table(
    ..., sep = sep, header = TRUE, quote = "\"", fill = FALSE, comment.char = "", colClasses = "character",
    na.strings = c("NA", ""), check.names = FALSE, encoding = "UTF-8", stringsAsFactors = FALSE
  )
}

# Columns that are no labels may be numbers.
convert_others <- function(data, spec) {
  labels <- c(
    spec$columns, spec$given[names(spec$given) == "id"], spec$about$names[names(spec$about$names) != "labelling"]
  )
  for (name in setdiff(names(data), labels)) data[[name]] <- utils::type.convert(data[[name]], as.is = TRUE)
  data
}
