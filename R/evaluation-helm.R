# HELM: a folder a run, with per_instance_stats.json (instances, each with many statistics) and run_spec.json.

is_helm <- function(source) source$kind == "document" && has_fields(source$first, "instance_id", "stats")

# What is of the run and not of the answer, and so no score.
helm_counts <- c(
  "num_references", "num_train_trials", "num_prompt_tokens", "num_completion_tokens", "num_output_tokens", "max_prob",
  "training_co2_cost", "training_energy_cost", "inference_runtime", "batch_size", "finish_reason_length",
  "finish_reason_stop", "finish_reason_endoftext", "finish_reason_unknown", "num_train_instances",
  "prompt_truncated", "logprob", "num_perplexity_tokens", "num_bytes", "predicted_index", "inference_denoised_runtime",
  "inference_idealized_runtime"
)

read_helm <- function(source, model, asked) {
  run <- helm_run(source$path, model)
  parts <- lapply(source$document, function(x) helm_instance(x, source$path))
  n <- lengths(lapply(parts, `[[`, "metric"))
  of <- function(name) rep(vapply(parts, `[[`, "", name), n)
  rows <- new_log_rows(
    run$model, run$task, of("item"), unlist(lapply(parts, `[[`, "metric")), unlist(lapply(parts, `[[`, "score")),
    of("sample"), weight = unlist(lapply(parts, `[[`, "weight"))
  )
  new_log(rows, new_settings(run$model, run$task, run$settings))
}

helm_instance <- function(x, path) {
  name <- vapply(x$stats, function(stat) stat$name$name %||% NA_character_, "")
  value <- vapply(x$stats, function(stat) number_of(if (isTRUE(stat$count > 0)) stat$mean, path, NA), 0)
  scored <- !is.na(name) & !name %in% helm_counts
  scores <- list(metric = name[scored], score = value[scored], weight = rep(NA_real_, sum(scored)))
  # Where nothing was asked that could be right or wrong it is the likelihood of the text that counts.
  if (!any(scored)) scores <- helm_likelihood(stats::setNames(value, name))
  perturbed <- x$perturbation$name
  c(scores, list(
    item = paste(c(x$instance_id, perturbed), collapse = "/"), sample = as.character(x$train_trial_index %||% NA)
  ))
}

helm_likelihood <- function(value) {
  of <- c(bits_per_byte = "num_bytes", perplexity = "num_perplexity_tokens")
  weight <- value[of]
  there <- !is.na(weight) & weight > 0 & !is.na(value["logprob"])
  list(metric = names(of)[there], score = rep(unname(value["logprob"]), sum(there)), weight = unname(weight[there]))
}

helm_run <- function(path, model) {
  file <- file.path(dirname(path), "run_spec.json")
  spec <- if (file.exists(file)) read_document(file) else list()
  adapter <- spec$adapter_spec
  folder <- basename(dirname(normalizePath(path)))
  task <- sub("(^|[,:])model=[^,]*", "", spec$name %||% folder)
  list(
    model = if (!is.na(model)) model else adapter$model %||% folder, task = task,
    settings = list(
      dataset = spec$scenario_spec, shots = adapter$max_train_instances, prompt = adapter$method,
      prompt = adapter$instructions
    )
  )
}
