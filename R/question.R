# Of few labels the verbs take `question` and `smoothing` themselves: the same labels, another question. One method for
# all of them.

#' @rawNamespace
#' S3method(assess_classifiers, labelled_set, verb_of_labels)
#' S3method(compare_classifiers, labelled_set, verb_of_labels)
#' S3method(omnibus_test, labelled_set, verb_of_labels)
#' S3method(rank_classifiers, labelled_set, verb_of_labels)
#' S3method(verdict, labelled_set, verb_of_labels)
verb_of_labels <- function(x, ..., question = NULL, smoothing = NULL) {
  if (missing(question) && missing(smoothing)) {
    return(NextMethod())
  }
  call_verb(.Generic, list(with_question(x, question, smoothing)), list(...))
}
