# Probabilities of several classes: K columns a classifier. A set of them, of class `class_probability_set` in front of
# the others, has `classes`, a truth of codes from 1, and the columns of each classifier side by side in `scores` and
# `order`, in the order of the classes. One class against the rest is a set of two classes: see one_class().

# Columns that hold several numbers a row.
are_class_columns <- function(columns) {
  wide <- vapply(columns, function(column) length(dim(column)) == 2, NA)
  thin <- names(columns)[wide & vapply(columns, NCOL, 0) == 1]
  if (length(thin)) {
    abort_verdict(c(
      "{.val {thin[1]}} has a single column where there should be one for every class.",
      i = "Take the column by itself if it is the probability of the event: {.code {thin[1]}[, 1]}."
    ), "scores")
  }
  if (any(wide) && !all(wide)) {
    abort_verdict(c(
      "{.val {names(columns)[wide]}} {?has/have} a column for every class, {.val {names(columns)[!wide]}} a single
       one.",
      i = "Give all of them with a column a class, or all with the probability of the event."
    ), "scores")
  }
  any(wide)
}

# `columns`: the truth, then a matrix or data frame of each classifier. With `positive`, or two classes, a set of one
# class against the rest.
new_class_set <- function(columns, given, positive, scores, na, by) {
  if (na == "partial") {
    abort_verdict(
      "Of several classes rows with missing values are left out for all: {.code na = \"omit\"}.", "argument"
    )
  }
  truth <- columns[[1]]
  known <- event_classes(truth)
  parts <- lapply(columns[-1], as_number_columns)
  about <- list(known = known, factor = is.factor(truth))
  found <- Map(class_columns, parts, names(parts), MoreArgs = about)
  classes <- same_classes(found, known)
  values <- unlist(Map(function(part, own, name) {
    rlang::set_names(part[match(classes, own)], paste0(name, ": ", classes))
  }, parts, found, names(parts)), recursive = FALSE)
  names(values) <- unlist(lapply(names(parts), paste0, ": ", classes))
  values <- number_columns(values)
  code <- match(as_labels(truth), classes)
  kept <- complete_scores(code, values, names(columns)[1], given, na)
  about <- list(classes = classes, classifiers = names(parts))
  x <- structure(
    scored_rows(code, values, kept, given, about, scores),
    class = c("class_probability_set", "probability_set", "evidence")
  )
  if (!scores) {
    check_probabilities(x$scores, x$order, names(values), x$times)
    check_class_sums(values, kept, names(parts), length(classes), x$times)
  }
  x <- with_groups_of_units(x, by, kept, x$weight, na)
  x$ordered <- is.ordered(truth) || is.numeric(truth) && identical(classes, known)
  if (length(classes) == 2 || !is.null(positive)) {
    positive <- match_positive(positive, NULL, classes) %||% plain_event(truth, classes)
    return(one_class(x, match(positive, classes)))
  }
  with_exchanged(x)
}

as_number_columns <- function(column) {
  out <- as.list(as.data.frame(column, stringsAsFactors = FALSE))
  names(out) <- colnames(column)
  out
}

# -- which column is which class -------------------------------------------------------

# The class of each column by its name: that of the class, alone or after something that all have, as in .pred_<class>
# and prob.<class>. What is no class of the truth may be one of which there are no rows.
class_columns <- function(part, who, known, factor) {
  names <- names(part)
  if (is.null(names)) {
    return(nameless_columns(part, who, known, factor))
  }
  names <- utf8_names(names)
  spelt <- c(known, make.names(known))
  at <- vapply(names, function(name) {
    ends <- which(endsWith(name, spelt) & is_apart(name, spelt))
    if (length(ends)) ends[which.max(nchar(spelt[ends]))] else NA_integer_
  }, 0L)
  own <- rep(known, 2)[at]
  prefix <- unique(substr(names, 1, nchar(names) - nchar(spelt[at]))[!is.na(at)])
  if (length(prefix) == 1) own[is.na(own) & startsWith(names, prefix)] <- substring(
    names[is.na(own) & startsWith(names, prefix)], nchar(prefix) + 1
  )
  if (anyNA(own) || anyDuplicated(own) || !all(known %in% own)) abort_class_columns(names, who, known)
  unname(own)
}

# Whether columns are one a class of the truth.
are_named_by_class <- function(names, classes) {
  at <- lapply(classes, function(class) which(endsWith(names, class) & is_apart(names, rep(class, length(names)))))
  length(names) == length(classes) && length(names) > 1 && setequal(unlist(at), seq_along(names))
}

# The columns of one classifier given as so many.
check_classes_asked <- function(names, classes, positive) {
  if (is.null(positive) && are_named_by_class(names, classes)) {
    abort_verdict(c(
      "Are {.val {names}} the classes that one classifier gives probabilities of?",
      i = "Then say so: {.code probability_set(data, truth, model = c({toString(utils::head(names, 3))}))}, or of \
           vectors {.code probability_set(truth, model = p)} with a matrix.",
      i = "If they are classifiers, say in {.arg positive} which class they speak for."
    ), "positive")
  }
}

# "pred_a" is a column of the class "a", "aa" is not.
is_apart <- function(name, class) {
  before <- substring(name, 1, pmax(nchar(name) - nchar(class), 0))
  before == "" | grepl("[^[:alnum:]]$", before, perl = TRUE)
}

# Such as predict(type = "prob") of some models, in the order of the levels.
nameless_columns <- function(part, who, known, factor) {
  if (!factor || length(part) != length(known)) {
    abort_verdict(c(
      "Which class is which column of {.val {who}}? The {length(part)} columns have no names.",
      i = "Name them by the classes: {.code colnames(p) <- c({toString(paste0('\"', utils::head(known, 3), '\"'))})}."
    ), "class")
  }
  inform_verdict("Columns without names are taken in the order of the levels: {.val {known}}.", "classes")
  known
}

abort_class_columns <- function(names, who, known) {
  lost <- known[!vapply(known, function(class) any(endsWith(names, class) & is_apart(names, class)), NA)]
  abort_verdict(c(
    "The columns of {.val {who}} must be named by the classes, as {.val {utils::head(known, 3)}} or with something \
     in front that all have.",
    x = "They are {.val {names}}.",
    x = if (length(lost)) "There is none of {.val {lost}}."
  ), "class")
}

same_classes <- function(found, known) {
  all <- unique(unlist(found))
  lacks <- !vapply(found, setequal, NA, y = all)
  if (any(lacks)) {
    abort_verdict(c(
      "All classifiers need a column for every class.",
      x = "{.val {names(found)[lacks]}} {?lacks/lack} some of {.val {all}}."
    ), "class")
  }
  c(known, setdiff(all, known))
}

# Classifiers of which a formula names what stands in front of the classes: rf of rf_setosa, rf.versicolor ...
class_prefixes <- function(names, data) {
  lost <- setdiff(names[-1], names(data))
  if (!length(lost) || !names[1] %in% names(data) || !is_label_vector(data[[names[1]]])) {
    return(list())
  }
  classes <- event_classes(data[[names[1]]])
  own <- lapply(rlang::set_names(lost), function(name) {
    for (between in c(".", "_", " ", "-", "")) {
      columns <- paste0(name, between, classes)
      if (all(columns %in% names(data))) {
        return(rlang::set_names(columns, classes))
      }
    }
  })
  Filter(length, own)
}

# -- what is wrong with them -----------------------------------------------------------

# No silent division by the sum.
check_class_sums <- function(values, kept, classifiers, n_classes, times) {
  for (c in seq_along(classifiers)) {
    own <- values[(c - 1) * n_classes + seq_len(n_classes)]
    sum <- Reduce(`+`, own)[kept %||% TRUE]
    odd <- abs(sum - 1) > 1e-6
    if (any(odd)) {
      near <- max(abs(sum - 1)) < 0.02 * n_classes
      worst <- which.max(abs(sum - 1))
      abort_verdict(c(
        "The probabilities of a row must add up to 1, and those of {.val {classifiers[c]}} do not in \
         {rows_told(odd, times)} row{?s}: a sum is {short_number(sum[worst], 7)}.",
        i = if (near) "If they were rounded, divide each row by its sum: {.code p / rowSums(p)}.",
        i = "If they are decision scores that are no probabilities, say {.code scores = TRUE}."
      ), "scores")
    }
  }
}

# Columns that speak clearly for other classes than theirs: said, never mended.
with_exchanged <- function(x) {
  n <- length(x$classes)
  for (who in seq_along(x$classifiers)) {
    area <- vapply(seq_len(n), function(k) reversed_area(one_class(x[who], k)), 0)
    if (all(is.na(area))) next
    said <- and_list(paste(short_number(area[!is.na(area)], 2), "for", say_label(x$classes[!is.na(area)])), 6)
    note <- paste0("The columns of ", say_label(x$classifiers[who]), " look exchanged: AUC ", said, ".")
    warn_verdict(c("{note}", i = "Is each column called as its class?"), "exchanged")
    x$notes <- c(x$notes, note)
  }
  x
}

# The area of a column that ranks its class below the rest, by more than three standard errors of a useless one.
reversed_area <- function(x) {
  size <- .Call(ffi_numeric_sizes, x)
  m <- size$positive
  n <- size$negative
  if (m == 0 || n == 0) {
    return(NA_real_)
  }
  found <- .Call(ffi_numeric_estimates, x, list(measure = "roc_auc", option = NA_real_, classifier = 1L), "cr2", TRUE)
  if (isTRUE(found$estimate < 0.5 - 3 * sqrt((m + n + 1) / (12 * m * n)))) found$estimate else NA_real_
}

# -- one class against the rest ----------------------------------------------------------

one_class <- function(x, k) {
  at <- (seq_along(x$classifiers) - 1) * length(x$classes) + k
  own <- unclass(x)
  own$truth <- as.integer(x$truth == k)
  own$scores <- x$scores[, at, drop = FALSE]
  own$order <- x$order[, at, drop = FALSE]
  own$positive <- x$classes[k]
  own$negative <- rest_name(x$classes[-k], x$classes[k])
  fields <- c(
    "truth", "scores", "order", "weight", "cluster", "stratum", "positive", "negative", "classifiers",
    "is_probability", "n_rows", "n_omitted", if (!is.null(x$times)) "times", if (!is.null(x$sampled)) "sampled",
    if (has_groups(x)) "groups", if (length(x$unused)) "unused"
  )
  structure(own[fields], names = fields, class = c("probability_set", "evidence"))
}
