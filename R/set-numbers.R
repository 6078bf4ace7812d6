# Rows of models that belong together by their order only, as nobody said which observation each is of: an unused column
# that numbers the observations must not speak against it.

# In front of the name of such a column in the rows of models.
number_sign <- "number: "

# Columns of the data that number the observations by their name.
unused_numbers <- function(x, used) {
  unused <- setdiff(names(x), used)
  own <- unused[match(c(id_names, "observation"), lower_ascii(unused), nomatch = 0)]
  Filter(function(column) is_vector(column) && !is_resample(column), as.list(x)[own])
}

numbering_columns <- function(rows) names(rows)[startsWith(names(rows), number_sign)]

# `scored`: of probabilities, see check_unused().
check_row_numbers <- function(models, scored = FALSE) {
  rows <- lapply(models, `[[`, "rows")
  check_repeated_rows(rows, scored)
  for (name in Reduce(intersect, lapply(rows, numbering_columns))) check_same_order(rows, name)
}

# As check_unused_id(), of each model. Resamples tell why an observation is there again.
check_repeated_rows <- function(rows, scored) {
  for (own in rows) {
    name <- numbering_columns(own)[1]
    ids <- if (!is.na(name)) own[[name]]
    varies <- length(unique(ids)) > 1 && length(unique(model_resample(own))) == 1
    shared <- if (varies) n_shared(ids) else 0
    if (shared > nrow(own) / 2 && (!scored || has_one_truth(ids, own$truth))) {
      how <- "{.code observation = {name}} and {.arg repetition}, of one data frame with all models."
      return(signal_shared_ids(
        substring(name, nchar(number_sign) + 1), shared, nrow(own), "leave the column out.", mild = scored,
        arg = "observation", how = how
      ))
    }
  }
}

# Rows in the same place must have the same number, where numbers tell most rows apart.
check_same_order <- function(rows, name) {
  ids <- lapply(rows, `[[`, name)
  code <- split(group_codes(join_labels(ids))$code, rep(seq_along(rows), lengths(ids)))
  tells_apart <- function(own, code) n_shared(paste(model_resample(own), code)) <= nrow(own) / 2
  if (!all(mapply(tells_apart, rows, code))) {
    return(invisible())
  }
  keys <- lapply(rows, model_keys)
  for (k in seq_along(rows)[-1]) {
    at <- match(keys[[k]], keys[[1]])
    odd <- which(code[[k]] != code[[1]][at])
    if (length(odd)) {
      values <- c(as.character(ids[[1]][at[odd[1]]]), as.character(ids[[k]][odd[1]]))
      abort_order(substring(name, nchar(number_sign) + 1), names(rows)[c(1, k)], odd, values)
    }
  }
}

abort_order <- function(name, who, odd, values) {
  abort_verdict(c(
    "The rows of the models would be matched by their order, but {.field {name}} is not the same in them.",
    x = paste(
      "{.val {who[1]}} and {.val {who[2]}} differ in {length(odd)} row{?s}; row {odd[1]} is {.val {values[1]}} of one,",
      "{.val {values[2]}} of the other."
    ),
    i = "If it numbers the observations, say so: {.code observation = {name}}, of one data frame with all models.",
    i = "If not, leave the column out."
  ), "observation")
}
