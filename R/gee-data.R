# From formula and data to what the fit needs: response in [0, 1], weights,
# offset, one id a row, design. Everything that can be wrong is found here.

gee_input <- function(formula, data, columns, na) {
  if (rlang::is_missing(formula) || !inherits(formula, "formula") || length(formula) != 3) {
    abort_verdict("{.arg formula} must have a response and terms, such as {.code y ~ x}.", "formula")
  }
  if (rlang::is_missing(data)) abort_verdict("{.arg data} is missing: which data frame has the columns?", "data")
  if (!is.data.frame(data)) abort_verdict("{.arg data} must be a data frame, not {.obj_type_friendly {data}}.", "data")
  if (rlang::quo_is_missing(columns$id)) abort_no_id()
  terms <- stats::terms(formula, data = without_id(data, columns$id))
  frame <- gee_try(
    stats::model.frame(terms, data, na.action = stats::na.pass, drop.unused.levels = TRUE),
    "{.arg formula} cannot be evaluated.", "formula"
  )
  terms <- attr(frame, "terms")
  extra <- list(
    id = gee_column(columns$id, data, nrow(frame), "id"),
    weights = gee_column(columns$weights, data, nrow(frame), "weights"),
    offset = gee_column(columns$offset, data, nrow(frame), "offset")
  )
  if (is.null(extra$id)) abort_no_id()
  keep <- gee_complete(frame, extra, na)
  if (!is.null(keep)) {
    frame <- droplevels(frame[keep, , drop = FALSE])
    attr(frame, "terms") <- terms
    extra <- lapply(extra, function(column) column[keep])
  }
  gee_check_variables(frame, terms)
  response <- gee_response(frame[[attr(terms, "response")]])
  c(
    list(frame = frame, terms = terms, id = extra$id, n_omitted = sum(!(keep %||% TRUE))),
    response[c("y", "success")],
    list(weight = gee_weight(extra$weights, response$trials), offset = gee_offset(extra$offset, frame))
  )
}

# What stops R in a formula, or in data that do not fit it, stops the verb, with `message`.
gee_try <- function(code, message, kind) {
  tryCatch(code, error = function(cnd) abort_verdict(c(message, x = "{conditionMessage(cnd)}"), kind))
}

# Rows there must be, and two levels of what is to be compared.
gee_check_variables <- function(frame, terms) {
  if (nrow(frame) == 0) {
    abort_verdict(c(
      "There is no row to fit.",
      i = "{.arg data} is empty, or {.code na = \"omit\"} left nothing."
    ), "data")
  }
  for (name in names(frame)[-c(attr(terms, "response"), attr(terms, "offset"))]) {
    x <- frame[[name]]
    categorical <- is.factor(x) || is.character(x) || is.logical(x)
    if (categorical && (if (is.factor(x)) nlevels(x) else length(unique(x))) < 2) {
      abort_verdict(c(
        "{.field {name}} is {.val {as.character(x[1])}} in every row.",
        i = "There is nothing to compare: leave it out of {.arg formula}."
      ), "design")
    }
  }
}

# `.` in a formula stands for every column but the response and the id.
without_id <- function(data, id) {
  name <- rlang::quo_get_expr(id)
  if (is.symbol(name) || rlang::is_string(name)) data <- data[setdiff(names(data), as.character(name))]
  data
}

# An expression in the columns of data, or the name of one as a string.
gee_column <- function(quo, data, n, arg) {
  if (rlang::quo_is_missing(quo)) {
    return(NULL)
  }
  value <- gee_try(rlang::eval_tidy(quo, data), paste0("{.arg ", arg, "} cannot be evaluated."), arg)
  if (rlang::is_string(value) && value %in% names(data)) value <- data[[value]]
  if (is.null(value)) {
    return(NULL)
  }
  if (!is.atomic(value)) {
    abort_verdict("{.arg {arg}} must be a vector or a column, not {.obj_type_friendly {value}}.", arg)
  }
  if (length(value) != n) {
    abort_verdict(c(
      "{.arg {arg}} must have one value a row: {n}, not {length(value)}.",
      i = "Give the name of a column of {.arg data}, or a vector in the order of its rows."
    ), arg)
  }
  value
}

abort_no_id <- function() {
  abort_verdict(c(
    "{.arg id} is missing: which rows belong to the same observation?",
    i = "Independent rows: {.code id = seq_len(nrow(data))}."
  ), "id")
}

# NULL if nothing is missing, else which rows are complete.
gee_complete <- function(frame, extra, na) {
  columns <- c(as.list(frame), Filter(Negate(is.null), extra))
  holes <- vapply(columns, anyNA, logical(1))
  if (!any(holes)) {
    return(NULL)
  }
  complete <- Reduce(`&`, lapply(columns[holes], stats::complete.cases))
  if (na == "error") {
    n_missing <- vapply(columns[holes], function(column) sum(!stats::complete.cases(column)), 1)
    where <- and_list(paste0(format_count(n_missing), " in `", names(columns)[holes], "`"))
    abort_verdict(c(
      "Missing values in {sum(!complete)} of {length(complete)} rows: {where}.",
      i = "Complete the rows, or leave them out with {.code na = \"omit\"}."
    ), if (anyNA(extra$id)) "id" else "missing")
  }
  complete
}

# Response as proportion and, from a matrix of successes and failures, trials.
gee_response <- function(y) {
  if (is.factor(y)) {
    if (nlevels(y) > 2) abort_response("is a factor with {nlevels(y)} levels; it must have two")
    success <- if (nlevels(y) == 2) levels(y)[2]
    return(list(y = as.double(y != levels(y)[1]), success = success))
  }
  if (is.matrix(y) && is.numeric(y) && ncol(y) == 2) {
    return(counted_response(y))
  }
  if (!(is.numeric(y) || is.logical(y)) || is.matrix(y)) abort_response("is {.obj_type_friendly {y}}")
  outside <- which(!(y >= 0 & y <= 1))
  if (length(outside)) {
    abort_response("is outside [0, 1] in {length(outside)} row{?s}, first in row {outside[1]}: {y[outside[1]]}")
  }
  list(y = as.double(y))
}

counted_response <- function(y) {
  if (any(y < 0 | !is.finite(y))) abort_response("has negative or infinite counts")
  trials <- as.double(y[, 1] + y[, 2])
  if (all(trials == 0)) abort_response("counts no trial in any row")
  list(y = ifelse(trials > 0, y[, 1] / trials, 0), trials = trials)
}

abort_response <- function(what, envir = parent.frame()) {
  abort_verdict(c(
    paste0("The response ", what, "."),
    i = paste(
      "Give 0/1, a logical, a factor with two levels (the second is the success), a",
      "proportion with its trials as {.arg weights}, or {.code cbind(successes, failures)}."
    )
  ), "response", envir = envir)
}

gee_weight <- function(weights, trials) {
  if (is.null(weights)) {
    return(trials)
  }
  if (!is.numeric(weights) || any(weights < 0) || !is.finite(sum(weights)) || all(weights == 0)) {
    abort_verdict(c(
      "{.arg weights} must be numbers with a finite sum, none negative and not all 0.",
      i = "They are prior weights, as in {.fun glm}: the variance of a row is v / weight."
    ), "weights")
  }
  as.double(weights) * (trials %||% 1)
}

# Offsets of new rows may be missing, and then the prediction is.
gee_offset <- function(offset, frame, missing = FALSE) {
  parts <- c(list(offset), frame[attr(attr(frame, "terms"), "offset")])
  parts <- parts[!vapply(parts, is.null, NA)]
  if (length(parts) == 0) {
    return(NULL)
  }
  total <- if (all(vapply(parts, is_numeric, NA))) rowSums(do.call(cbind, parts))
  if (is.null(total) || !all(is.finite(total) | (missing & is.na(total)))) {
    abort_verdict("{.arg offset} must be finite numbers.", "offset")
  }
  unname(total)
}

# The rows of positive weight, cluster after cluster, and where clusters end.
# grouping() is a radix sort, but it rounds doubles: those are matched first.
gee_clusters <- function(id, weight = NULL) {
  if (!is.factor(id) && !is.integer(id) && !is.character(id)) id <- match(id, unique(id))
  if (is.character(id)) id <- enc2utf8(id)
  used <- if (any(weight == 0)) which(weight > 0)
  groups <- grouping(if (is.null(used)) id else id[used])
  end <- attr(groups, "ends")
  attributes(groups) <- NULL
  list(order = if (is.null(used)) groups else used[groups], end = end)
}

# The design. A million row names cost more than the matrix, and say nothing
# when they are the row numbers; without them model.matrix() cannot set contrasts.
gee_design <- function(terms, frame, contrasts = NULL) {
  response <- attr(terms, "response")
  for (name in setdiff(names(frame), names(frame)[response])) {
    x <- frame[[name]]
    if (is.numeric(x) && !is_numeric(x)) {
      abort_verdict(c(
        "{.field {name}} must be numbers, not {.obj_type_friendly {x}}.", i = "Convert it by {.fn as.double}."
      ), "design")
    }
    frame[[name]] <- gee_coded(x, contrasts[[name]])
  }
  if (is.integer(attr(frame, "row.names"))) attr(frame, "row.names") <- integer()
  stats::model.matrix(terms, frame)
}

gee_first_design <- function(input, contrasts) {
  unknown <- setdiff(names(contrasts), names(Filter(Negate(is.numeric), input$frame)))
  if (!is.null(contrasts) && (!is.list(contrasts) || is.null(names(contrasts)) || length(unknown))) {
    abort_verdict(c(
      "{.arg contrasts} must be a list with the names of categorical variables.",
      x = if (length(unknown)) "{.val {unknown}} {?is/are} none in the formula.",
      i = "For example {.code contrasts = list(arm = \"contr.sum\")}."
    ), "contrasts")
  }
  gee_try(gee_design(input$terms, input$frame, contrasts), "{.arg formula} gives no design.", "formula")
}

# A categorical variable as a factor with its contrasts.
gee_coded <- function(x, contrasts) {
  if (is.character(x) || is.logical(x)) x <- factor(x)
  if (is.factor(x) && (!is.null(contrasts) || is.null(attr(x, "contrasts")))) {
    stats::contrasts(x) <- contrasts %||% getOption("contrasts")[[1 + is.ordered(x)]]
  }
  x
}
