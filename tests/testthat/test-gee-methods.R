unequal <- gee_example("unequal")
fit <- fit_gee(y ~ x + arm, unequal, id, corstr = "exchangeable")

test_that("summary, tidy and confint agree, with upper tails and logarithms", {
  table <- tidy(fit, conf.int = TRUE, conf.level = 0.9)
  se <- sqrt(diag(vcov(fit)))
  expect_named(table, c(
    "term", "estimate", "std.error", "statistic", "p.value", "log.p.value", "conf.low", "conf.high"
  ))
  expect_equal(table$term, names(coef(fit)))
  expect_equal(table$std.error, unname(se))
  expect_equal(table$p.value, unname(2 * pnorm(-abs(coef(fit) / se))))
  expect_equal(table$log.p.value, log(table$p.value))
  expect_equal(table$conf.low, unname(coef(fit) - qnorm(0.95) * se))
  limits <- as.matrix(table[c("conf.low", "conf.high")])
  expect_equal(unname(confint(fit, level = 0.9)), unname(limits))
  expect_equal(confint(fit, "x"), confint(fit)["x", , drop = FALSE])
  expect_equal(colnames(confint(fit)), c("2.5 %", "97.5 %"))
  odds <- tidy(fit, conf.int = TRUE, conf.level = 0.9, exponentiate = TRUE)
  expect_equal(odds$estimate, exp(table$estimate))
  expect_equal(odds$conf.high, exp(table$conf.high))
  expect_equal(odds$std.error, table$std.error)
  expect_equal(summary(fit)$table[1:6], as.data.frame(tidy(fit)))
})

test_that("a p-value too small for a double has its logarithm", {
  d <- data.frame(id = 1:40000, x = rep(0:1, each = 20000))
  d$y <- rep(c(0, 1, 0, 1), c(19000, 1000, 1000, 19000))
  sure <- tidy(fit_gee(y ~ x, d, id))
  expect_equal(sure$p.value[2], 0)
  expect_equal(sure$log.p.value[2], log(2) + pnorm(-sure$statistic[2], log.p = TRUE))
})

test_that("t tests have the degrees of freedom asked for", {
  table <- tidy(fit, df = "clusters", vcov = "df", conf.int = TRUE)
  se <- sqrt(diag(vcov(fit, "df")))
  expect_equal(table$p.value, unname(2 * pt(-abs(coef(fit) / se), 80 - 4)))
  expect_equal(table$conf.high, unname(coef(fit) + qt(0.975, 76) * se))
  expect_equal(tidy(fit, df = 5)$p.value, 2 * pt(-abs(tidy(fit)$statistic), 5))
  expect_error(tidy(fit, df = 0), class = "verdict_error_df")
})

test_that("predictions of new rows follow levels, contrasts and standard errors", {
  new <- data.frame(x = c(0, 1, -2), arm = c("none", "high", "low"))
  x <- cbind(1, new$x, new$arm == "low", new$arm == "none")
  link <- predict(fit, new, se.fit = TRUE)
  expect_equal(unname(link$fit), drop(x %*% coef(fit)))
  se <- sqrt(diag(x %*% vcov(fit) %*% t(x)))
  expect_equal(unname(link$se.fit), se)
  response <- predict(fit, new, type = "response", se.fit = TRUE, vcov = "model")
  eta <- drop(x %*% coef(fit))
  expect_equal(unname(response$fit), plogis(eta))
  se <- sqrt(diag(x %*% vcov(fit, "model") %*% t(x)))
  expect_equal(unname(response$se.fit), se * dlogis(eta))
  expect_equal(predict(fit, unequal), predict(fit))
  expect_equal(predict(fit, se.fit = TRUE)$fit, predict(fit))
  expect_equal(predict(fit, type = "response"), fitted(fit))
  sums <- fit_gee(y ~ x + arm, unequal, id,
    corstr = "exchangeable", contrasts = list(arm = "contr.sum")
  )
  expect_equal(predict(sums, new), predict(fit, new), tolerance = 1e-9)
  expect_error(predict(fit, data.frame(x = 1, arm = "other")), class = "verdict_error_newdata")
  expect_error(predict(fit, data.frame(x = 1)), class = "verdict_error_newdata")
})

test_that("transformed, logical, character and ordered terms predict as they fit", {
  d <- transform(unequal, flag = x > 0, arm = as.character(arm), grade = ordered(trials))
  fit <- fit_gee(y ~ poly(x, 2) + flag * arm + grade, d, id)
  expect_equal(unname(predict(fit, d[5:20, ])), unname(predict(fit))[5:20], tolerance = 1e-10)
})

test_that("the other generics answer", {
  expect_equal(nobs(fit), nrow(unequal))
  expect_equal(formula(fit), y ~ x + arm, ignore_attr = TRUE)
  expect_equal(ncol(model.matrix(fit)), 4)
  design <- model.matrix(~ x + arm, unequal)
  expect_equal(unname(model.matrix(fit)), unname(design), ignore_attr = TRUE)
  expect_equal(family(fit)$link, "logit")
  expect_s3_class(terms(fit), "terms")
  expect_equal(model.frame(fit)$x, unequal$x)
  expect_equal(df.residual(fit), nrow(unequal) - 4)
  one <- glance(fit)
  expect_equal(one$n.clusters, 80)
  expect_equal(one$alpha, fit$alpha)
  smaller <- fit_gee(y ~ x, unequal, id, corstr = "exchangeable")
  expect_equal(coef(update(fit, . ~ . - arm)), coef(smaller))
})

test_that("row names are kept where they are names", {
  named <- unequal
  rownames(named) <- paste0("r", seq_len(nrow(named)))
  fit <- fit_gee(y ~ x, named, id)
  expect_named(fitted(fit), rownames(named))
  expect_named(predict(fit, named[3:4, ]), c("r3", "r4"))
  expect_null(names(fitted(fit_gee(y ~ x, unequal, id))))
})

test_that("`.` stands for all columns but response and id", {
  d <- unequal[c("id", "y", "x", "arm")]
  expect_equal(coef(fit_gee(y ~ ., d, id)), coef(fit_gee(y ~ x + arm, d, id)))
})

test_that("anova() tests terms in turn, and only nested models of the same rows", {
  table <- anova(fit)
  expect_equal(rownames(table), c("x", "arm"))
  expect_equal(table$df, c(1, 2))
  expect_equal(rownames(anova(fit_gee(y ~ 0 + arm + x, unequal, id))), "x")
  smaller <- fit_gee(y ~ x, unequal, id, corstr = "exchangeable")
  expect_error(anova(fit, smaller), class = "verdict_error_models")
  other <- fit_gee(y ~ trials, unequal, id, corstr = "exchangeable")
  expect_error(anova(other, fit), class = "verdict_error_models")
  expect_error(anova(fit_gee(y ~ x, unequal, id), fit), class = "verdict_error_models")
  expect_error(anova(smaller, 1), class = "verdict_error_models")
  expect_error(anova(fit_gee(y ~ 1, unequal, id)), class = "verdict_error_models")
})

test_that("a table of anova() that lost a column or its numbers is the data frame that it is", {
  table <- anova(fit)
  for (lost in list(within(table, statistic <- NULL), within(table, p.value <- "none"))) {
    expect_identical(capture.output(print(lost)), capture.output(print(as.data.frame(unclass(lost), rownames(table)))))
  }
})

test_that("fits print", {
  expect_snapshot({
    fit
    summary(fit, vcov = "mancl_derouen", df = "clusters")
    anova(fit)
    anova(fit, test = "score")
    fit_gee(factor(y, labels = c("ill", "well")) ~ x, unequal, seq_len(nrow(unequal)),
      corstr = "exchangeable", scale = 1
    )
  })
})

test_that("few clusters are said to be few where the covariance does not allow for it", {
  few <- subset(unequal, id %in% unique(id)[1:39])
  said <- function(...) any(grepl("Fewer than 40 clusters", capture.output(summary(...))))
  expect_true(said(fit_gee(y ~ x, few, id)))
  expect_false(said(fit_gee(y ~ x, few, id), df = "clusters"))
  expect_false(said(fit_gee(y ~ x, few, id), vcov = "mancl_derouen"))
  expect_false(said(fit_gee(y ~ x, unequal, id)))
})

test_that("columns may be named by strings", {
  d <- data.frame(g = rep(1:10, each = 2), x = 1:20, y = rep(c(0, 1, 1, 0, 1), 4), w = 1:20)
  by_name <- fit_gee(y ~ x, d, "g", weights = "w")
  by_column <- fit_gee(y ~ x, d, g, weights = w)
  expect_identical(coef(by_name), coef(by_column))
  expect_identical(vcov(by_name), vcov(by_column))
})

test_that("prior weights are given back, and there is no likelihood", {
  d <- data.frame(
    y = c(0, 1, 1, 0, 1), x = c(1, 3, 2, 5, 4), w = c(2, 0, 1, 3, 1), id = 1:5,
    row.names = letters[1:5]
  )
  expect_identical(weights(fit_gee(y ~ x, d, id)), c(a = 1, b = 1, c = 1, d = 1, e = 1))
  expect_identical(weights(fit_gee(y ~ 1, d, id, weights = w)), c(a = 2, b = 0, c = 1, d = 3, e = 1))
  found <- fit_gee(cbind(y, w) ~ 1, d, id)
  expect_identical(unname(weights(found)), d$y + d$w)
  expect_error(deviance(found), "anova", class = "verdict_error_likelihood")
  expect_error(logLik(found), class = "verdict_error_likelihood")
  expect_error(AIC(found), class = "verdict_error_likelihood")
})

test_that("methods refuse arguments that they do not know", {
  d <- data.frame(y = c(0, 1, 1, 0, 1), x = c(1, 3, 2, 5, 4), id = 1:5)
  found <- fit_gee(y ~ x, d, id)
  for (method in list(tidy, glance, summary, predict, residuals, confint)) {
    expect_error(method(found, foo = 1), "foo", class = "verdict_error_argument")
  }
  expect_error(tidy(found, conf.int = NA), "conf.int", class = "verdict_error_argument")
  expect_error(tidy(found, exponentiate = 1), "exponentiate", class = "verdict_error_argument")
  expect_error(predict(found, se.fit = "yes"), "se.fit", class = "verdict_error_argument")
})

test_that("digits that are no number are refused", {
  fit <- fit_gee(y ~ 1, data.frame(y = c(0, 1, 1, 0, 1)), 1:5)
  expect_error(print(fit, digits = "a"), class = "verdict_error_argument")
  expect_error(print(summary(fit), digits = 99), class = "verdict_error_argument")
})
