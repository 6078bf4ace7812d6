# A page as a browser without a window has it: list(dom, console).
find_browser <- function() {
  found <- Sys.which(c("chromium", "chromium-browser", "google-chrome"))
  unname(found[found != ""])[1]
}

skip_without_browser <- function() {
  skip_on_cran()
  skip_if(is.na(find_browser()), "chromium is missing")
}

open_page <- function(file) {
  profile <- tempfile("browser-")
  on.exit(unlink(profile, recursive = TRUE))
  files <- tempfile(c("dom", "log"))
  status <- system2(find_browser(), c(
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-logging=stderr",
    paste0("--user-data-dir=", shQuote(profile)), "--dump-dom", shQuote(paste0("file://", normalizePath(file)))
  ), stdout = files[1], stderr = files[2], timeout = 60, env = "LD_PRELOAD=") # no sanitizer of ours
  stopifnot(status == 0)
  log <- readLines(files[2], warn = FALSE)
  list(
    dom = paste(readLines(files[1], encoding = "UTF-8", warn = FALSE), collapse = "\n"),
    console = grep("CONSOLE", log, value = TRUE)
  )
}

# Text of the first groups of all matches.
all_matches <- function(pattern, text) {
  found <- regmatches(text, gregexpr(pattern, text, perl = TRUE))[[1]]
  sub(pattern, "\\1", found, perl = TRUE)
}

# Text as the browser writes it between tags.
escape_dom <- function(text) gsub(">", "&gt;", gsub("<", "&lt;", gsub("&", "&amp;", text)))
