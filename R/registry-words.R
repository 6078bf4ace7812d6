# The words for ids. An id of a test may have parts, joined by colons: the test and what it was done with, such as
# "gee:mancl_derouen" (a corrected variance), "wilcoxon:exact", "sign_flip:9999" (random draws), "tukey:blocked",
# "permutation:mcnemar" (the statistic that is permuted). Results carry the id, and words are made of it when they are
# shown.

test_id <- function(...) paste(c(...), collapse = ":")

id_parts <- function(id) strsplit(id, ":", fixed = TRUE)

# The id without its parts.
plain_id <- function(id) vapply(id_parts(id), `[`, "", 1)

is_wald <- function(id) says_of_test(id, "wald")

# Of rows of a result, whether an odds ratio is the conditional one, of rows on which only one is right: not that of the
# two values beside it, as it is in clusters.
is_conditional <- function(rows) {
  last <- vapply(id_parts(as.character(rows$method.id)), function(parts) parts[length(parts)], "")
  of_rows <- registry_tests$family %in% "matched" & registry_tests$of %in% "pair"
  rows$measure %in% "odds_ratio" & last %in% registry_tests$id[of_rows]
}

# Whether a test lets units depend on those before them.
is_serial <- function(id) says_of_test(id, "serial")

says_of_test <- function(id, column) {
  registry_tests[[column]][match(plain_id(as.character(id)), registry_tests$id)] %in% TRUE
}

without_part <- function(id, part) {
  vapply(id_parts(id), function(parts) test_id(setdiff(parts, part)), "")
}

# Of each id what it is called in a table, NA of what is no test.
test_label <- function(id) of_each_id(id, function(words) words$label)

# The same in a sentence: "the McNemar test", "Cochran's Q test"; each once.
test_phrase <- function(id) {
  and_list(unique(of_each_id(id, function(words) paste0(words$article, words$phrase))))
}

test_references <- function(id) all_of_column(lapply(unique(id), function(one) describe_test(one)$references))

of_each_id <- function(id, of) {
  known <- unique(as.character(id))
  said <- vapply(known, function(one) c(of(known_test(one)), NA_character_)[1], "")
  unname(said[match(id, known)])
}

# What describe_test() says, put together once for each id.
known_test <- function(id) remembered(paste("test", id), registry_tests, function() describe_test(id))

describe_test <- function(id) {
  parts <- id_parts(id)[[1]]
  row <- registry_tests[match(parts[1], registry_tests$id), ]
  if (is.na(row$id)) {
    return(NULL)
  }
  own <- row$variants[[1]]
  words <- list(
    label = row$label, short = if (length(parts) == 1) row$short, phrase = row$phrase, article = row$article,
    references = references_of_variants(row$references[[1]], parts),
    stem = if ("stem" %in% names(own)) own[["stem"]] else row$label, drawn = own["drawn"]
  )
  words <- of_scale(words, intersect(parts, measures))
  for (i in seq_along(parts)[-1]) {
    part <- parts[i]
    if (part != "exact" && part %in% registry_tests$id) {
      within <- paste0(" (", test_label(test_id(parts[i:length(parts)])), ")")
      words[c("label", "phrase")] <- lapply(words[c("label", "phrase")], paste0, within)
      break
    }
    words <- if (part %in% names(own)) {
      replace(words, c("label", "phrase"), list(own[[part]], paste(own[[part]], "test")))
    } else {
      add_part(words, part)
    }
  }
  words$short <- words$short %||% words$label
  words
}

# Those with a name are of the variant of that name alone.
references_of_variants <- function(keys, parts) {
  of <- names(keys) %||% character(length(keys))
  unname(keys[of %in% c("", parts)])
}

add_part <- function(words, part) {
  if (part == "exact") {
    phrase <- if (words$stem == words$label) words$phrase else paste(words$stem, "test")
    words[c("label", "phrase", "article")] <- list(paste0(words$stem, ", exact"), paste("exact", phrase), "the ")
  } else if (part %in% registry_variances$id) {
    variance <- registry_variances[part, ]
    words$label <- paste0(words$label, ", ", variance$label, " variance")
    words$phrase <- paste0(words$phrase, " with the ", variance$label, " variance")
    words$references <- c(words$references, variance$references[[1]])
  } else if (part %in% names(form_words)) {
    words[c("label", "phrase")] <- lapply(words[c("label", "phrase")], paste0, ", ", form_words[[part]])
    if (part == "overlap") words$references <- c(words$references, "nadeau2003")
  } else if (!part %in% measures) {
    drawn <- count_of(as.numeric(part), words$drawn)
    words$label <- paste0(words$stem, ", ", drawn)
    words$phrase <- paste(words$stem, "test with", drawn)
  }
  words
}

form_words <- c(blocked = "blocked", one_way = "one-way", overlap = "corrected for overlapping training data")

# A Wald test on the scale of a ratio.
of_scale <- function(words, measures) {
  if (length(measures) == 0 || identical(measures, "difference")) {
    return(words)
  }
  each <- paste0(label_measure(measures), "s")
  of <- paste(" of", if (length(each) == 1) paste("log", each) else and_list(each))
  words[c("label", "phrase")] <- lapply(words[c("label", "phrase")], paste0, of)
  words
}

# Options -------------------------------------------------------------------------------

# Those of the tests that were done, as `rule` has them or by default: a list of list(test, option, value, matters).
# `zeros`: whether there are differences of zero, of which Wilcoxon's own test is not that by default.
options_of_rule <- function(id, rule, zeros = FALSE) {
  do.call(c, lapply(tests_with_options(id), function(test) {
    usual <- registry_tests$options[[match(test, registry_tests$id)]]
    found <- lapply(names(usual), function(option) {
      value <- rule[[option]] %||% usual[[option]]
      matters <- zeros && test == "wilcoxon" && option == "zeros"
      if (!is.null(value)) list(test = test, option = option, value = value, matters = matters)
    })
    Filter(length, found)
  }))
}

# Of the tests of a comparison, whose rows are `rows`.
options_of_comparison <- function(comparison, rows, id = rows$method.id) {
  c(options_of_rule(id, comparison$request$rule, zeros = any(rows$zeros %in% TRUE)), comparison$more_options)
}

# Of tests by their ids, those of `options` that are not the default, in words: "horizon 5", "zeros dropped". Of results
# that were bound, where one of them differs from it or matters, those of all.
say_options <- function(id, options) {
  tests <- tests_with_options(id)
  known <- as.list(Filter(function(one) one$test %in% tests, options))
  by <- split(known, vapply(known, function(one) paste(one$test, one$option), ""))
  said <- lapply(by, function(alike) {
    one <- alike[[1]]
    usual <- registry_tests[one$test, "options"][[1]][[one$option]]
    values <- lapply(alike, `[[`, "value")
    matters <- any(vapply(alike, function(one) isTRUE(one$matters), NA))
    if (matters || !all(values %in% usual)) and_list(unique(vapply(values, rule_words, "", option = one$option)))
  })
  unlist(said, use.names = FALSE)
}

option_references <- function(id, options) {
  known <- Filter(function(one) one$test %in% tests_with_options(id) && isTRUE(one$matters), options)
  if ("pratt" %in% lapply(known, `[[`, "value")) "pratt1959"
}

# An exact permutation test draws no replicates, or only for the largest of several statistics.
tests_with_options <- function(id) {
  id <- known_values(id)
  exact <- test_id("permutation", "exact")
  unique(ifelse(startsWith(id, exact), exact, plain_id(id)))
}

option_of_largest <- function(R) { # nolint: object_name_linter.
  list(test = test_id("permutation", "exact"), option = "largest", value = R, matters = TRUE)
}

rule_words <- function(value, option) {
  switch(option,
    horizon = paste("horizon", value),
    kernel = paste(c(rectangular = "rectangular", bartlett = "Bartlett")[[value]], "kernel"),
    zeros = paste("zeros", c(pratt = "ranked", wilcoxon = "dropped", drop = "dropped", split = "split")[[value]]),
    ratio = paste("test/train ratio", short_number(value, 3)),
    R = count_of(value, "replicate"), largest = paste("max-T by", count_of(value, "replicate"))
  )
}

# Intervals -----------------------------------------------------------------------------

# What is no interval of this package is called as it is.
interval_label <- function(id) known_or(registry_intervals$label[match(id, registry_intervals$id)], id)

interval_phrase <- function(id) known_or(registry_intervals$phrase[match(id, registry_intervals$id)], id)

known_or <- function(words, otherwise) ifelse(is.na(words), otherwise, words)

interval_references <- function(id) all_of_column(registry_intervals$references[match(id, registry_intervals$id)])

# Adjustments ---------------------------------------------------------------------------

combination_references <- function(id) {
  all_of_column(registry_combinations$references[match(id, registry_combinations$id)])
}
