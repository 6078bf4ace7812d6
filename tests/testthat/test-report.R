skip_if_not_installed("rmarkdown")
skip_if_not_installed("ggplot2")

two <- function() prediction_set(truth ~ naive_bayes + random_forest, satellite)

test_that("a report in HTML is one file that a browser shows without complaint", {
  skip_without_pandoc()
  skip_without_browser()
  v <- verdict(odd_set())
  file <- file.path(new_folder(), "report.HTML")
  written <- expect_invisible(report_verdict(v, file, title = "`r rf` 50% <of> \"it\"", author = "A_B", date = "today"))
  expect_equal(written, file)
  page <- open_page(file)
  expect_equal(page$console, character())
  dom <- page$dom
  expect_equal(all_matches("<h1[^>]*>([^<]*)</h1>", dom), c(
    "`r rf` 50% &lt;of&gt; \u201cit\u201d", "Verdict", "Data", "Tables", "Pictures", "Methods and references"
  ))
  expect_match(dom, "A_B</h4>", fixed = TRUE)
  images <- all_matches("(<img [^>]*>)", dom)
  expect_length(images, 1)
  alt <- all_matches("alt=\"([^\"]*)\"", images)
  expect_match(alt, "^Forest plot. R&amp;D (&lt;1&gt;|<1>)?&quot; is better than x_y in accuracy")
  expect_match(alt, "p below 0.001)", fixed = TRUE)
  expect_match(alt, "10 estimates with intervals", fixed = TRUE)
  # Nothing is fetched from elsewhere.
  expect_match(images, "src=\"data:image/png;base64,", fixed = TRUE)
  expect_no_match(dom, "(src|href)=\"(https?:)?//[^\"]*[.](js|css|png)")
  tables <- all_matches("(?s)(<table.*?</table>)", dom)
  expect_length(tables, 4)
  classes <- all_matches("<th scope=\"row\"[^>]*>([^<]*)</th>", tables[3])
  expect_equal(setdiff(classes, c("", "Accuracy", "Precision", "overall")), escape_dom(odd_labels))
})

test_that("a report in Word has the tables, and the picture's alt text", {
  skip_without_pandoc()
  skip_if_not(nzchar(Sys.which("unzip")))
  file <- file.path(new_folder(), "report.docx")
  report_verdict(verdict(two()), file)
  xml <- paste(system2("unzip", c("-p", shQuote(file), "word/document.xml"), stdout = TRUE), collapse = "")
  expect_length(all_matches("(<w:tbl>)", xml), 4)
  expect_match(xml, "descr=\"Forest plot", fixed = TRUE)
  text <- pandoc_text_of(file)
  expect_match(text, "random_forest is better than naive_bayes in accuracy", fixed = TRUE)
  expect_match(text, "^Verdict[\\s\\n]+Verdict on random_forest and naive_bayes: 2,000 rows, 6 classes", perl = TRUE)
})

test_that("a report in PDF is one", {
  skip_without_pandoc()
  skip_if(is.null(latex_engine()), "LaTeX is missing")
  file <- file.path(new_folder(), "report.pdf")
  report_verdict(verdict(two()), file)
  expect_equal(rawToChar(readBin(file, "raw", 4)), "%PDF")
})

test_that("what cannot be reported or written is refused before anything is made", {
  v <- verdict(two())
  folder <- new_folder()
  expect_error(report_verdict(), class = "verdict_error_report")
  expect_error(report_verdict(v$overall, "x.html"), class = "verdict_error_report")
  expect_error(report_verdict(v), class = "verdict_error_report")
  expect_error(report_verdict(v, 1), class = "verdict_error_report")
  expect_error(report_verdict(v, file.path(folder, "report")), "no ending", class = "verdict_error_report")
  expect_error(report_verdict(v, file.path(folder, "x.rtf")), "[.]docx", class = "verdict_error_report")
  expect_error(report_verdict(v, file.path(folder, "no", "x.html")), "no folder", class = "verdict_error_report")
  dir.create(file.path(folder, "x.html"))
  expect_error(report_verdict(v, file.path(folder, "x.html")), "is a folder", class = "verdict_error_report")
  expect_error(report_verdict(v, file.path(folder, "y.html"), title = 1:2), class = "verdict_error_argument")
  expect_error(report_verdict(v, file.path(folder, "y.html"), titel = "x"), class = "verdict_error_argument")
  skip_if_not(dir.exists("/proc"))
  expect_error(report_verdict(v, "/proc/x.html"), "Nothing can be written", class = "verdict_error_report")
  expect_equal(list.files(folder), "x.html")
})

test_that("missing tools are named, with where they come from", {
  expect_error(check_report_tools("html", pandoc = FALSE), "apt-get install pandoc", class = "verdict_error_pandoc")
  expect_null(check_report_tools("docx", TRUE, NULL))
  expect_error(check_report_tools("pdf", TRUE, NULL), "tinytex::install_tinytex", class = "verdict_error_latex")
  expect_error(check_report_tools("pdf", TRUE, NULL), "need none", class = "verdict_error_latex")
})

test_that("an engine is taken where one is there, and the PDF made with it", {
  path <- Sys.getenv("PATH")
  on.exit(Sys.setenv(PATH = path))
  folder <- new_folder()
  file.create(file.path(folder, "pdflatex"))
  Sys.chmod(file.path(folder, "pdflatex"), "755")
  Sys.setenv(PATH = new_folder())
  expect_null(latex_engine())
  Sys.setenv(PATH = folder)
  skip_if(Sys.which("pdflatex") == "")
  expect_equal(latex_engine(), "pdflatex")
  expect_match(report_format("pdf")$pandoc$latex_engine, "pdflatex")
})

test_that("a report that fails says why, and leaves no file", {
  skip_without_pandoc()
  v <- verdict(two())
  v$assessment <- "nonsense"
  file <- file.path(new_folder(), "x.html")
  # knitr says the line on which it stopped, wherever messages go
  quietly <- function(code) utils::capture.output(code, type = "message")
  quietly(expect_error(report_verdict(v, file), class = "verdict_error_report"))
  expect_false(file.exists(file))
  input <- file.path(new_folder(), "x.Rmd")
  writeLines("`r stop('from LaTeX')`", input)
  quietly(expect_error(render_report(input, "html", v), "from LaTeX", class = "verdict_error_report"))
})

test_that("a file that takes no content is said, not left behind as if it were a report", {
  skip_without_pandoc()
  skip_if_not(file.exists("/dev/full"))
  file <- file.path(new_folder(), "x.html")
  file.symlink("/dev/full", file)
  expect_error(report_verdict(verdict(two()), file), "cannot be written", class = "verdict_error_report")
})

test_that("a title, author or date is text, never code that runs", {
  source <- report_source(list(title = "`r rf` vs `tree`", author = "`r stop()`", date = NULL))
  expect_equal(source[2:3], c("title: \"&#96;r rf&#96; vs &#96;tree&#96;\"", "author: \"&#96;r stop()&#96;\""))
})

test_that("the report takes all of the template but its data", {
  skeleton <- readLines(report_file("templates", "comparison", "skeleton", "skeleton.Rmd"))
  source <- report_source(list(title = "a\\b \"c\"", author = NULL, date = "d"))
  expect_equal(source[1:5], c("---", "title: \"a\\\\\\\\b \\\"c\\\"\"", "date: \"d\"", "lang: en", "---"))
  lost <- setdiff(skeleton, source)
  expect_match(lost, "library(verdict)", fixed = TRUE, all = FALSE)
  expect_false(any(grepl("as_table|plot|^#", lost[!grepl("^# Your data", lost)])))
})

test_that("the template runs as it is, and in Word has the picture's alt text", {
  skip_without_pandoc()
  skip_if_not(nzchar(Sys.which("unzip")))
  hooks <- knitr::opts_hooks$get()
  folder <- new_folder()
  input <- file.path(folder, "x.Rmd")
  rmarkdown::draft(input, "comparison", package = "verdict", edit = FALSE)
  file <- rmarkdown::render(input, "word_document", envir = new.env(parent = globalenv()), quiet = TRUE)
  knitr::opts_hooks$restore(hooks)
  xml <- paste(system2("unzip", c("-p", shQuote(file), "word/document.xml"), stdout = TRUE), collapse = "")
  alt <- all_matches("<wp:docPr descr=\"([^\"]*)\"", xml)
  expect_match(alt, "^Classifiers. random_forest is the best of 3 in accuracy .*Letters: two classifiers share one")
  text <- pandoc_text_of(file)
  expect_match(text, "random_forest is the best of 3 in accuracy", fixed = TRUE)
  expect_no_match(text, "More: summary|Error")
})
