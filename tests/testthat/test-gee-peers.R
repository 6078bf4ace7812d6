# Against stored results of geepack, gee, clubSandwich and glmtoolbox
# (data-raw/fixtures/gee.R).

ours <- function(fit, quantity) {
  switch(quantity,
    coefficients = coef(fit), scale = fit$phi, alpha = fit$alpha,
    anova = anova(fit)$statistic, "anova score" = anova(fit, test = "score")$statistic,
    c(vcov(fit, quantity))
  )
}

peers <- read.csv(test_path("fixtures", "gee-peers.csv"))
cases <- unique(peers[c("data", "model", "link", "corstr", "peer")])

for (i in seq_len(nrow(cases))) {
  case <- cases[i, ]
  test_that(paste(c("fit_gee() agrees:", unlist(case)), collapse = " "), {
    data <- gee_example(case$data)
    fit <- fit_gee(gee_models[[case$data]][[case$model]], data[rev(seq_len(nrow(data))), ], id,
      binomial(case$link), case$corstr,
      scale = if (case$model == "scale 1") 1,
      moments = if (grepl("^gee ", case$peer)) "gee" else "geepack"
    )
    theirs <- merge(peers, case)
    theirs <- theirs[order(theirs$quantity, theirs$column, theirs$row), ]
    for (quantity in unique(theirs$quantity)) {
      expected <- theirs$value[theirs$quantity == quantity]
      error <- abs(unname(ours(fit, quantity)) / expected - 1)
      expect_lt(max(error), 1e-9, label = paste("relative error of", quantity))
    }
  })
}
