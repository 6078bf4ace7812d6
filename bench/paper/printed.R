# The paper's tables as printed beside what we obtain, row by row: which rows can be reproduced, which
# cannot, and why.
#
#   Rscript bench/paper/printed.R <folder of the UCI files> <folder for predictions> <printed.csv> [runs]
#
# Run it from the top folder. The csv holds a row for each printed figure: table, dataset, class, quantity,
# printed. A run (default 10; twice as many where UCI has the split, half as many of large data) is a split,
# where UCI has none, and the forests of one seed: two minutes each when the predictions are not kept yet.
# Printed beside each figure: the first run's, the least and most of all runs, and one of
#   same     the first run has the printed digits
#   runs     it has not, but what is printed lies between the least and the most of the runs
#   cut      it would have them if the printed figure had been cut off instead of rounded
#   apart    none of these; a reason follows where one is known
# Then: where the printed figures contradict each other.

library(verdict)
options(width = 220)
for (part in c("read", "learn")) source(file.path("bench", "paper", paste0(part, ".R")))

data_names <- c(
  Wilt = "Wilt", "Urban land cover" = "Urban land cover", "Diabetic retinopathy" = "Diabetic retinopathy (Messidor)",
  Phishing = "Phishing websites", "Bank note" = "Banknote authentication", MAGIC = "MAGIC gamma telescope"
)

given_split <- c("Wilt", "Urban land cover")
large <- c("Phishing", "MAGIC")

# -- what we obtain: data frames of table, class, quantity, value -------------------------------------

entries <- function(table, class, quantity, value) {
  data.frame(table = as.character(table), class = as.character(class), quantity, value, row.names = NULL)
}

two_set <- function(predictions) prediction_set(truth ~ naive_bayes + random_forest, predictions)

precision_by <- function(set, method, measure = "ratio") {
  compare_classifiers(set, "precision", method = method, measure = measure, p.adjust.method = "none")
}

# In the paper's Table 6 naive Bayes stands over the forest: the ratio upside down.
tables_5_6 <- function(predictions) {
  set <- two_set(predictions)
  gs <- precision_by(set, "gs")
  relative <- precision_by(set, "relative")
  over <- "relative precision (naive_bayes over random_forest)"
  rbind(
    entries(5, gs$class, "precision naive_bayes", gs$estimate.reference),
    entries(5, gs$class, "precision random_forest", gs$estimate.classifier),
    entries(5, gs$class, "p generalized score", gs$p.value),
    entries(5, gs$class, "p Wald", precision_by(set, "gee")$p.value),
    entries(6, gs$class, over, 1 / relative$estimate),
    entries(6, gs$class, "lower 95 %", 1 / relative$conf.high),
    entries(6, gs$class, "upper 95 %", 1 / relative$conf.low),
    entries(6, gs$class, "p", relative$p.value)
  )
}

table_7 <- function(predictions) {
  set <- two_set(predictions)
  gs <- precision_by(set, "gs")
  rbind(
    entries(
      7, "", "combined p (Dai-Leeder-Cui, generalized score p-values)",
      omnibus_test(set, over = "classes", method = by_combination(test = "gs"))$p.value
    ),
    entries(7, gs$class, "p generalized score", gs$p.value),
    entries("Figure 3", "", "initial p-value", gs$p.value[1])
  )
}

four_names <- c(
  naive_bayes = "naive_bayes", random_forest = "random_forest_1000", svm = "svm", small_forest = "random_forest_50"
)

four_set <- function(predictions, ...) prediction_set(predictions, truth, all_of(names(four_names)), ...)

# Where a classifier has a precision of 1 the joint Wald test has no value: the score test's p-value.
tables_8_9 <- function(predictions) {
  if (is.null(predictions$svm)) return(NULL)
  set <- four_set(predictions)
  precision <- as.data.frame(assess_classifiers(set, "precision"))
  wald <- omnibus_test(set, "precision", method = "wald", p.adjust.method = "none")
  score <- omnibus_test(set, "precision", method = "gs", p.adjust.method = "none")
  odds <- compare_classifiers(
    set, "precision", method = "gee", measure = "odds_ratio", reference = "naive_bayes", p.adjust.method = "none"
  )
  whom <- paste(four_names[odds$classifier], "against naive_bayes")
  rbind(
    entries(8, precision$class, paste("precision", four_names[precision$classifier]), precision$estimate),
    entries(8, wald$class, "p all equal", ifelse(is.na(wald$p.value), score$p.value, wald$p.value)),
    entries(9, odds$class, paste("odds ratio", whom), odds$estimate),
    entries(9, odds$class, paste("lower 95 %", whom), odds$conf.low),
    entries(9, odds$class, paste("upper 95 %", whom), odds$conf.high)
  )
}

# The paper gave the 30 % to class 0 (table10.R).
table_10 <- function(predictions) {
  set <- two_set(predictions)
  updated <- update_prevalence(set, c("0" = 0.3, "1" = 0.7))
  as_entries <- function(x, word) {
    found <- as.data.frame(assess_classifiers(x, "precision"))
    entries(10, found$class, paste0(word, "precision ", found$classifier), found$estimate)
  }
  rbind(as_entries(set, ""), as_entries(updated, "updated "))
}

# The two that the paper compares throughout: one degree of freedom. Its 'disease' is class 0, as in Table 10. A
# run is a repetition of the 10 folds; all ten together belong to the first.
table_11 <- function(folder, cache, run) {
  of <- function(predictions, design) {
    set <- prediction_set(
      predictions, truth, c(naive_bayes, random_forest), id = id, fold = fold, repetition = repetition
    )
    found <- precision_by(set, "gee", "odds_ratio")
    class <- c("0" = "disease", "1" = "non-disease")[found$class]
    rbind(
      entries(11, class, paste("statistic", design), found$statistic),
      entries(11, class, paste("p", design), found$p.value)
    )
  }
  all <- repetitions(data_names[["Diabetic retinopathy"]], folder, cache, 10)
  rbind(of(all[all$repetition == run, ], "10-fold"), if (run == 1) of(all, "10 x 10-fold"))
}

# Where UCI gives the split only the forests vary: twice as many runs; half as many of more than 10,000 rows.
obtained <- function(name, folder, cache, runs) {
  times <- if (name %in% given_split) 2 else if (name %in% large) 0.5 else 1
  lapply(seq_len(ceiling(runs * times)), function(seed) {
    predictions <- held_out(data_names[[name]], folder, cache, seed)
    rbind(
      tables_5_6(predictions), table_7(predictions), tables_8_9(predictions),
      if (name == "Diabetic retinopathy") rbind(table_10(predictions), if (seed <= 10) table_11(folder, cache, seed))
    )
  })
}

# -- beside what is printed ----------------------------------------------------------------------------

decimals <- function(printed) nchar(sub("^[^.]*[.]?", "", printed))

# The values that a printed figure can stand for.
printed_range <- function(printed) {
  below <- startsWith(printed, "<")
  value <- as.numeric(sub("<", "", printed))
  half <- 0.5 * 10^-decimals(printed)
  list(low = ifelse(below, 0, value - half), high = ifelse(below, value, value + half), value = value, cut = 2 * half)
}

judge <- function(rows) {
  range <- printed_range(rows$printed)
  slack <- 1e-9
  known <- !is.na(rows$first)
  same <- known & rows$first >= range$low - slack & rows$first <= range$high + slack
  cut <- known & rows$first >= range$value & rows$first < range$value + range$cut
  inside <- rows$most >= range$low - slack & rows$least <= range$high + slack
  ifelse(same, "same", ifelse(cut, "cut", ifelse(inside, "runs", "apart")))
}

set_beside <- function(printed, folder, cache, runs) {
  printed$class[is.na(printed$class)] <- ""
  key <- function(x) paste(x$table, x$class, x$quantity, sep = "\r")
  parts <- lapply(unique(printed$dataset), function(name) {
    rows <- printed[printed$dataset == name, ]
    found <- obtained(name, folder, cache, runs)
    values <- vapply(found, function(x) x$value[match(key(rows), key(x))], double(nrow(rows)))
    rows$first <- values[, 1]
    rows$least <- apply(values, 1, min, Inf, na.rm = TRUE)
    rows$most <- apply(values, 1, max, -Inf, na.rm = TRUE)
    rows
  })
  rows <- do.call(rbind, parts)
  rows$result <- judge(rows)
  rows
}

# -- why not -------------------------------------------------------------------------------------------

# Printed against printed, as far as rounding lets them differ: a data frame of where and what.
contradictions <- function(printed) {
  number <- function(table, dataset, class, quantity) {
    at <- printed$table == table & printed$dataset == dataset & printed$class == class & printed$quantity == quantity
    if (any(at)) printed$printed[at][1] else NA_character_
  }
  places <- unique(printed[printed$table %in% c("5", "6"), c("dataset", "class")])
  over <- "relative precision (naive_bayes over random_forest)"
  found <- Map(function(dataset, class) {
    at <- function(table, quantity) number(table, dataset, class, quantity)
    say <- function(quantity, table, what) data.frame(table, dataset, class, quantity, why = what)
    ratio <- at("6", over)
    rbind(
      if (!ratio_fits(at("5", "precision naive_bayes"), at("5", "precision random_forest"), ratio)) {
        say(over, "6", "is not the ratio of the precisions printed in Table 5")
      },
      if (!centre_fits(at("6", "lower 95 %"), at("6", "upper 95 %"), ratio)) {
        say("upper 95 %", "6", "the printed limits are not symmetric about the ratio on the log scale")
      },
      repeated(at("5", "p generalized score"), at("7", "p generalized score"), function(other) {
        say("p generalized score", "5", paste("Table 7 prints", other, "for the same test"))
      })
    )
  }, places$dataset, places$class)
  rbind(do.call(rbind, unname(found)), against_statistics(printed))
}

# Table 11: a statistic with one degree of freedom and its p-value.
against_statistics <- function(printed) {
  rows <- printed[printed$table == "11" & startsWith(printed$quantity, "p "), ]
  p <- vapply(seq_len(nrow(rows)), function(i) {
    own <- printed$table == "11" & printed$class == rows$class[i] &
      printed$quantity == sub("^p", "statistic", rows$quantity[i])
    stats::pchisq(as.numeric(printed$printed[own]), 1, lower.tail = FALSE)
  }, 0)
  range <- printed_range(rows$printed)
  odd <- p < range$low | p > range$high
  data.frame(
    rows[odd, c("table", "dataset", "class", "quantity")],
    why = sprintf("the statistic printed beside it has the p-value %.0e, with one degree of freedom", p[odd])
  )
}

ratio_fits <- function(top, bottom, ratio) {
  a <- printed_range(top)
  b <- printed_range(bottom)
  r <- printed_range(ratio)
  r$high >= a$low / b$high - 1e-9 && r$low <= a$high / b$low + 1e-9
}

centre_fits <- function(low, high, ratio) {
  l <- printed_range(low)
  h <- printed_range(high)
  r <- printed_range(ratio)
  r$high^2 >= l$low * h$low - 1e-9 && r$low^2 <= l$high * h$high + 1e-9
}

repeated <- function(first, second, say) {
  if (is.na(first) || is.na(second)) return(NULL)
  a <- printed_range(first)
  b <- printed_range(second)
  if (a$low > b$high || b$low > a$high) say(second)
}

known_reasons <- data.frame(
  table = c("5", "8", "11", "11"),
  dataset = c("Wilt", "Wilt", "Diabetic retinopathy", "Diabetic retinopathy"),
  class = c("w", "w", "", ""),
  quantity = c("^p Wald", "^p all equal", "statistic 10 x 10", "statistic 10-fold"),
  why = c(
    "is what Table 6 prints for the row, where we have it too",
    "a precision of 1 has infinite log odds and no Wald test; ours is the score test",
    "the same as for 10-fold, which two designs with different predictions cannot have",
    "by no folds tried"
  )
)

reasons <- function(rows, against) {
  vapply(seq_len(nrow(rows)), function(i) {
    row <- rows[i, ]
    if (row$result != "apart") return("")
    own <- against$table == row$table & against$dataset == row$dataset & against$class == row$class &
      against$quantity == row$quantity
    known <- known_reasons$table == row$table & known_reasons$dataset == row$dataset &
      known_reasons$class %in% c("", row$class) & vapply(known_reasons$quantity, grepl, NA, row$quantity)
    found <- c(known_reasons$why[known], against$why[own])
    if (length(found)) return(paste(unique(found), collapse = "; "))
    if (row$dataset %in% given_split) "by no seed of the forest tried" else "by no split tried"
  }, "")
}

# -- as text -------------------------------------------------------------------------------------------

short <- function(x) {
  ifelse(is.na(x) | is.infinite(x), "", ifelse(abs(x) < 1e-4, sprintf("%.0e", x), sprintf("%.4g", round(x, 4))))
}

show_table <- function(rows, table) {
  part <- rows[rows$table == table, ]
  part$class <- paste0(part$dataset, ifelse(part$class == "", "", paste0(", ", part$class)))
  part$class[duplicated(part$class)] <- ""
  cat("\n", if (grepl("^[0-9]", table)) "Table ", table, "\n", sep = "")
  print(data.frame(
    where = part$class, quantity = sub(" [(]naive_bayes over.*| [(]Dai.*", "", part$quantity), printed = part$printed,
    first = short(part$first), least = short(part$least), most = short(part$most), result = part$result,
    why = part$why
  ), row.names = FALSE, right = FALSE)
}

given <- paper_arguments()
if (length(given$others) == 0) stop("Name the file of printed figures as the third argument.")
runs <- if (length(given$others) > 1) as.integer(given$others[2]) else 10L
printed <- read.csv(given$others[1], colClasses = "character")
printed$table <- sub("figure ", "Figure ", printed$table)
against <- contradictions(printed)
rows <- set_beside(printed, given$folder, given$cache, runs)
rows$why <- reasons(rows, against)
for (table in unique(rows$table)) show_table(rows, table)
cat("\nRows by table and result\n")
print(table(rows$table, factor(rows$result, c("same", "cut", "runs", "apart"))))
cat("\nPrinted against printed\n")
print(against[c("table", "dataset", "class", "quantity", "why")], row.names = FALSE, right = FALSE)
