# Tests.
#
# id          what results carry in `method.id`
# of          who asks for it: "pair" and "pair_of_scores" (two classifiers), "posthoc" (pairs after a test of all),
#             "omnibus" and "blocks" (all classifiers, of counts and of scores), "joint" (several metrics), "margins",
#             "independent", "bayes"; "form" (no name to ask for, another test takes this form)
# method      what users call it
# label       in tables (`short` before the word "test"); `phrase` in a sentence (the label, if that is `whole`) and
#             `article` before it; `variants`: what forms of it are called, `stem` and `drawn` what is said with "exact"
#             and a number of draws
# references  keys of inst/extdata/references.tsv
# test        the statistic in C; `scale`: that of a Wald test (NA: that of the measure)
# family      of the metrics it is for ("proportion": predictive or matched)
# measure     what it compares by, unless asked otherwise
# interval    the interval that inverts it, or comes nearest to that
# clustered   what takes its place where rows are not independent (itself: it has a form for clusters), and `form`, the
#             id of that form
# squared     whether the statistic is chi-squared
# power       "exact" (from the rates of discordant rows), "normal" or "none" (by simulation only); `score`: its
#             standard error is not Wald's
# counted     whether rejection_rate() draws its counts in C
# flips       whether flips() takes it
# effect      the size of effect beside its p-value; `estimator`: what its estimate is, where that is not the difference
#             of the two values beside it
# together    what makes all p-values hold together, where that is part of the test
# exact       whether it needs whole counts
# student     whether its limits follow from a t distribution; `ranked`: only signs or ranks of differences enter
# df          the degrees of freedom of an F test where they are always the same
# holds       whether it keeps the level 0.05 in every design of the ledger with independent units (at most 0.06)
# serial      whether units may depend on those before them
# joint       of scores, whether its statistics correlate as the means do (max-T)
# options     of its rule that change the answer and are no part of the id, with their defaults (NULL: there is none, it
#             is always said)
# unpaired    whether it ignores that all were scored on the same units; `means`: it is of means, not of ranks
test_row <- function(id, of, label, method = id, short = label, whole = FALSE,
                     phrase = if (whole) label else paste(label, "test"), article = "the ", variants = character(),
                     references = character(), test = id, scale = NA_character_, family = of, measure = NA_character_,
                     interval = NA_character_, clustered = method, form = id, squared = FALSE, power = "none",
                     score = FALSE, counted = FALSE, flips = FALSE, effect = NA_character_, estimator = NA_character_,
                     together = NA_character_, exact = FALSE, student = FALSE, ranked = FALSE, unpaired = FALSE,
                     means = FALSE, df = numeric(), holds = FALSE, joint = FALSE, serial = FALSE, options = list()) {
  new_row(several = c("variants", "references", "df", "options"), wald = test %in% "wald")
}

# GEE, multinomial and relative predictive value are one Wald test on three scales.
pair_row <- function(id, label, family, measure, clustered, power = "normal", ...) {
  test_row(id, "pair", label, family = family, measure = measure, clustered = clustered, power = power, ...)
}

# Those of McNemar's table.
matched_row <- function(id, label, interval, references, flips = TRUE, ...) {
  pair_row(
    id, label, "matched", "difference", "mcnemar", interval = interval, references = references, power = "exact",
    counted = TRUE, flips = flips, holds = TRUE, ...
  )
}

score_row <- function(id, label, effect = "d_z", method = id, ...) {
  test_row(
    id, "pair_of_scores", label, method = method, family = "scores", scale = "difference", measure = "difference",
    effect = effect, interval = method, ...
  )
}

posthoc_row <- function(id, label, test, measure = "rank_difference", method = id, ...) {
  test_row(
    id, "posthoc", label, method = method, test = test, family = "scores", scale = "difference", measure = measure,
    interval = if (measure == "difference") "t" else "rank_difference",
    effect = if (measure == "difference") "d_z" else "win", ...
  )
}

blocks_row <- function(id, label, effect, method = id, ...) test_row(id, "blocks", label, method, effect = effect, ...)

independent_row <- function(method, label, interval, test = method, ...) {
  test_row(paste0("independent_", method), "independent", label, method = method, test = test, interval = interval, ...)
}

heterogeneity_row <- function(method, label, ...) {
  test_row(paste0("heterogeneity_", method), "groups", label, method = method, ...)
}

posterior_row <- function(method, label, references, ...) {
  test_row(paste0("bayes_", method), "bayes", label, method = method, whole = TRUE, references = references, ...)
}

registry_tests <- new_registry(
  # -- two classifiers on the same rows ---------------------------------------------------
  pair_row(
    "gs", "generalized score", "predictive", "ratio", "gs", squared = TRUE, interval = "score", score = TRUE,
    counted = TRUE, references = "leisenring2000"
  ),
  pair_row(
    "wgs", "weighted generalized score", "predictive", "ratio", "gs", squared = TRUE, interval = "score", score = TRUE,
    counted = TRUE, holds = TRUE, references = "kosinski2013"
  ),
  pair_row(
    "gee", "GEE Wald", "proportion", "odds_ratio", "gee", test = "wald", scale = "odds_ratio", squared = TRUE,
    interval = "wald", counted = TRUE, references = "liang1986"
  ),
  pair_row(
    "multinomial", "multinomial Wald", "proportion", "difference", "wald", test = "wald", squared = TRUE,
    interval = "wald", counted = TRUE
  ),
  pair_row(
    "relative", "relative predictive value", "proportion", "ratio", "relative", test = "wald", scale = "ratio",
    interval = "wald", counted = TRUE, holds = TRUE, references = "moskowitz2006"
  ),
  pair_row(
    "z", "z test ignoring pairing", "predictive", "difference", "gs", whole = TRUE, score = TRUE,
    interval = "wald", counted = TRUE
  ),
  matched_row("mcnemar", "McNemar", "score", "mcnemar1947", squared = TRUE, form = "clustered_mcnemar"),
  matched_row(
    "mcnemar_cc", "McNemar, continuity corrected", "score", "mcnemar1947", squared = TRUE,
    phrase = "McNemar test, continuity corrected"
  ),
  matched_row("exact", "exact McNemar", "exact", "mcnemar1947", short = "exact"),
  matched_row("midp", "mid-p McNemar", "midp", "fagerland2013", short = "mid-p"),
  matched_row("sign", "sign test", "exact", "salzberg1997", whole = TRUE, flips = FALSE),
  pair_row(
    "score", "score", "composite", "difference", "wald", test = NA_character_, interval = "score", score = TRUE,
    references = c("tango1998", "martinandres2012", "owen1990")
  ),
  pair_row("wald", "Wald", "any", "difference", "wald", interval = "wald", counted = TRUE),
  pair_row(
    "permutation", "permutation", "any", NA_character_, "permutation", power = "none", test = NA_character_,
    variants = c(exact = "exact permutation"), references = "janssen1997", options = list(R = NULL)
  ),
  pair_row(
    "bootstrap", "studentized bootstrap", "any", NA_character_, "bootstrap", power = "none", test = NA_character_,
    whole = TRUE, options = list(R = NULL)
  ),
  test_row(
    "clustered_mcnemar", "form", "clustered McNemar", method = "mcnemar", phrase = "clustered McNemar test",
    test = "mcnemar", family = "matched", measure = "difference", interval = "score", squared = TRUE,
    power = "normal", score = TRUE, references = "obuchowski1998"
  ),
  test_row("contrast_t", "form", "t", student = TRUE),
  test_row(
    "bayle", "form", "Wald, of the fitted models", method = "wald", phrase = "Wald test about the fitted models",
    measure = "difference", interval = "wald", family = "any", test = "wald", power = "normal", references = "bayle2020"
  ),
  test_row("delong", "form", "DeLong", references = "delong1988"),
  test_row(
    "mover", "form", "MOVER of Tango's intervals", phrase = "inversion of the combined Tango intervals",
    measure = "difference", interval = "mover", family = "matched", references = "zou2008"
  ),
  test_row(
    "pool_exact", "form", "exact hypergeometric", short = "exact", phrase = "exact hypergeometric test of these rows"
  ),

  # -- scores of two classifiers ------------------------------------------------------------
  score_row(
    "corrected_t", "corrected resampled t", test = "t", student = TRUE, references = c(
      "nadeau2003", folds = "bouckaertfrank2004", repeated_folds = "bouckaertfrank2004", "5x2" = "bouckaertfrank2004"
    ), variants = c(
      folds = "corrected K-fold t", repeated_folds = "corrected repeated K-fold t",
      "5x2" = "corrected repeated K-fold t"
    ), options = list(ratio = NULL)
  ),
  score_row("paired_t", "paired t", test = "t", student = TRUE, joint = TRUE),
  score_row("cluster_t", "cluster-robust t", student = TRUE, joint = TRUE, references = "bell2002"),
  score_row("cv5x2_f", "5x2cv F", references = "alpaydin1999", df = c(10, 5)),
  score_row("cv5x2_t", "5x2cv t", student = TRUE, references = "dietterich1998"),
  score_row(
    "wilcoxon", "Wilcoxon signed rank", "rank_biserial", ranked = TRUE, holds = TRUE, references = "wilcoxon1945",
    estimator = paste(
      "The difference is a typical one (Hodges-Lehmann: the median of the averages of any two differences), which need",
      "not be the difference of the two means."
    ), options = list(zeros = "pratt")
  ),
  score_row(
    "score_sign", "sign test", "win", method = "sign", test = "sign", whole = TRUE, ranked = TRUE, holds = TRUE,
    references = "salzberg1997",
    estimator = "The difference is the median of the differences, not that of the two means.",
    options = list(zeros = "drop")
  ),
  score_row(
    "sign_flip", "sign-flip permutation", ranked = TRUE, holds = TRUE, variants = c(drawn = "draw"), joint = TRUE
  ),
  score_row(
    "diebold_mariano", "Diebold-Mariano", student = TRUE, serial = TRUE, references = c("diebold1995", "harvey1997"),
    options = list(horizon = 1, kernel = "rectangular")
  ),
  score_row(
    "unpaired_t", "two-sample t ignoring pairing", "cohen_d", student = TRUE,
    phrase = "two-sample t test ignoring pairing"
  ),

  # -- pairs after a test of all, on blocks -------------------------------------------------
  posthoc_row("nemenyi", "Nemenyi", "friedman", together = "range", references = "nemenyi1963"),
  posthoc_row("bonferroni_dunn", "Bonferroni-Dunn", "friedman", together = "bonferroni", references = "dunn1961"),
  posthoc_row(
    "mean_ranks", "mean ranks (normal)", "friedman", phrase = "normal test of mean ranks", references = "demsar2006"
  ),
  posthoc_row("conover", "Conover", "iman_davenport", references = "conover1999"),
  posthoc_row("posthoc_quade", "Quade", "quade", method = "quade", references = "quade1979"),
  posthoc_row(
    "posthoc_aligned_ranks", "aligned ranks", "aligned_ranks", method = "aligned_ranks", references = "hodges1962"
  ),
  posthoc_row("dunn", "Dunn", "kruskal_wallis", unpaired = TRUE, references = "dunn1961"),
  posthoc_row("conover_iman", "Conover-Iman", "kruskal_conover", unpaired = TRUE, references = "conover1999"),
  posthoc_row("tukey", "Tukey", "blocked_anova", "difference", together = "range", means = TRUE),
  posthoc_row("newman_keuls", "Newman-Keuls", "blocked_anova", "difference", together = "newman_keuls", means = TRUE),
  posthoc_row(
    "scheffe", "Scheffe", "blocked_anova", "difference", together = "scheffe", means = TRUE,
    variants = c(joint = "Scheffe (joint covariance)"), references = "scheffe1953"
  ),
  posthoc_row(
    "anova_t", "t with the ANOVA's error", "blocked_anova", "difference", means = TRUE,
    phrase = "t test with the ANOVA's error"
  ),

  # -- all classifiers on blocks ------------------------------------------------------------
  blocks_row("iman_davenport", "Iman-Davenport F", "kendall_w", references = "iman1980"),
  blocks_row("friedman", "Friedman chi-squared", "kendall_w", references = "friedman1937"),
  blocks_row(
    "friedman_permutation", "Friedman by permutation", "kendall_w", method = "permutation", test = "friedman",
    phrase = "Friedman test by permutation", references = "friedman1937",
    variants = c(stem = "Friedman", drawn = "permutation")
  ),
  blocks_row("quade", "Quade F", "kendall_w", references = "quade1979"),
  blocks_row("aligned_ranks", "Friedman aligned ranks", "kendall_w", references = c("friedman1937", "hodges1962")),
  blocks_row("skillings_mack", "Skillings-Mack", NA_character_, references = "skillings1981"),
  blocks_row("kruskal_wallis", "Kruskal-Wallis", "epsilon_squared", unpaired = TRUE),
  blocks_row(
    "corrected_anova", "blocked ANOVA, corrected for overlapping training data", "eta_squared", test = "blocked_anova",
    whole = TRUE, references = "nadeau2003"
  ),
  blocks_row("blocked_anova", "blocked ANOVA", "eta_squared", whole = TRUE, means = TRUE),
  blocks_row("greenhouse_geisser", "blocked ANOVA, Greenhouse-Geisser", "eta_squared", whole = TRUE, means = TRUE),
  blocks_row("huynh_feldt", "blocked ANOVA, Huynh-Feldt", "eta_squared", whole = TRUE, means = TRUE),
  blocks_row("anova", "one-way ANOVA", "eta_squared", whole = TRUE, unpaired = TRUE),

  # -- all classifiers, of counts -----------------------------------------------------------
  test_row(
    "cochran", "omnibus", "Cochran's Q", article = "", family = "matched", clustered = NA_character_,
    variants = c(drawn = "permutation"), references = "cochran1950"
  ),
  test_row(
    "cochran_permutation", "omnibus", "Cochran's Q by permutation", method = "permutation", test = "cochran",
    phrase = "Cochran's Q test by permutation", article = "", family = "matched", clustered = NA_character_,
    variants = c(stem = "Cochran's Q", drawn = "permutation"), references = "cochran1950"
  ),
  test_row(
    "omnibus_gs", "omnibus", "generalized score", method = "gs", test = "gs", family = "proportion",
    references = "leisenring2000"
  ),
  test_row("omnibus_wald", "omnibus", "joint Wald", method = "wald", test = "wald", family = "any"),

  # -- several metrics, shares of the predicted classes -------------------------------------
  test_row("joint_wald", "joint", "joint Wald", method = "wald", test = "wald"),
  test_row(
    "joint_mcnemar", "joint", "sum of McNemar's statistics", method = "mcnemar", whole = TRUE,
    references = "lachenbruch1998"
  ),
  test_row("stuart_maxwell", "margins", "Stuart-Maxwell", references = c("stuart1955", "maxwell1970")),
  test_row("bhapkar", "margins", "Bhapkar", references = "bhapkar1966"),

  # -- groups -------------------------------------------------------------------------------
  heterogeneity_row("score", "score test of equal differences", whole = TRUE, references = "tango1998"),
  heterogeneity_row("wald", "Wald test of equal differences", whole = TRUE),
  heterogeneity_row("welch", "Welch's F", article = "", references = "welch1951"),
  heterogeneity_row(
    "odds", "Pearson's chi-squared of discordant rows", article = "",
    phrase = "Pearson's chi-squared test of the discordant rows"
  ),
  heterogeneity_row("exact", "Fisher-Freeman-Halton exact", references = "freeman1951"),
  test_row(
    "sign_range", "groups", "range test of a change of sign", method = "range",
    whole = TRUE, references = "piantadosi1993"
  ),
  test_row("gail_simon", "groups", "Gail-Simon", references = "gail1985"),

  # -- different observations -----------------------------------------------------------------
  independent_row("score", "Miettinen-Nurminen score", "miettinen_nurminen", references = "miettinen1985"),
  independent_row("z", "z test, variance not pooled", "wald", test = "wald", whole = TRUE),
  independent_row("pooled_z", "z test, pooled variance", "score", whole = TRUE),
  independent_row(
    "fisher", "Fisher's exact", "miettinen_nurminen", article = "", exact = TRUE, holds = TRUE,
    references = "fisher1932"
  ),
  independent_row(
    "barnard", "Barnard's exact, by the pooled z", "miettinen_nurminen", exact = TRUE, article = "", holds = TRUE,
    phrase = "Barnard's exact test, by the pooled z", references = "suissa1985"
  ),
  independent_row("wald", "Wald", "wald"),
  independent_row("welch_t", "Welch t", "welch_t", test = "wald"),

  # -- posteriors -----------------------------------------------------------------------------
  posterior_row("correlated_t", "Bayesian correlated t test", c("corani2015", "benavoli2017")),
  posterior_row("signed_rank", "Bayesian signed-rank test", c("benavoli2014", "benavoli2017")),
  posterior_row("sign", "Bayesian sign test", "benavoli2017"),
  posterior_row(
    "hierarchical", "Bayesian hierarchical model", "gelman2012",
    phrase = "Bayesian hierarchical model, in which classifiers have a common normal distribution"
  )
)

# Those that one verb knows, by the names that its users give them.
tests_of <- function(of) registry_part(registry_tests, of, "method")

# The families of tests that fit a family of metrics.
fitting_families <- function(family) {
  c(family, "any", if (family %in% c("predictive", "matched")) "proportion")
}
