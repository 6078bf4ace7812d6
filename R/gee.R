# fit_gee(): the marginal regression of a binary outcome on clustered rows.

gee_links <- list(
  logit = list(code = 0L, link = stats::qlogis, inverse = stats::plogis, slope = stats::dlogis),
  identity = list(code = 1L, link = identity, inverse = identity, slope = function(eta) 1 + 0 * eta),
  log = list(code = 2L, link = log, inverse = exp, slope = exp)
)

gee_corstr <- c("independence", "exchangeable")

# Covariance type, and the correction its meat needs from the core.
gee_vcov_types <- c(
  robust = 0L, df = 0L, "kauermann-carroll" = 1L, "mancl-derouen" = 2L,
  "morel-bokossa-neerchal" = 0L, model = 0L
)

#' @export
fit_gee <- function(formula, data, id, family = stats::binomial(),
                    corstr = c("independence", "exchangeable"),
                    vcov = c(
                      "robust", "df", "kauermann-carroll", "mancl-derouen",
                      "morel-bokossa-neerchal", "model"
                    ),
                    weights, offset, ...,
                    scale = NULL, moments = c("geepack", "gee"), na = c("error", "omit"),
                    contrasts = NULL, start = NULL, tolerance = 1e-10, max_iterations = 100) {
  check_dots(...)
  call <- rlang::current_env()
  if (!is.null(scale)) check_between(scale, "scale", 0, Inf, call)
  check_between(tolerance, "tolerance", 0, Inf, call)
  check_between(max_iterations, "max_iterations", 0, 1e9, call)
  spec <- list(
    link = gee_link(family, call),
    corstr = check_choice(corstr, "corstr", gee_corstr, call),
    vcov = check_choice(vcov, "vcov", names(gee_vcov_types), call),
    moments = check_choice(moments, "moments", c("geepack", "gee"), call),
    scale = scale %||% NaN, tolerance = tolerance, max_iterations = max_iterations,
    call = call
  )
  na <- check_choice(na, "na", c("error", "omit"), call)
  columns <- rlang::enquos(id = id, weights = weights, offset = offset)
  input <- gee_input(formula, data, columns, na, call)
  x <- gee_design(input$terms, input$frame, contrasts)
  fit <- gee_estimate(x, input, spec, start)
  out <- new_gee(fit, x, input, spec, match.call(), columns)
  gee_warn_alone(out, call)
  out
}

# The fit as users have it: no design, which the model frame can give again.
new_gee <- function(fit, x, input, spec, call, columns) {
  structure(
    c(fit, list(
      call = call, formula = stats::formula(input$terms), terms = input$terms,
      model = input$frame, contrasts = attr(x, "contrasts"), assign = attr(x, "assign"),
      xlevels = stats::.getXlevels(input$terms, input$frame), offset_quo = columns$offset,
      family = stats::binomial(spec$link), spec = spec[setdiff(names(spec), "call")],
      y = input$y, success = input$success, prior.weights = input$weight,
      offset = input$offset, id = input$id, n_omitted = input$n_omitted
    )),
    class = "verdict_gee"
  )
}

gee_link <- function(family, call) {
  if (is.character(family) && length(family) == 1) family <- get0(family, mode = "function")
  if (is.function(family)) family <- family()
  known <- inherits(family, "family") && family$family %in% c("binomial", "quasibinomial")
  if (!known || !family$link %in% names(gee_links)) {
    abort_verdict(c(
      "{.arg family} must be {.code binomial()} with link {.val {names(gee_links)}}.",
      i = "Other families: {.pkg geepack}."
    ), "family", call)
  }
  family$link
}
