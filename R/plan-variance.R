# A corrected variance is one of a Wald test of a proportion.
match_vcov <- function(vcov, method, target, x) {
  rule <- rows_at(registry_variances, check_choice(vcov, "vcov", registry_variances$vcov))
  if (rule$vcov == "robust") {
    return(rule)
  }
  if (target$family == "composite" || rule$of == "mean") {
    abort_verdict(c(
      "{.arg vcov} {.val {vcov}} is not a variance of {target_words(x, target)}.",
      i = "Use {.code vcov = \"robust\"}."
    ), "vcov")
  }
  if (method$wald) {
    return(rule)
  }
  abort_verdict(c(
    "{.arg vcov} {.val {vcov}} is for Wald tests, which {.val {method$method}} is not.",
    i = "Use {.code method = \"wald\"}."
  ), "vcov")
}

# What it adds to the id of a test.
variance_part <- function(vcov) if (vcov$vcov != "robust") vcov$vcov
