# Which classes a test over all of them is about: the p-values of the single ones, which are another question.

which_classes <- function(x) {
  rows <- class_tests(x)$tests
  rows <- rows[!is.na(rows$adj.p.value), ]
  if (is.null(rows) || nrow(rows) < 2) {
    return(NULL)
  }
  info <- verdict_info(rows)
  level <- 1 - info$conf.level
  shown <- with_labels(rows[rows$adj.p.value < level, ])
  shown <- shown[order(shown$adj.p.value, shown$log.p.value), ]
  several <- nrow(unique(as_plain(rows)[c("classifier", "reference")])) > 1
  names <- ifelse(is.na(shown$class), "", shown$class)
  if (several) names <- paste0(label_pair(shown), ifelse(is.na(shown$class), "", paste0(" on ", names)))
  found <- if (nrow(shown) == 0) {
    "none by itself"
  } else {
    and_list(paste0(names, " (", say_p(shown$adj.p.value, shown$log.adj.p.value, levels_of(info)), ")"), max_named)
  }
  how <- label_adjustment(info$p.adjust.method)
  paste0("Which, by p-values adjusted over ", count_of(nrow(rows), "comparison"), " (", how, "): ", found, ".")
}
