# Observations of a lazy table: clusters with the same rows become one kind where they are, or while
# they stream by.

# What resolve_profiles() gives, for the patterns that were counted.
lazy_clusters <- function(source, groups, counted) {
  by_text <- !length(source$by) && !isTRUE(source$labelled) && can_join_text(source, groups, counted)
  kinds <- if (by_text) kinds_by_text(source, groups, counted)
  # What text could not tell apart, rows can.
  if (!has_all_rows(kinds, counted)) {
    kinds <- if (inherits(source$engine$con, "DBIConnection")) {
      kinds_by_stream(source, counted)
    } else {
      join_rows(no_kinds(), check_ids_lazy(read_lazy(member_query(source), source)), counted)
    }
  }
  if (!has_all_rows(kinds, counted)) abort_moved()
  resolve_profiles(build_kinds(kinds, counted))
}

# Two statements saw one table, and labels meant the same in both.
has_all_rows <- function(kinds, counted) {
  if (is.null(kinds)) {
    return(FALSE)
  }
  sums <- sums_at(kinds$count * kinds$times[kinds$kind], kinds$pattern, length(counted$count))
  identical(sums, as.vector(counted$count))
}

# kind[i] has count[i] rows of pattern[i]; there are times[kind] clusters of a kind.
no_kinds <- function() list(kind = integer(), pattern = integer(), count = numeric(), times = numeric())

build_kinds <- function(kinds, counted) {
  column <- read_column(kinds$kind, "code", length(kinds$times))
  .Call(ffi_profile_build, column, NULL, kinds$pattern, length(counted$count), kinds$count, kinds$times)
}

# Rows without a label, or of weight 0, are in no cluster; of rows of which few are labelled the truth may be missing.
complete_rows <- function(source, part) {
  needed <- if (isTRUE(source$labelled)) source$labels[-1] else source$labels
  # What is no number is the largest of all, or compares with none.
  filters <- c(
    sprintf("!is.na(%s)", needed), sprintf("%s < 1e308", intersect(needed, source$nan)),
    if (source$has("weight")) "weight != 0"
  )
  dplyr::filter(part, !!!rlang::parse_exprs(filters))
}

# How many rows of each kind an observation has, whichever shards they are on.
members_by <- function(source, keys, prepare = identity) {
  count <- function(rows, k) summarise_by(rows, keys, k = !!rlang::parse_expr(k))
  parts <- lapply(source$parts, function(part) {
    count(prepare(complete_rows(source, part)), if (source$has("weight")) "sum(weight, na.rm = TRUE)" else "n()")
  })
  all <- join_parts(parts)
  if (length(parts) == 1 || source$within) all else count(all, "sum(k, na.rm = TRUE)")
}

member_query <- function(source) members_by(source, c("id", source$labels, source$by, source$about))

# By text: two GROUP BYs more ------------------------------------------------

# Labels become numbers in SQL, by CASE: as long as there are few, their literals mean the same in the
# engine as in R, and a number of a pattern fits an integer of 64 bits.
can_join_text <- function(source, groups, counted) {
  n_classes <- length(counted$classes)
  !is.null(source$engine$profile) && all(vapply(groups$columns, has_plain_labels, NA, source$engine)) &&
    n_classes * length(source$labels) <= 200 && (n_classes + 1)^length(source$labels) < 2^53
}

# Digits that no double holds came as text, see number_of_64().
has_plain_labels <- function(x, engine) {
  if (is.numeric(x)) {
    return(all(abs(x) < 1e15, na.rm = TRUE))
  }
  text <- if (is.character(x)) unique(x[!is.na(x)])
  odd <- !isTRUE(engine$utf8) & grepl("[^ -~]", text, perl = TRUE, useBytes = TRUE) |
    isTRUE(engine$escapes) & grepl("\\", text, fixed = TRUE, useBytes = TRUE) |
    grepl("^-?[0-9]{15,}$", text, perl = TRUE, useBytes = TRUE)
  !any(odd)
}

profile_query <- function(source, groups, classes) {
  shards <- length(source$parts) > 1
  by_row <- !is.null(source$engine$rows) && !source$has("weight") && (!shards || source$within)
  clusters <- if (!by_row) {
    counted_clusters(source, groups, classes)
  } else {
    join_parts(lapply(source$parts, if (shards) shard_clusters else row_clusters, source,
      pattern_number(source, groups, classes)))
  }
  missing <- if (isTRUE(source$double_ids)) "is.na(id) | !(atan(id) < 2)" else "is.na(id)"
  sums <- rlang::parse_exprs(c(times = "n()", lacking = sprintf("sum(ifelse(%s, 1L, 0L), na.rm = TRUE)", missing)))
  if (!is.null(source$engine$longest)) sums$long <- long_ids(source$engine)
  kinds <- summarise_by(clusters, "profile", !!!sums)
  if (!by_row || !shards) {
    return(kinds)
  }
  dplyr::mutate(kinds, profile = !!fill_sql(source$engine$rows$text, source$engine$con, "profile"))
}

# What is no number is no id; to an engine it is one.
has_double_ids <- function(source) {
  if (!isTRUE(source$engine$nan)) {
    return(FALSE)
  }
  id <- if ("PqConnection" %in% source$engine$classes) {
    none <- dbplyr::sql_render(dplyr::filter(dplyr::select(source$whole, !!!"id"), FALSE), con = source$engine$con)
    ask_rows(sql_table(source$engine$con, left_join_none("\"id\"", none), "id"))$id
  } else {
    ask_rows(utils::head(dplyr::select(source$whole, !!!"id"), 1))$id
  }
  is.double(id) && !is.object(id)
}

# How many ids are longer than what the engine compares.
long_ids <- function(engine) {
  long <- sprintf("CASE WHEN CHAR_LENGTH(CONCAT(%%s)) > %d THEN 1 ELSE 0 END", engine$longest)
  rlang::expr(sum(!!fill_sql(long, engine$con, "id"), na.rm = TRUE))
}

join_text <- function(rows, template, con, ...) {
  summarise_by(rows, "id", profile = !!fill_sql(template, con, ...))
}

# Sorted once, as LIMIT makes sure, instead of once for each observation. (dbplyr's own LIMIT ends at 2^31.)
sort_once <- function(rows, con) {
  sql <- dbplyr::sql_render(dplyr::arrange(rows, !!!rlang::syms(c("id", "p"))), con = con)
  sql_table(con, paste(sql, "LIMIT 9223372036854775807"), dplyr::tbl_vars(rows))
}

# How often an observation has a pattern, then what it has; shards group before they send.
counted_clusters <- function(source, groups, classes) {
  number <- pattern_number(source, groups, classes)
  sorted <- !is.null(source$engine$sorted) && length(source$parts) == 1
  keep <- rlang::syms(Filter(source$has, c("id", "weight")))
  members <- members_by(source, c("id", "p"), function(part) {
    part <- dplyr::transmute(part, !!!keep, p = !!number)
    if (sorted) sort_once(part, source$engine$con) else part
  })
  join_text(members, if (sorted) source$engine$sorted else source$engine$profile, source$engine$con, "p", "k")
}

# The same of single rows, in one GROUP BY less.
row_clusters <- function(part, source, number) {
  rows <- sort_once(number_rows(part, source, number), source$engine$con)
  join_text(rows, source$engine$rows$sorted, source$engine$con, "p")
}

number_rows <- function(part, source, number) {
  dplyr::transmute(complete_rows(source, part), !!!rlang::syms("id"), p = !!number)
}

# One SELECT with all that is in it, so that the server that holds the shard can do it. The profile comes first, as it
# does in what is asked of all of them: only then does PostgreSQL wait for several servers at the same time.
shard_clusters <- function(part, source, number) {
  con <- source$engine$con
  rows <- dbplyr::sql_render(number_rows(part, source, number), con = con)
  own <- fill_sql(paste("SELECT", source$engine$rows$each, "AS %2$s, %3$s FROM ("), con, c("p", "profile", "id"))
  sql_table(con, paste0(own, rows, fill_sql(") %1$s GROUP BY %2$s", con, c("rows", "id"))), c("profile", "id"))
}

# The number of a pattern: its classes are the digits.
pattern_number <- function(source, groups, classes) {
  sum <- NULL
  for (j in seq_along(source$labels)) {
    digit <- class_case(source$labels[j], groups$columns[[j]], classes, source$marked)
    if (j == 1) digit <- rlang::expr((!!dbplyr::sql(source$engine$one %||% "CAST(1 AS BIGINT)")) * !!digit)
    sum <- if (j == 1) digit else rlang::expr((!!sum) * !!(length(classes) + 1L) + !!digit)
  }
  sum
}

class_case <- function(name, labels, classes, marked) {
  labels <- unique(labels[!is_missing(labels)])
  code <- class_codes(labels, classes)
  if (name %in% marked) labels <- paste0(labels, "|")
  cases <- lapply(which(!is.na(code)), function(i) {
    rlang::call2("~", rlang::expr(!!rlang::sym(name) == !!labels[i]), code[i])
  })
  if (length(cases)) rlang::call2("case_when", !!!cases) else NA_integer_
}

# NULL: the engine took a label for none, or for another, than R does, or an id or a profile may be too long for it.
# What GROUP_CONCAT cuts off without a word lacks in the sums: has_all_rows().
kinds_by_text <- function(source, groups, counted) {
  source$double_ids <- has_double_ids(source)
  read <- read_lazy(profile_query(source, groups, counted$classes), source)
  if (sum(read$lacking) > 0) abort_missing_id("There are rows without one.")
  profile <- as.character(read$profile)
  longest <- source$engine$longest %||% Inf
  if (any(read$long > 0, nchar(profile) > longest, na.rm = TRUE)) {
    return(NULL)
  }
  kinds <- read_profiles(profile)
  digit <- (length(counted$classes) + 1)^rev(seq_along(source$labels) - 1)
  kinds$pattern <- match(kinds$number, as.vector(counted$patterns %*% digit))[kinds$entry]
  if (!anyNA(kinds$pattern)) {
    list(kind = kinds$kind, pattern = kinds$pattern, count = kinds$count[kinds$entry], times = as.double(read$times))
  }
}

# "7:2,9" is twice 7 and once 9. Different entries are few, and their places many: a block of texts at a time.
read_profiles <- function(profile) {
  known <- character()
  blocks <- lapply(split(seq_along(profile), (seq_along(profile) - 1) %/% 20000), function(at) {
    entries <- strsplit(profile[at], ",", fixed = TRUE)
    all <- unlist(entries)
    known <<- unique(c(known, all))
    list(kind = rep(at, lengths(entries)), entry = match(all, known))
  })
  colon <- regexpr(":", known, fixed = TRUE)
  list(
    kind = unlist(lapply(blocks, `[[`, "kind"), use.names = FALSE),
    entry = unlist(lapply(blocks, `[[`, "entry"), use.names = FALSE),
    number = as.double(ifelse(colon > 0, substr(known, 1, colon - 1), known)),
    count = as.double(ifelse(colon > 0, substring(known, colon + 1), 1))
  )
}

# By a stream: sorted by id, in constant memory ------------------------------

stream_query <- function(source) dplyr::arrange(member_query(source), !!!rlang::syms("id"))

# The last observation of a chunk may go on in the next one. Equal kinds are put together when there are twice as many
# as when they last were, so that this costs no more than the rows.
kinds_by_stream <- function(source, counted, size = 100000L) {
  con <- source$engine$con
  sql <- dbplyr::sql_render(stream_query(source), con = con)
  stream <- open_stream(con, sql)
  on.exit(try(stream$close(), silent = TRUE))
  kinds <- no_kinds()
  full <- 10 * size
  held <- NULL
  read <- note_sent(as.character(sql), con, stream$fetch(size))
  repeat {
    chunk <- as_r(read, source)
    if (nrow(chunk) == 0) break
    rows <- rbind(held, check_ids_lazy(chunk))
    open <- which(rows$id == rows$id[nrow(rows)])
    kinds <- join_rows(kinds, rows[-open, , drop = FALSE], counted)
    if (length(kinds$kind) > full) {
      kinds <- fold_kinds(kinds, counted)
      full <- max(full, 2 * length(kinds$kind))
    }
    held <- rows[open, , drop = FALSE]
    read <- note_piece(stream$fetch(size))
  }
  fold_kinds(join_rows(kinds, held, counted), counted)
}

open_stream <- function(con, sql) {
  if (inherits(con, "PostgreSQLConnection")) {
    return(open_cursor(con, sql))
  }
  result <- ask_engine(DBI::dbSendQuery(con, sql))
  list(
    fetch = function(n) ask_engine(DBI::dbFetch(result, n = n), con),
    close = function() DBI::dbClearResult(result)
  )
}

# RPostgreSQL takes a result into memory whole, so the server keeps it. A cursor WITH HOLD needs no transaction: the
# user's own, if there is one, is neither committed nor rolled back.
open_cursor <- function(con, sql) {
  ask_engine(DBI::dbExecute(con, paste("DECLARE verdict_stream NO SCROLL CURSOR WITH HOLD FOR", sql)))
  list(
    # The driver's dbGetQuery() makes a warning of an error.
    fetch = function(n) {
      result <- ask_engine(DBI::dbSendQuery(con, sprintf("FETCH FORWARD %d FROM verdict_stream", n)))
      on.exit(DBI::dbClearResult(result))
      ask_engine(DBI::dbFetch(result, n = -1))
    },
    close = function() DBI::dbExecute(con, "CLOSE verdict_stream")
  )
}

check_ids_lazy <- function(rows) {
  if (anyNA(rows$id)) abort_missing_id("There are rows without one.")
  rows
}

# Adds whole observations to the kinds.
join_rows <- function(kinds, rows, counted) {
  if (is.null(rows) || nrow(rows) == 0) {
    return(kinds)
  }
  n_columns <- ncol(counted$patterns) - length(counted$extra) - !is.null(counted$cells)
  codes <- lapply(rows[paste0("v", seq_len(n_columns))], class_codes, counted$classes)
  if (!is.null(counted$extra)) codes <- codes_of_labelled(codes, rows, counted)
  if (!is.null(counted$cells)) codes$group <- group_of_rows(rows, counted$cells)
  pattern <- pattern_of(codes, counted$patterns, max(length(counted$classes), counted$patterns))
  if (anyNA(pattern)) abort_moved()
  id <- group_codes(rows$id)
  list(
    kind = c(kinds$kind, length(kinds$times) + id$code), pattern = c(kinds$pattern, pattern),
    count = c(kinds$count, as.double(rows$k)), times = c(kinds$times, rep(1, length(id$label)))
  )
}

# A truth that is missing has the number after the last, as in fine_counts(); then what else labels depend on.
codes_of_labelled <- function(codes, rows, counted) {
  unknown <- is_missing(rows$v1)
  codes$v1[unknown] <- length(counted$classes) + 1L
  for (name in names(counted$extra)) {
    known <- counted$extra[[name]]
    codes[[name]] <- if (is.numeric(known)) {
      match(ifelse(unknown, 1, as.double(rows$labelling)), known)
    } else {
      match(as_labels(rows[[name]]), known)
    }
  }
  codes
}

# Which group, and one more for none.
group_of_rows <- function(rows, cells) {
  text <- lapply(rows[paste0("by", seq_along(cells))], function(x) {
    if (is.object(x) && !is.factor(x)) as.character(x) else as_labels(x)
  })
  missing <- Reduce(`|`, lapply(text, is.na))
  key <- function(columns) do.call(paste, c(unname(as.list(columns)), sep = "\r"))
  ifelse(missing, nrow(cells) + 1L, match(key(text), key(cells)))
}

# Kinds that are the same become one.
fold_kinds <- function(kinds, counted) {
  kinds$kind <- as.integer(kinds$kind)
  built <- build_kinds(kinds, counted)
  names(built) <- profile_parts
  list(
    kind = profile_of_rows(built), pattern = built$pattern, count = built$count, times = built$multiplicity
  )
}
