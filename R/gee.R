# fit_gee(): the marginal regression of a binary outcome on clustered rows.

gee_corstr <- c("independence", "exchangeable")

#' Marginal regression of a binary outcome on clustered rows
#'
#' Fits a generalized estimating equation (GEE; Liang and Zeger 1986): a logistic
#' (or log- or identity-link binomial) regression whose standard errors hold when
#' rows of the same `id` are correlated, as the predictions of several
#' classifiers on one observation are. Fitted in C; the rows may come in any order.
#'
#' # The model
#' `P(y = 1) = h(offset + x b)`, variance `phi * mu * (1 - mu) / weight`, working
#' correlation between two rows of a cluster 0 (`"independence"`) or one common
#' `alpha` (`"exchangeable"`). Coefficients solve the estimating equation by
#' Fisher scoring with step halving; it stops when a step is shorter than
#' `tolerance` standard errors.
#'
#' # When not to use it
#' - **Precision and NPV with an exchangeable correlation.** When the rows are the
#'   predictions of several classifiers on one observation and the outcome is the
#'   truth, the outcome is the same in all rows of a cluster and depends on all of
#'   the predictions; only `corstr = "independence"` is then consistent (Pepe and
#'   Anderson 1994). The same holds for any covariate that varies within a cluster
#'   and predicts the outcome in other rows. `compare_classifiers(method = "gee")`
#'   is that model in closed form, and far faster.
#' - **Few clusters.** The robust variance is too small then: see below for how much, and
#'   for what to use instead.
#' - **Effects for one individual.** The odds ratios are those of the population,
#'   closer to 1 than those of a mixed model.
#' - **Cross-validated predictions.** Clustering by observation does not repair that
#'   models trained on overlapping data are compared.
#' - **Rare levels.** A coefficient that one cluster alone determines has no
#'   standard error here; packages that print one print the rounding of 0.
#'
#' # Covariances
#' With `H` the information and `u` the scores of the clusters, `n` rows, `G` clusters and
#' `p` coefficients:
#' - `"robust"`: `H^-1 (sum u u') H^-1` (Liang and Zeger 1986).
#' - `"df"`: the same times `G / (G - p)`.
#' - `"kauermann_carroll"`, `"mancl_derouen"`: the residuals of a cluster are
#'   multiplied by `(I - H_gg)^-1/2` or `(I - H_gg)^-1`, its leverage (2001). With
#'   independence the second is clubSandwich's CR3; the first is its CR2 only where the
#'   rows of a cluster have one mean and weight, as without covariates within clusters,
#'   since CR2 takes a symmetric root.
#' - `"morel_bokossa_neerchal"`: `(n - 1) / (n - p) * G / (G - 1)` times the robust
#'   one, plus `d f H^-1` with `d = p / (G - p)`, 1/2 if `G <= 3 p`, and
#'   `f = max(1, tr(sum u u' H^-1) / p)` (2003).
#' - `"model"`: `phi H^-1`, right only if the working correlation is.
#'
#' # How well the tests keep their level
#' Simulated (`bench/calibration/gee.R`, 2,000 data sets for each number of clusters and
#' working correlation, Monte-Carlo standard error at most `r ledger_error(topic = "regression")`): clusters of 2 to 6
#' correlated rows, mean 0.3, two coefficients that are 0, one of a variable between clusters
#' and one within. Tests at the level 0.05 rejected with probability (least to most over
#' coefficients and working correlations, and the mean in brackets)
#'
#' `r ledger_table(topic = "regression", header = "clusters", method = quoted_gee)`
#'
#' (normal: the default; *t*: `df = "clusters"`, clusters minus coefficients; `vignette("trust")` has the others). So
#' with fewer than 40 clusters take `vcov = "mancl_derouen"`, or `"kauermann_carroll"` with
#' `df = "clusters"`, or the score test of [anova()][anova.verdict_gee]; `summary()` says so. The robust variance
#' stays the default since it is what other software and the literature report.
#'
#' # Conventions
#' The packages geepack and gee agree on `"robust"` under independence, and differ
#' elsewhere; `moments` takes the one or the other side. With Pearson residuals `r`,
#' - `"geepack"`: `phi = sum r^2 / n`, `alpha = sum of r_j r_k over pairs / (phi * pairs)`.
#' - `"gee"`: `n - p` and `pairs - p` in place of `n` and `pairs`; a given `scale`
#'   then enters the model covariance, not `alpha`.
#'
#' Prior weights enter as in [stats::glm()], by the residuals of the variance
#' `mu * (1 - mu) / weight`. geepack's `phi` divides by the sum of the weights
#' instead, which for binomial trials is too small by their mean number; gee has no
#' weights.
#'
#' # What is refused or flagged
#' Columns that earlier ones determine get the coefficient `NA`, as in `glm()`. Where
#' some rows are predicted without error (quasi-separation) a warning names the
#' coefficients without a finite estimate; they are `Inf`, `-Inf`, or `NA` if they
#' depend on how the limit is approached, without standard error, and the
#' others are those of the remaining rows, the limit of the fit (Geyer 2009).
#' Generalized score tests ([anova()][anova.verdict_gee]) stay finite.
#'
#' @section Errors:
#' All are of class `verdict_error`, with a class `verdict_error_*` each: `id` (missing,
#' `NA`, wrong length), `missing` (values, counted by column), `response` (outside
#' the range 0 to 1, more than two levels), `weights`, `offset`, `design` (not finite, or of a
#' size whose squares are none: column and row), `clusters` (fewer than coefficients), `separation` (perfect),
#' `convergence` (with the last step and its coefficient), `start` (means outside 0 to 1),
#' `correlation` (no valid `alpha`), `family`, `formula`, `data`, `argument`. Warnings:
#' `verdict_warning_separation` (quasi-separation), `verdict_warning_cluster` (no
#' variance). Message: `verdict_message_aliased`.
#'
#' @param formula Response and terms, as for [stats::glm()]. The response is 0/1,
#'   logical, a factor with two levels (the second is the success), a proportion
#'   with the trials as `weights`, or `cbind(successes, failures)`. `.` stands for
#'   all other columns but `id`.
#' @param data A data frame.
#' @param id Which rows belong together: a column of `data`, or a vector, in any order.
#' @param family [stats::binomial()] with the link `"logit"`, `"identity"` or `"log"`.
#' @param corstr Working correlation.
#' @param vcov Covariance that the methods use unless they are asked for another.
#' @param weights Prior weights, one a row: the variance of a row is divided by its
#'   weight. A column of `data` or a vector; rows of weight 0 do not enter.
#' @param offset Part of the linear predictor with coefficient 1, one a row; adds to
#'   [stats::offset()] terms in the formula.
#' @param ... Must be empty.
#' @param scale The scale `phi` if it is known, 1 for binary rows; estimated by default.
#' @param moments Convention of `phi` and `alpha`, see below.
#' @param na `"error"`, or `"omit"` to leave out incomplete rows.
#' @param contrasts A list of contrasts by variable, as for [stats::glm()].
#' @param start Starting values of the coefficients; by default those of a constant mean.
#' @param tolerance,max_iterations When to stop.
#' @return An object of class `verdict_gee`, with the methods of that page:
#'   [summary()][summary.verdict_gee], [anova()][anova.verdict_gee],
#'   [predict()][predict.verdict_gee], [tidy()][tidy.verdict_gee] and more.
#'
#' @references
#' Geyer (2009). Likelihood inference in exponential families and directions of
#' recession. Electronic Journal of Statistics 3, 259-289.
#'
#' Kauermann and Carroll (2001). A note on the efficiency of sandwich covariance
#' matrix estimation. JASA 96, 1387-1396.
#'
#' Liang and Zeger (1986). Longitudinal data analysis using generalized linear models.
#' Biometrika 73, 13-22.
#'
#' Mancl and DeRouen (2001). A covariance estimator for GEE with improved small-sample
#' properties. Biometrics 57, 126-134.
#'
#' Morel, Bokossa and Neerchal (2003). Small sample correction for the variance of GEE
#' estimators. Biometrical Journal 45, 395-409.
#'
#' Pepe and Anderson (1994). A cautionary note on inference for marginal regression
#' models with longitudinal data and general correlated response data.
#' Communications in Statistics - Simulation 23, 939-951.
#'
#' @examples
#' # Is the precision for the class "spam" the same for two filters, and does the
#' # sender matter? One row a prediction of that class, clustered by message.
#' set.seed(1)
#' mail <- data.frame(message = 1:300, known = rbinom(300, 1, 0.4))
#' mail$spam <- rbinom(300, 1, 0.7 - 0.4 * mail$known)
#' flagged <- function(filter, skill) {
#'   says <- rbinom(300, 1, ifelse(mail$spam == 1, skill, 1 - skill)) == 1
#'   data.frame(mail[says, ], filter = filter)
#' }
#' long <- rbind(flagged("bayes", 0.75), flagged("forest", 0.9))
#'
#' fit <- fit_gee(spam ~ known + filter, long, id = message)
#' summary(fit)
#' tidy(fit, conf.int = TRUE, exponentiate = TRUE)
#' anova(fit, test = "score")
#' predict(fit, data.frame(known = 0, filter = c("bayes", "forest")), type = "response")
#' @export
fit_gee <- function(formula, data, id, family = stats::binomial(),
                    corstr = c("independence", "exchangeable"),
                    vcov = c(
                      "robust", "df", "kauermann_carroll", "mancl_derouen",
                      "morel_bokossa_neerchal", "model"
                    ),
                    weights, offset, ...,
                    scale = NULL, moments = c("geepack", "gee"), na = c("error", "omit"),
                    contrasts = NULL, start = NULL, tolerance = 1e-10, max_iterations = 100) {
  check_dots(...)
  if (!is.null(scale)) check_number(scale, "scale", 0, Inf)
  check_number(tolerance, "tolerance", 0, Inf)
  check_number(max_iterations, "max_iterations", 0, 1e9)
  spec <- list(
    link = gee_link(family),
    corstr = check_choice(corstr, "corstr", gee_corstr),
    vcov = check_vcov(vcov),
    moments = check_choice(moments, "moments", c("geepack", "gee")),
    scale = scale %||% NaN, tolerance = tolerance, max_iterations = ceiling(max_iterations)
  )
  na <- check_choice(na, "na", c("error", "omit"))
  columns <- rlang::enquos(id = id, weights = weights, offset = offset)
  input <- gee_input(formula, data, columns, na)
  x <- gee_first_design(input, contrasts)
  out <- new_gee(gee_estimate(x, input, spec, start), x, input, spec, match.call(), columns)
  gee_warn_alone(out)
  out
}

# The fit as users have it: no design, which the model frame can give again.
new_gee <- function(fit, x, input, spec, call, columns) {
  structure(
    c(fit, list(
      call = call, formula = stats::formula(input$terms), terms = input$terms,
      model = input$frame, contrasts = attr(x, "contrasts"), assign = attr(x, "assign"),
      xlevels = stats::.getXlevels(input$terms, input$frame), offset_quo = columns$offset,
      family = stats::binomial(spec$link), spec = spec,
      y = input$y, success = input$success, prior.weights = input$weight,
      offset = input$offset, id = input$id, n_omitted = input$n_omitted
    )),
    class = "verdict_gee"
  )
}

gee_link <- function(family) {
  if (rlang::is_string(family) && nzchar(family)) family <- get0(family, mode = "function")
  if (is.function(family)) family <- tryCatch(family(), error = function(cnd) NULL)
  known <- inherits(family, "family") && family$family %in% c("binomial", "quasibinomial")
  if (!known || !family$link %in% names(gee_links)) {
    abort_verdict(c(
      "{.arg family} must be {.code binomial()} with link {.or {.val {names(gee_links)}}}.",
      i = "Other families: {.pkg geepack}."
    ), "family")
  }
  family$link
}
