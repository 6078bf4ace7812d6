# The calibration ledger (bench/calibration/ledger.R), as the help pages quote it when they are made: no figure
# on how well a method holds is written by hand.

read_ledger <- function() {
  file <- system.file("extdata", "ledger.csv.bz2", package = "verdict")
  utils::read.csv(file, na.strings = "", colClasses = c(rate = "character", dependence = "character"))
}

# Rows where each column named has one of the values given, such as topic = "one proportion". A filter
# without a row is a mistake in what is quoted.
ledger_part <- function(..., ledger = read_ledger()) {
  filters <- list(...)
  for (name in names(filters)) ledger <- ledger[ledger[[name]] %in% filters[[name]], ]
  if (nrow(ledger) == 0) abort_verdict("internal: the ledger has no such rows.", "internal")
  ledger
}

# "0.012 to 0.051", or one number.
ledger_range <- function(...) range_text(ledger_part(...)$value)

ledger_most <- function(...) sprintf("%.3f", max(ledger_part(...)$value))

# The largest Monte-Carlo standard error.
ledger_error <- function(...) sprintf("%.3f", max(ledger_part(...)$std.error))

# The least and the largest number of data sets.
ledger_sets <- function(...) paste(unique(range(ledger_part(...)$sets)), collapse = " to ")

range_text <- function(x) {
  ends <- sprintf("%.3f", range(x))
  if (ends[1] == ends[2]) ends[1] else paste(ends, collapse = " to ")
}

# A table in markdown: least to greatest value, and the mean, of the designs with the same n (or what `by`
# names) and method.
ledger_table <- function(..., by = "n", header = "rows") {
  shares <- ledger_part(...)
  methods <- unique(shares$method)
  groups <- unique(shares[[by]])
  cells <- vapply(methods, function(method) {
    vapply(groups, function(group) {
      values <- shares$value[shares$method == method & shares[[by]] == group]
      if (length(values) == 0) "" else paste0(range_text(values), " (", sprintf("%.3f", mean(values)), ")")
    }, "")
  }, character(length(groups)))
  heads <- if (is.numeric(groups)) format_count(groups) else gsub("_", " ", groups, fixed = TRUE)
  markdown_table(c(header, paste0("`", methods, "`")), cbind(heads, matrix(cells, nrow = length(groups))))
}

markdown_table <- function(header, cells) {
  paste0("| ", apply(rbind(header, "---", cells), 1, paste, collapse = " | "), " |", collapse = "\n")
}

# One row a method: least to greatest value.
ledger_list <- function(..., header) {
  shares <- ledger_part(...)
  methods <- unique(shares$method)
  ranges <- vapply(methods, function(method) range_text(shares$value[shares$method == method]), "")
  markdown_table(header, cbind(paste0("`", methods, "`"), ranges))
}

# Of the tests of several learners over folds those that omnibus_test() speaks of.
quoted_anova <- c("corrected_anova, 10-fold", "corrected_anova, 10 x 10-fold", "blocked_anova, 10 x 10-fold")

# One row a method: what it rejects where all are equal, and where not.
ledger_two <- function(..., header) {
  shares <- ledger_part(...)
  methods <- unique(shares$method)
  of <- function(kind) {
    vapply(methods, function(method) range_text(shares$value[shares$method == method & shares$kind == kind]), "")
  }
  markdown_table(header, cbind(methods, of("size"), of("power")))
}

# Of the many pairs of covariance and reference distribution, those that fit_gee() speaks of.
quoted_gee <- c("robust, normal", "robust, t", "kauermann carroll, t", "mancl derouen, normal", "score")
