# Reading logs of evaluations against the fastest stream of the same lines by jsonlite, and the verdict after it.
#   Rscript bench/evaluations.R [RUNS 50] [ITEMS 14000] [BYTES 3000]
# Writes RUNS files of ITEMS lines in the shape of lm-evaluation-harness, of about BYTES characters each (50 runs of
# 14,000 items: 2 GB), and prints seconds and the largest memory that R held.
# On a quiet machine with two cores, of 2.4 GB: read in 1.14 to 1.33 times the time of the stream, with 306 MB; verdict
# in 1.07 to 1.39 s. Bars: 3 times, 500 MB, 2 s.
library(verdict)
args <- as.numeric(commandArgs(TRUE))
size <- c(50, 14000, 3000)
size[seq_along(args)] <- args
folder <- tempfile("runs-")
dir.create(folder)
set.seed(1)

ability <- seq(-0.3, 0.5, length.out = size[1])
hard <- rnorm(size[2])
filler <- paste(rep("The passage has words that nobody reads. ", ceiling(size[3] / 82)), collapse = "")
id <- seq_len(size[2])
for (run in seq_len(size[1])) {
  right <- as.numeric(runif(size[2]) < plogis(ability[run] - hard))
  lines <- sprintf(
    paste0(
      '{"doc_id": %d, "doc": {"question": "Question %d. %s"}, "target": "4", ',
      '"arguments": {"gen_args_0": {"arg_0": "%s"}}, ',
      '"resps": [["4"]], "filtered_resps": ["4"], "filter": "none", "metrics": ["acc"], "doc_hash": "%064d", ',
      '"prompt_hash": "%064d", "target_hash": "a", "acc": %.1f}'
    ), id, id, filler, filler, id, id, right
  )
  dir.create(file.path(folder, sprintf("model%02d", run)))
  writeLines(lines, file.path(folder, sprintf("model%02d", run), "samples_task_2026-03-01T10-00-00.jsonl"))
}
files <- list.files(folder, full.names = TRUE, recursive = TRUE)
cat(sprintf("%d files, %.2f GB\n", length(files), sum(file.size(files)) / 1e9))

# Seconds, and the largest memory that R held meanwhile, in MB.
measured <- function(expr) {
  invisible(gc(reset = TRUE))
  time <- system.time(expr)
  # Of the processor, as others may use it too.
  c(sum(time[c("user.self", "sys.self")]), sum(gc()[, 6]))
}
streamed <- measured(for (file in files) {
  jsonlite::stream_in(base::file(file), function(x) NULL, 500, verbose = FALSE)
})
read <- measured(x <- read_evaluations(folder))
judged <- measured(verdict(x))
unlink(folder, recursive = TRUE)
cat(sprintf("jsonlite::stream_in: %.1f s, %.0f MB\n", streamed[1], streamed[2]))
cat(sprintf("read_evaluations: %.1f s (%.2f times), %.0f MB\n", read[1], read[1] / streamed[1], read[2]))
cat(sprintf("verdict: %.2f s, %.0f MB\n", judged[1], judged[2]))
