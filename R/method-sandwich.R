# Variances of proportions in the marginal model with one parameter a classifier.
sandwich_table <- data.frame(
  vcov = c(
    "robust", "cr1", "cr1s", "df", "kauermann_carroll", "mancl_derouen", "morel_bokossa_neerchal"
  ),
  label = c("", "CR1", "CR1S", "df-corrected", "Kauermann-Carroll", "Mancl-DeRouen", "Morel-Bokossa-Neerchal"),
  stringsAsFactors = FALSE
)
rownames(sandwich_table) <- sandwich_table$vcov

# A corrected variance is one of a Wald test of a proportion.
match_vcov <- function(vcov, method, target, x, call) {
  found <- sandwich_table[check_choice(vcov, "vcov", sandwich_table$vcov, call = call), ]
  if (found$vcov == "robust") {
    return(found)
  }
  if (target$family == "composite") {
    abort_verdict(c(
      "{.arg vcov} {.val {vcov}} is not a variance of {target_words(x, target)}.",
      i = "Use {.code vcov = \"robust\"}."
    ), "vcov", call = call)
  }
  if (method$wald) {
    return(found)
  }
  abort_verdict(c(
    "{.arg vcov} {.val {vcov}} is for Wald tests, which {.val {method$method}} is not.",
    i = "Use {.code method = \"wald\"}."
  ), "vcov", call = call)
}

# "GEE Wald, Mancl-DeRouen variance"
label_method <- function(method, vcov) {
  if (vcov$vcov == "robust") method$label else paste0(method$label, ", ", vcov$label, " variance")
}
