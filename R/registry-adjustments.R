# Adjustments of p-values, and corrected variances.
#
# label       in tables; `phrase` in a sentence
# references  keys of inst/extdata/references.tsv
# asked       whether p.adjust.method can be it, or a test brings it
# pairs       whether it is for the p-values of all pairs of classifiers
# margin      whether a comparison with a margin can have it
# at_once     whether in a single step, so that intervals belong to its decisions and hold together
# limits      what it keeps below the level: "any" false claim, the "share" of false claims, "none" if only some equal
# adjust      a function of n sorted log p-values and their places i that gives the adjusted ones; NULL: it needs more
# divisor     a function of n and k: with k of n rejected a single p-value is judged at the level divided by it
# local       a function of the level, n, k and the log p-values that gives that level; NULL: by the divisor
adjustment_row <- function(id, label, phrase = paste0(label, "'s method"), references = character(), asked = TRUE,
                           pairs = FALSE, margin = FALSE, at_once = FALSE, limits = "any",
                           adjust = NULL, divisor = step_divisor, local = NULL) {
  new_row(several = c("references", "adjust", "divisor", "local"))
}

# With k of n rejected Holm's, Hochberg's and Hommel's methods have come to the level / (n - k).
step_divisor <- function(n, k) pmax(1, n - k)

# Intervals at k / n of the level keep the false coverage rate (Benjamini & Yekutieli 2005).
share_divisor <- function(n, k) n / pmax(1, k)

step_up <- function(p) rev(cummin(rev(p)))

# log(1 - (1 - p)^n), which is n p as long as p is small.
sidak_log <- function(log.p, n) ifelse(log.p < -37, log(n) + log.p, log(-expm1(n * log1p(-exp(log.p)))))

# Hommel (1988) as stats::p.adjust() computes it, after Wright (1992).
hommel_log <- function(p, i, n) {
  adjusted <- q <- rep(min(log(n / i) + p), n)
  for (m in rev(i[-c(1, n)])) {
    first <- seq_len(n - m + 1)
    least <- min(log(m / (2:m)) + p[-first])
    q[first] <- pmin(log(m) + p[first], least)
    q[-first] <- q[n - m + 1]
    adjusted <- pmax(adjusted, q)
  }
  pmax(adjusted, p)
}

# Li (2008): p / (p + 1 - the largest); 0 / 0 is 0.
li_log <- function(p, i, n) {
  rest <- log(-expm1(max(p)))
  larger <- pmax(p, rest)
  ifelse(p == -Inf, -Inf, p - larger - log1p(exp(pmin(p, rest) - larger)))
}

by_share <- function(p, i, n) step_up(log(n / i) + p)

# It has two names.
benjamini_row <- function(id) {
  adjustment_row(
    id, "Benjamini-Hochberg", "the method of Benjamini and Hochberg", margin = TRUE, limits = "share",
    references = "benjamini1995", adjust = function(p, i, n) by_share(p, i, n), divisor = share_divisor
  )
}

registry_adjustments <- new_registry(
  adjustment_row(
    "holm", "Holm", margin = TRUE, references = "holm1979", adjust = function(p, i, n) cummax(log(n + 1 - i) + p)
  ),
  adjustment_row(
    "hochberg", "Hochberg", margin = TRUE, references = "hochberg1988",
    adjust = function(p, i, n) step_up(log(n + 1 - i) + p)
  ),
  adjustment_row("hommel", "Hommel", references = "hommel1988", adjust = function(p, i, n) hommel_log(p, i, n)),
  adjustment_row(
    "bonferroni", "Bonferroni", margin = TRUE, at_once = TRUE, adjust = function(p, i, n) log(n) + p,
    divisor = function(n, k) n + 0 * k
  ),
  benjamini_row("BH"),
  adjustment_row(
    "BY", "Benjamini-Yekutieli", "the method of Benjamini and Yekutieli", margin = TRUE,
    limits = "share", references = "benjamini2001", adjust = function(p, i, n) by_share(p, i, n) + log(sum(1 / i)),
    divisor = function(n, k) share_divisor(n, k) * sum(1 / seq_len(n))
  ),
  benjamini_row("fdr"),
  adjustment_row(
    "none", "not adjusted", margin = TRUE, at_once = TRUE, limits = "none",
    adjust = function(p, i, n) p, divisor = function(n, k) 1 + 0 * k
  ),
  adjustment_row(
    "sidak", "Sidak, stepping down", "Sidak's method, stepping down", references = "sidak1967",
    adjust = function(p, i, n) cummax(sidak_log(p, n + 1 - i)),
    local = function(alpha, n, k, log.p) -expm1(log1p(-alpha) / max(1, n - k))
  ),
  adjustment_row(
    "finner", "Finner", references = "finner1993", adjust = function(p, i, n) cummax(sidak_log(p, n / i)),
    local = function(alpha, n, k, log.p) -expm1(log1p(-alpha) * min(1, (k + 1) / n))
  ),
  adjustment_row(
    "li", "Li", references = "li2008", adjust = function(p, i, n) li_log(p, i, n),
    local = function(alpha, n, k, log.p) {
      if (n == 1) alpha else -expm1(max(log.p, na.rm = TRUE)) * alpha / (1 - alpha)
    }
  ),
  adjustment_row("shaffer", "Shaffer", pairs = TRUE, references = "shaffer1986"),
  adjustment_row(
    "bergmann_hommel", "Bergmann-Hommel", "the method of Bergmann and Hommel", pairs = TRUE, references = "bergmann1988"
  ),
  adjustment_row(
    "bergmann_hommel_monotone", "Bergmann-Hommel, monotone", "the method of Bergmann and Hommel, made monotone",
    pairs = TRUE, references = "bergmann1988"
  ),
  adjustment_row("max_t", "max-T", "the max-T method", margin = TRUE, at_once = TRUE, references = "westfall1993"),
  adjustment_row(
    "min_p", "min-P", "the step-down min-P method for exact tests", asked = FALSE,
    references = c("tarone1990", "westfall1997")
  ),
  adjustment_row("range", "studentized range", "the studentized range", asked = FALSE, at_once = TRUE),
  adjustment_row("newman_keuls", "Newman-Keuls", "the method of Newman and Keuls", asked = FALSE, limits = "none"),
  adjustment_row("scheffe", "Scheffe", asked = FALSE, at_once = TRUE, references = "scheffe1953")
)

# Of p-values of any kind, however they depend on each other or are paired.
single_adjustments <- function() setdiff(interval_adjustments(), "max_t")

# Of tests of which the joint distribution may be known.
interval_adjustments <- function() registry_adjustments$id[registry_adjustments$asked & !registry_adjustments$pairs]

# Variances of proportions in the marginal model with one parameter a classifier. `label`: what a test is called with
# them ("": as without).
variance_row <- function(id, label, references = character(), of = "proportion") {
  list(id = id, vcov = id, label = label, phrase = label, references = list(references), of = of)
}

registry_variances <- new_registry(
  variance_row("robust", ""),
  variance_row("cr1", "CR1"),
  variance_row("cr1s", "CR1S"),
  variance_row("df", "df-corrected"),
  variance_row("kauermann_carroll", "Kauermann-Carroll", references = "kauermann2001"),
  variance_row("mancl_derouen", "Mancl-DeRouen", references = "mancl2001"),
  variance_row("morel_bokossa_neerchal", "Morel-Bokossa-Neerchal", references = "morel2003"),

  # -- means over rows in clusters ("cr1" too) --------------------------------------------------
  variance_row("cr0", "CR0", of = "mean"),
  variance_row("cr2", "CR2", of = "mean", references = "pustejovsky2018")
)
