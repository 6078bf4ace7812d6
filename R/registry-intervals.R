# Intervals.
#
# id          what results carry
# of          who asks for it: "pair" (two classifiers on the same rows), "single" (one classifier), "scores",
#             "posthoc", "area" (under a curve), "independent", "bootstrap", "errors" (of learners)
# interval    what users call it
# core        what C calls it
# label       in tables (`short` before the word "interval"); `phrase` in a sentence
# references  keys of inst/extdata/references.tsv
# fits        of McNemar's table: the measures that it is for, the usual interval first; of one: "proportion"
# inverts     the test that it always agrees with, where it is not that of the test at hand
# counted     whether it is computed from counts
# lacking     the status of an estimate that has none
# margin      whether a margin can be judged by it
# required    of one classifier: the test of a required value beside it, in words (NA: no name of its own)
interval_row <- function(id, of, label, interval = id, core = interval, short = label, phrase = label,
                         references = character(), fits = character(), inverts = NA_character_, counted = FALSE,
                         lacking = "no_delta", margin = FALSE, required = NA_character_) {
  new_row(several = c("references", "fits"))
}

single_interval_row <- function(interval, label, ...) {
  interval_row(paste0("single_", interval), "single", label, interval = interval, ...)
}

proportion_interval_row <- function(interval, label, ..., counted = TRUE) {
  single_interval_row(interval, label, ..., counted = counted, fits = "proportion")
}

score_interval_row <- function(test, label, ...) {
  interval_row(paste0("score_", test), "scores", label, interval = test, margin = TRUE, ...)
}

independent_interval_row <- function(interval, label, ...) {
  interval_row(paste0("independent_", interval), "independent", label, interval = interval, ...)
}

area_interval_row <- function(interval, label, ...) {
  interval_row(paste0("area_", interval), "area", label, interval = interval, ...)
}

bootstrap_interval_row <- function(interval, name = interval, ...) {
  interval_row(paste0("bootstrap_", interval), "bootstrap", paste(name, "bootstrap"), interval = interval, ...)
}

registry_intervals <- new_registry(
  interval_row(
    "tango", "pair", "Tango score", short = "Tango", fits = "difference", inverts = "mcnemar", margin = TRUE,
    references = "tango1998"
  ),
  interval_row("agresti_min", "pair", "Agresti-Min", fits = "difference", references = "agresti2005"),
  interval_row(
    "tang", "pair", "Tang score", short = "Tang", fits = "ratio", inverts = "mcnemar", margin = TRUE,
    references = "tang2003"
  ),
  interval_row("bonett_price", "pair", "Bonett-Price", fits = c("difference", "ratio"), references = "bonett2006"),
  interval_row("newcombe", "pair", "Newcombe square-and-add", fits = "difference", references = "newcombe1998b"),
  interval_row("wald", "pair", "Wald", fits = c("difference", "ratio"), margin = TRUE),
  interval_row("score", "pair", "score", phrase = "the score interval of the same test", margin = TRUE),
  interval_row("exact", "pair", "Clopper-Pearson of the discordant rows", references = "clopper1934", margin = TRUE),
  interval_row("midp", "pair", "mid-p of the discordant rows", margin = TRUE),
  interval_row(
    "mover", "standardised", "MOVER of Tango's", core = "wald", phrase = "the combined Tango interval",
    margin = TRUE, references = "zou2008"
  ),

  interval_row(
    "labelled_score", "labelled", "score, of labelled disagreements", interval = "score", short = "score",
    phrase = "the score interval of labelled disagreements", inverts = "mcnemar", margin = TRUE,
    references = "tango1998"
  ),
  interval_row("labelled_wald", "labelled", "Wald, of labelled disagreements", interval = "wald", short = "Wald"),
  interval_row(
    "labelled_exact", "labelled", "exact (hypergeometric) for these rows", interval = "exact", short = "exact",
    margin = TRUE
  ),

  proportion_interval_row("wilson", "Wilson", references = "wilson1927", required = "score test"),
  proportion_interval_row(
    "clopper_pearson", "Clopper-Pearson", references = "clopper1934", required = "exact binomial test"
  ),
  proportion_interval_row("agresti_coull", "Agresti-Coull", required = "score test"),
  proportion_interval_row("midp", "mid-p", required = "mid-p binomial test"),
  proportion_interval_row("logit", "logit", counted = FALSE, lacking = "no_logit", required = "Wald test of the logit"),
  proportion_interval_row("normal", "normal", counted = FALSE, required = "Wald test"),
  single_interval_row(
    "score", "score", phrase = "the score interval", counted = TRUE, references = c("martinandres2012", "owen1990"),
    required = "score test"
  ),
  single_interval_row("delta", "delta method", core = "normal", required = "Wald test"),
  single_interval_row("bootstrap", "bootstrap", counted = TRUE, lacking = "no_bootstrap"),
  single_interval_row("log", "log", lacking = "no_log", required = "Wald test of the logarithm"),

  score_interval_row("corrected_t", "corrected t", references = "nadeau2003", required = "corrected t test"),
  score_interval_row("paired_t", "t", required = "t test"),
  score_interval_row("cluster_t", "cluster-robust t", references = "bell2002", required = "cluster-robust t test"),
  score_interval_row("cv5x2_f", "5x2cv F", references = "alpaydin1999"),
  score_interval_row("cv5x2_t", "5x2cv t", references = "dietterich1998"),
  score_interval_row("wilcoxon", "Wilcoxon signed rank", references = "wilcoxon1945"),
  score_interval_row("sign", "sign test", references = "salzberg1997"),
  interval_row("none", "scores", "none", interval = "sign_flip"),
  score_interval_row("diebold_mariano", "Diebold-Mariano", references = c("diebold1995", "harvey1997")),
  score_interval_row("unpaired_t", "two-sample t"),

  interval_row("posthoc_t", "posthoc", "t", interval = "t"),
  interval_row("rank_difference", "posthoc", "rank difference", phrase = "that of the difference of mean ranks"),

  independent_interval_row("miettinen_nurminen", "Miettinen-Nurminen score", references = "miettinen1985"),
  independent_interval_row("score", "score, not corrected"),
  independent_interval_row("newcombe", "Newcombe hybrid score", references = "newcombe1998a"),
  independent_interval_row("wald", "Wald"),
  independent_interval_row("welch_t", "Welch t"),

  area_interval_row("t", "t", required = "t test"),
  area_interval_row("wald", "Wald", core = "t", required = "Wald test"),
  area_interval_row("logit", "logit t", required = "t test of the logit"),
  area_interval_row("logit_z", "logit", core = "logit", required = "Wald test of the logit"),
  area_interval_row("log", "log t", required = "t test of the logarithm"),
  area_interval_row("newcombe", "Newcombe score", references = "newcombe2006", required = "score test"),
  area_interval_row("hanley_mcneil", "Hanley-McNeil", core = "t", references = "hanley1982"),
  area_interval_row("separation_bound", "separation bound"),
  interval_row("operating_btii", "operating", "Zhou-Qin", interval = "btii", references = "zhou2005"),

  bootstrap_interval_row("percentile"),
  bootstrap_interval_row("bca", "BCa", references = "efron1987"),
  bootstrap_interval_row("basic"),
  bootstrap_interval_row("studentized"),
  bootstrap_interval_row("symmetric", "symmetric studentized"),
  bootstrap_interval_row("simultaneous"),

  interval_row("errors_t", "errors", "t over splits", interval = "t", phrase = "t"),
  interval_row(
    "errors_corrected_t", "errors", "corrected t over splits", interval = "corrected_t", phrase = "corrected t",
    references = "nadeau2003"
  ),
  interval_row(
    "errors_jackknife", "errors", "jackknife after the bootstrap", interval = "jackknife",
    phrase = "jackknife after the bootstrap", references = "efron1992"
  )
)

intervals_of <- function(of) registry_part(registry_intervals, of, "interval")
