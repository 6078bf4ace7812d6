# The tests, as data. `test` is the statistic in C and `scale` that of a Wald test (NA: that
# of the measure): GEE, multinomial and relative predictive value are one Wald test on three
# scales. `family` is that of the metrics it is for ("proportion": predictive or matched),
# `clustered` what takes its place where rows are not independent (itself: it has a form for
# clusters), `squared` whether the statistic is chi-squared.
method_table <- data.frame(
  method = c(
    "gs", "wgs", "gee", "multinomial", "relative", "z", "mcnemar", "mcnemar_cc", "exact",
    "midp", "sign", "wald", "permutation", "bootstrap"
  ),
  label = c(
    "generalized score", "weighted generalized score", "GEE Wald", "multinomial Wald",
    "relative predictive value", "z test ignoring pairing", "McNemar",
    "McNemar, continuity corrected", "exact McNemar", "mid-p McNemar", "sign test", "Wald",
    "permutation", "studentized bootstrap"
  ),
  test = c(
    "gs", "wgs", "wald", "wald", "wald", "z", "mcnemar", "mcnemar_cc", "exact", "midp",
    "sign", "wald", NA, NA
  ),
  scale = c(NA, NA, "odds_ratio", NA, "ratio", rep(NA, 9)),
  measure = c(
    "ratio", "ratio", "odds_ratio", "difference", "ratio", "difference",
    rep("difference", 6), NA, NA
  ),
  family = c(
    "predictive", "predictive", "proportion", "proportion", "proportion", "predictive",
    rep("matched", 5), rep("any", 3)
  ),
  clustered = c(
    "gs", "gs", "gee", "wald", "relative", "gs", "mcnemar", "mcnemar", "mcnemar", "mcnemar",
    "mcnemar", "wald", "permutation", "bootstrap"
  ),
  squared = c(rep(TRUE, 4), FALSE, FALSE, TRUE, TRUE, rep(FALSE, 6)),
  stringsAsFactors = FALSE
)
method_table$wald <- method_table$test %in% "wald"
rownames(method_table) <- method_table$method

measures <- c("difference", "ratio", "odds_ratio")

# The intervals of a comparison.
comparison_intervals <- data.frame(
  interval = c("wald", "tango", "agresti_min", "bonett_price", "newcombe", "tang"),
  label = c(
    "Wald", "Tango score", "Agresti-Min", "Bonett-Price", "Newcombe square-and-add",
    "Tang score"
  ),
  stringsAsFactors = FALSE
)
rownames(comparison_intervals) <- comparison_intervals$interval
