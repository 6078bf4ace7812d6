# Variances of proportions in the marginal model with one parameter a classifier
# (src/core/estimate/sandwich.h), as data.
sandwich_table <- data.frame(
  vcov = c(
    "robust", "df", "kauermann_carroll", "mancl_derouen", "morel_bokossa_neerchal"
  ),
  label = c("", "df-corrected", "Kauermann-Carroll", "Mancl-DeRouen", "Morel-Bokossa-Neerchal"),
  stringsAsFactors = FALSE
)
rownames(sandwich_table) <- sandwich_table$vcov

# `method` and `metric` are rows of their tables. A corrected variance is one of a Wald
# test of a proportion.
match_vcov <- function(vcov, method, metric, kind, x, call) {
  found <- sandwich_table[check_choice(vcov, "vcov", sandwich_table$vcov, call = call), ]
  if (found$vcov == "robust") {
    return(found)
  }
  if (kind == "composite") {
    abort_verdict(c(
      "{.arg vcov} {.val {found$vcov}} is not a variance of {estimate_words(x, metric, kind)}.",
      i = "Use {.code vcov = \"robust\"}."
    ), "vcov", call = call)
  }
  if (method$wald) {
    return(found)
  }
  abort_verdict(c(
    "{.arg vcov} {.val {found$vcov}} is for Wald tests, which {.val {method$method}} is not.",
    i = "Use {.code method = \"wald\"}."
  ), "vcov", call = call)
}

# "GEE Wald, Mancl-DeRouen variance"
label_method <- function(method, vcov) {
  if (vcov$vcov == "robust") method$label else paste0(method$label, ", ", vcov$label, " variance")
}

# An exchangeable working correlation is no matter of taste where the truth is the outcome.
check_corstr <- function(corstr, metric, call = caller_env()) {
  corstr <- check_choice(corstr, "corstr", gee_corstr, call = call)
  if (corstr == "independence") {
    return(invisible())
  }
  predictive <- metric$label[metric$kind == "predictive"]
  reason <- if (length(predictive)) {
    c(
      "{.arg corstr} {.val {corstr}} gives wrong estimates of {.or {predictive}}.",
      x = "The truth is the same in all predictions of an observation, and depends on all of them.",
      i = "Leave {.arg corstr} out: {.val independence} is consistent (Pepe and Anderson 1994), \
           and its robust variance allows for the dependence."
    )
  } else {
    c(
      "{.arg corstr} {.val {corstr}} is not available from counts.",
      i = "Leave {.arg corstr} out, or use {.fn fit_gee} on one row a prediction."
    )
  }
  abort_verdict(reason, "corstr", call = call)
}
