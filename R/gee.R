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
  rlang::check_dots_empty()
  call <- rlang::current_env()
  spec <- list(
    link = gee_link(family, call),
    corstr = gee_choice(corstr, gee_corstr, "corstr", call),
    vcov = gee_choice(vcov, names(gee_vcov_types), "vcov", call),
    moments = gee_choice(moments, c("geepack", "gee"), "moments", call),
    scale = gee_positive(scale, "scale", call) %||% NaN,
    tolerance = gee_positive(tolerance, "tolerance", call),
    max_iterations = gee_positive(max_iterations, "max_iterations", call),
    call = call
  )
  na <- gee_choice(na, c("error", "omit"), "na", call)
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

# One of the choices; the whole vector of them, the default, means the first.
gee_choice <- function(x, choices, arg, call) {
  if (identical(x, choices)) {
    return(choices[1])
  }
  if (!rlang::is_string(x) || !x %in% choices) {
    abort_verdict(
      "{.arg {arg}} must be one of {.val {choices}}, not {.val {x}}.", arg, call
    )
  }
  x
}

gee_positive <- function(x, arg, call) {
  if (!is.null(x) && !(is.numeric(x) && length(x) == 1 && is.finite(x) && x > 0)) {
    abort_verdict("{.arg {arg}} must be one positive number.", arg, call)
  }
  x
}
