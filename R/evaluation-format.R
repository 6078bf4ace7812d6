# What wrote a file, by its content.
# A format: label, `is(source)`, and `read(source, model, asked, call)`, or none for a file that stands beside logs.

evaluation_formats <- function() {
  list(
    harness = list(label = "lm-evaluation-harness", is = is_harness, read = read_harness),
    inspect = list(label = "inspect_ai", is = is_inspect, read = read_inspect),
    helm = list(label = "HELM", is = is_helm, read = read_helm),
    evalplus = list(label = "EvalPlus", is = is_evalplus, read = read_evalplus),
    lighteval = list(label = "lighteval", is = is_lighteval, read = read_lighteval),
    every = list(label = "Every Eval Ever", is = is_every_eval, read = read_every_eval),
    battles = list(label = "battles", is = is_battles, read = read_battles),
    beside = list(label = "a summary or a specification of a run", is = is_beside),
    plain = list(label = "plain", is = is_plain, read = read_plain)
  )
}

recognise_log <- function(source) {
  for (format in evaluation_formats()) {
    if (isTRUE(format$is(source))) {
      return(format)
    }
  }
}
