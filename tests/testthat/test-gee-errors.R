# What is refused, and what is flagged.

d <- data.frame(
  id = rep(1:20, each = 2), x = round(sin(1:40), 3), arm = rep(c("a", "b", "c", "d"), 10)
)
d$y <- c(
  1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1,
  1, 0, 0, 0, 1, 1, 1, 0, 0, 1
)
with_y <- function(arms, value) transform(d, y = ifelse(arm %in% arms, value, y))

test_that("bad input names the argument and the remedy", {
  expect_snapshot(error = TRUE, fit_gee(~x, d, id))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, as.list(d), id))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, id = 1:40))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, 1:3))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, replace(id, 3, NA)))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, transform(d, x = replace(x, 1:2, NA)), id))
  expect_snapshot(error = TRUE, fit_gee(y + 1 ~ x, d, id))
  expect_snapshot(error = TRUE, fit_gee(arm ~ x, d, id))
  expect_snapshot(error = TRUE, fit_gee(factor(arm) ~ x, d, id))
  expect_snapshot(error = TRUE, fit_gee(cbind(y, -1) ~ x, d, id))
  expect_snapshot(error = TRUE, fit_gee(y ~ I(1 / (id - 2)), d, id))
  expect_snapshot(error = TRUE, fit_gee(y ~ arm, d, rep(1:2, 20)))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, poisson()))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, corstr = "ar1"))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, vcov = "HC0"))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, weights = x))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, offset = 1 / (id - 2)))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, start = 1:3))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, binomial("log"), start = c(1, 0)))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, scale = -1))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, wieghts = x))
  expect_snapshot(error = TRUE, fit_gee(y ~ 0, d, id))
})

test_that("data and designs with nothing to fit are refused", {
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d[0, ], id))
  expect_snapshot(error = TRUE, fit_gee(y ~ arm + x, transform(d, arm = "a"), id))
  expect_snapshot(error = TRUE, fit_gee(y ~ arm, transform(d, arm = factor(arm, "b")), id, na = "omit"))
  # R says in its own language what is wrong with the column.
  complex <- transform(d, x = x + 1i)
  expect_error(fit_gee(y ~ x, complex, id), "gives no design", class = "verdict_error_formula")
  expect_snapshot(error = TRUE, fit_gee(y ~ I(1e200 * x), d, id))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, offset = 1e4 * cos(seq_along(x))))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, as.list(id)))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, weights = rep(1e308, 40)))
  expect_snapshot(error = TRUE, fit_gee(y ~ arm, d, id, contrasts = "contr.sum"))
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, contrasts = list(x = "contr.sum")))
  nothing <- transform(d, x = NA_real_)
  expect_error(fit_gee(y ~ x, nothing, id, na = "omit"), class = "verdict_error_data")
})

test_that("methods refuse what the fit has not", {
  fit <- fit_gee(y ~ x, d, id)
  expect_snapshot(error = TRUE, confint(fit, "arm"))
  expect_error(confint(fit, 3), class = "verdict_error_argument")
  expect_equal(confint(fit, 2), confint(fit, "x"))
  expect_error(predict(fit, data.frame(x = "a")), class = "verdict_error_newdata")
  expect_equal(is.na(predict(fit, data.frame(x = c(1, NA)))), c(FALSE, TRUE))
})

test_that("what R says of a missing column comes along, in its language", {
  expect_error(fit_gee(y ~ nosuch, d, id), "nosuch", class = "verdict_error")
  expect_error(fit_gee(y ~ x, d, nosuch), "nosuch", class = "verdict_error")
})

test_that("every error has a class of its own under verdict_error", {
  kind <- function(code, class) expect_error(code, class = paste0("verdict_error_", class))
  kind(fit_gee(y ~ x, d), "id")
  kind(fit_gee(y ~ x, d, 1:3), "id")
  kind(fit_gee(y ~ x, d, replace(id, 3, NA)), "id")
  kind(fit_gee(y ~ x, transform(d, x = NA_real_), id), "missing")
  kind(fit_gee(2 * y ~ x, d, id), "response")
  kind(fit_gee(y ~ I(1 / (id - 2)), d, id), "design")
  kind(fit_gee(y ~ arm, d, rep(1:2, 20)), "clusters")
  kind(fit_gee(y ~ x, d, id, corstr = "ar1"), "argument")
  kind(fit_gee(y ~ x, d, id, max_iterations = 1), "convergence")
  kind(fit_gee(0 * y ~ x, d, id), "separation")
})

test_that("an unfinished fit names the last step and its coefficient", {
  expect_snapshot(error = TRUE, fit_gee(y ~ x, d, id, max_iterations = 1))
})

test_that("a fit on the boundary of another link is refused", {
  for (case in list(list(0, "identity"), list(1, "log"))) {
    expect_error(
      fit_gee(y ~ arm, with_y("b", case[[1]]), id, binomial(case[[2]])),
      "boundary.*Last step, of .*logit", class = "verdict_error_convergence"
    )
  }
})

test_that("perfect separation is an error", {
  expect_snapshot(error = TRUE, fit_gee(as.numeric(x > 0) ~ x + arm, d, id))
  expect_snapshot(error = TRUE, fit_gee(0 * y ~ x, d, id))
  expect_error(fit_gee(as.numeric(arm == "a") ~ arm, d, id), class = "verdict_error_separation")
})

test_that("quasi-separation gives infinite coefficients, and the fit of the other rows", {
  cases <- list(
    list("b", 1, c(armb = Inf)), list("b", 0, c(armb = -Inf)), list("c", 1, c(armc = Inf)),
    list("a", 1, c("(Intercept)" = Inf, armb = -Inf, armc = -Inf, armd = -Inf)),
    list(c("b", "c"), 1, c(armb = Inf, armc = Inf)),
    list(c("a", "b"), 0, c("(Intercept)" = -Inf, armb = NA, armc = Inf, armd = Inf))
  )
  for (case in cases) {
    data <- with_y(case[[1]], case[[2]])
    expect_warning(fit <- fit_gee(y ~ arm + x, data, id), class = "verdict_warning_separation")
    rest <- fit_gee(y ~ arm + x, subset(data, !arm %in% case[[1]]), id)
    infinite <- names(case[[3]])
    expect_equal(coef(fit)[infinite], case[[3]])
    finite <- setdiff(names(coef(fit)), infinite)
    expect_equal(coef(fit)[["x"]], coef(rest)[["x"]], tolerance = 1e-8)
    expect_equal(vcov(fit)["x", "x"], vcov(rest)["x", "x"], tolerance = 1e-8)
    expect_true(all(is.finite(vcov(fit)[finite, finite])))
    expect_true(all(is.na(vcov(fit)[infinite, ])))
    separated <- data$arm %in% case[[1]]
    expect_equal(fitted(fit)[separated], data$y[separated])
    expect_equal(fitted(fit)[!separated], fitted(rest), tolerance = 1e-8)
    expect_equal(residuals(fit, "pearson")[separated], rep(0, sum(separated)))
    expect_equal(predict(fit, data), predict(fit), tolerance = 1e-8)
    both <- predict(fit, data, type = "response", se.fit = TRUE)
    expect_equal(is.na(both$se.fit), separated)
    # Wald needs finite coefficients, the score test does not.
    small <- fit_gee(y ~ x, data, id)
    expect_true(is.na(anova(small, fit)$statistic))
    x <- model.matrix(~ x + arm, data)
    at <- gee_parts_naive(x, data$y, data$id, c(coef(small), 0, 0, 0), "logit")
    score <- anova(small, fit, test = "score")$statistic
    expect_equal(score, gee_score_naive(at, 3:5), tolerance = 1e-9)
  }
})

test_that("separation is found by number, with weights, exchangeable or log link", {
  data <- transform(d, z = ifelse(arm == "a", id, 0))
  data$y[data$arm == "a"] <- as.numeric(data$id > 10)[data$arm == "a"]
  expect_warning(
    fit <- fit_gee(y ~ x + I(arm == "a") + z, data, id, corstr = "exchangeable"),
    class = "verdict_warning_separation"
  )
  expect_equal(unname(coef(fit)[3:4]), c(-Inf, Inf))
  rest <- fit_gee(y ~ x, subset(data, arm != "a"), id, corstr = "exchangeable")
  expect_equal(coef(fit)[1:2], coef(rest), tolerance = 1e-8)
  expect_equal(vcov(fit)[1:2, 1:2], vcov(rest), tolerance = 1e-8)
  kept <- with_y("b", 1)
  kept$y[2] <- 0
  expect_warning(
    fit <- fit_gee(y ~ arm + x, kept, id, weights = replace(rep(1, 40), 2, 0)),
    class = "verdict_warning_separation"
  )
  expect_equal(coef(fit)[["armb"]], Inf)
  expect_equal(fitted(fit)[2], 1)
  expect_warning(
    fit <- fit_gee(y ~ arm, with_y("b", 0), id, binomial("log")),
    class = "verdict_warning_separation"
  )
  expect_equal(coef(fit)[["armb"]], -Inf)
  expect_equal(fitted(fit)[2], 0)
})

test_that("a separated fit says so", {
  expect_snapshot({
    fit <- fit_gee(y ~ arm + x, with_y(c("a", "b"), 0), id)
    summary(fit)
    as.data.frame(tidy(fit, conf.int = TRUE, exponentiate = TRUE))
    anova(fit)
  })
})

test_that("columns that others determine are left out, as in glm()", {
  data <- transform(d, twice = 2 * x - 1, other = arm)
  expect_message(
    fit <- fit_gee(y ~ x + twice + arm + other, data, id),
    class = "verdict_message_aliased"
  )
  glm <- suppressWarnings(glm(y ~ x + twice + arm + other, binomial, data))
  expect_equal(coef(fit), coef(glm), tolerance = 1e-6)
  expect_true(all(is.na(vcov(fit)["twice", ])))
  known <- names(coef(fit))[!is.na(coef(fit))]
  expect_identical(vcov(fit, complete = FALSE), vcov(fit)[known, known])
  expect_error(vcov(fit, complete = NA), class = "verdict_error_argument")
  expect_error(vcov(fit, vcov = "mancl_derouen"), "vcov", class = "verdict_error_argument")
  expect_equal(unname(predict(fit, data)), unname(predict(fit)))
  expect_warning(predict(fit, transform(data, twice = 0)), class = "verdict_warning_aliased")
  table <- anova(fit)
  expect_equal(table$df, c(1, 0, 3, 0))
  expect_equal(is.na(table$statistic), c(FALSE, TRUE, FALSE, TRUE))
  expect_snapshot(fit)
})

test_that("what one cluster alone determines has no standard error", {
  data <- transform(d, y = replace(y, 5:6, c(1, 0)), alone = id == 3)
  expect_warning(fit <- fit_gee(y ~ x + alone, data, id), class = "verdict_warning_cluster")
  rest <- fit_gee(y ~ x, subset(data, id != 3), id)
  for (type in c("robust", "kauermann_carroll", "mancl_derouen")) {
    expect_equal(is.na(diag(vcov(fit, type))), c(FALSE, FALSE, TRUE), ignore_attr = TRUE)
  }
  expect_equal(is.na(predict(fit, se.fit = TRUE)$se.fit), data$alone, ignore_attr = TRUE)
  expect_false(anyNA(vcov(fit, "model")))
  expect_true(is.na(anova(fit)$statistic[2]))
  expect_false(is.na(anova(fit, vcov = "model")$statistic[2]))
  expect_snapshot(summary(fit))
})

test_that("an impossible correlation is refused", {
  twice <- data.frame(id = rep(1:20, 2), y = rep(c(1, 0, 0, 1), 10))
  expect_snapshot(error = TRUE, fit_gee(y ~ 1, twice, id, corstr = "exchangeable"))
})

test_that("an id that is not there is refused, and any that names the rows will do", {
  expect_error(fit_gee(y ~ x, d, NULL), class = "verdict_error_id")
  expect_error(fit_gee(y ~ x, d, patient), "cannot be evaluated", class = "verdict_error_id")
  expect_equal(coef(fit_gee(y ~ x, d, id / 7)), coef(fit_gee(y ~ x, d, id)))
  expect_equal(vcov(fit_gee(y ~ x, d, id / 7)), vcov(fit_gee(y ~ x, d, id)))
})

test_that("the family may be a name or a function, as in glm()", {
  whole <- coef(fit_gee(y ~ x, d, id, binomial()))
  expect_equal(coef(fit_gee(y ~ x, d, id, "binomial")), whole)
  expect_equal(coef(fit_gee(y ~ x, d, id, binomial)), whole)
})

test_that("incomplete rows that are left out are counted in print", {
  fit <- fit_gee(y ~ x, transform(d, x = replace(x, 3, NA)), id, na = "omit")
  expect_output(print(fit), "; 1 incomplete row left out", fixed = TRUE)
})

test_that("a covariance that does not exist gives no test", {
  expect_identical(gee_quadratic(c(1, 2), matrix(NA_real_, 2, 2))$note, "the covariance does not exist")
})

test_that("sums of rows with positive weights are in their cone, and nothing opposite is", {
  set.seed(1)
  for (i in 1:50) {
    rows <- matrix(rnorm(24), 8)
    rows[, 1] <- abs(rows[, 1]) # a cone with a point
    v <- drop(rexp(8) %*% rows)
    expect_identical(gee_cone_sign(v, rows), 1)
    expect_identical(gee_cone_sign(-v, rows), -1)
  }
})

test_that("a score test starts from finite coefficients", {
  data <- with_y("b", 1)
  small <- suppressWarnings(fit_gee(y ~ arm, data, id))
  large <- suppressWarnings(fit_gee(y ~ arm + x, data, id))
  found <- anova(small, large, test = "score")
  expect_true(is.na(found$statistic))
  expect_match(found$note, "the smaller model has infinite coefficients")
})

test_that("a call without a formula says so", {
  expect_error(fit_gee(), class = "verdict_error_formula")
  expect_error(fit_gee(data = data.frame(y = 0:1), id = 1:2), class = "verdict_error_formula")
})

test_that("counts without a trial, offsets of text and families that are none are named", {
  d <- data.frame(y = c(0, 1, 1, 0, 1), x = c(1, 3, 2, 5, 4), o = "a", id = 1:5)
  fit <- function(formula, ...) fit_gee(formula, d, id, ...)
  expect_error(fit(cbind(0 * y, 0 * y) ~ x), "no trial", class = "verdict_error_response")
  expect_error(fit(y ~ x, offset = o), class = "verdict_error_offset")
  expect_error(fit(y ~ x + offset(o)), class = "verdict_error_offset")
  expect_error(fit(y ~ x, family = mean), class = "verdict_error_family")
  expect_error(fit(y ~ x, family = "nonsense"), class = "verdict_error_family")
  expect_error(fit(y ~ x, family = ""), class = "verdict_error_family")
  d$z <- 0.1 * d$x
  expect_equal(coef(fit(y ~ x + offset(z))), coef(fit(y ~ x)) - c(0, 0.1), tolerance = 1e-8)
  expect_equal(coef(fit(y ~ x + offset(z), offset = z)), coef(fit(y ~ x)) - c(0, 0.2), tolerance = 1e-8)
})

test_that("the size of a covariate divides its coefficient, or is refused", {
  set.seed(1)
  d <- data.frame(y = rbinom(60, 1, 0.5), x = rnorm(60), id = rep(1:20, 3))
  slope <- function(size) {
    d$x <- d$x * size
    found <- fit_gee(y ~ x, d, id)
    c(coef(found)[["x"]], sqrt(vcov(found)["x", "x"])) * size
  }
  for (size in c(1e-138, 1e-20, 1e20, 1e138)) expect_equal(slope(size), slope(1), tolerance = 1e-8)
  for (size in c(1e-150, 1e-155, 1e-200, 1e-310)) {
    expect_error(slope(size), "too small for their squares: x", class = "verdict_error_design")
  }
  expect_error(slope(1e145), "too large for their squares: x", class = "verdict_error_design")
  d$zero <- 0
  expect_message(found <- fit_gee(y ~ zero + x, d, id), class = "verdict_message_aliased")
  expect_identical(coef(found)[["zero"]], NA_real_)
})

test_that("a start must be finite where a coefficient is estimated", {
  d <- data.frame(y = c(0, 1, 1, 0, 1), x = c(1, 3, 2, 5, 4), id = 1:5)
  expect_error(fit_gee(y ~ x, d, id, start = c(NA, 1)), "Intercept", class = "verdict_error_start")
  expect_error(fit_gee(y ~ x, d, id, start = c(0, Inf)), "Inf for x", class = "verdict_error_start")
  d$twice <- 2 * d$x
  found <- suppressMessages(fit_gee(y ~ x + twice, d, id))
  again <- suppressMessages(fit_gee(y ~ x + twice, d, id, start = coef(found)))
  expect_equal(coef(again), coef(found), tolerance = 1e-10)
})

test_that("a fit that was changed by hand does not reach C", {
  fit <- fit_gee(y ~ x, d, id, weights = rep(1:2, 20))
  refused <- function(name) {
    fit[[name]] <- fit[[name]][1:3]
    expect_error(vcov(fit, "mancl_derouen"), paste("by hand.*its", name, "has not"), class = "verdict_error_fit")
  }
  for (name in c("y", "id", "linear.predictors", "weight")) refused(name)
  fit$y <- fit$id <- NULL
  expect_error(vcov(fit, "mancl_derouen"), "its y and id have not", class = "verdict_error_fit")
})
