# Reads the six UCI data sets of the paper's Tables 5 and 6. Each reader takes the folder
# and returns list(train, test), or list(all) where UCI has no split; the data frames
# have a factor `class` and numeric inputs, those of Phishing websites (-1, 0 and 1) factors.

# Comma separated, with or without a header; blanks around labels are dropped.
read_csv <- function(folder, file, header = FALSE, skip = 0) {
  path <- file.path(folder, file)
  if (!file.exists(path)) stop("There is no file '", file, "' in '", folder, "'.", call. = FALSE)
  read.csv(path, header = header, skip = skip, strip.white = TRUE, na.strings = "?")
}

# The rows after the line '@data' of an ARFF file.
read_arff <- function(folder, file) {
  lines <- if (file.exists(file.path(folder, file))) readLines(file.path(folder, file))
  data_line <- grep("^@data", lines, ignore.case = TRUE)
  read_csv(folder, file, skip = max(data_line, 0))
}

# Moves the label to the column `class` and checks the rest.
label <- function(data, column) {
  class <- factor(trimws(data[[column]]))
  inputs <- data[-column]
  if (anyNA(inputs) || anyNA(class)) stop("The data have missing values.", call. = FALSE)
  if (!all(vapply(inputs, is.numeric, logical(1)))) stop("An input is not numeric.", call. = FALSE)
  cbind(class = class, inputs)
}

label_last <- function(data) label(data, ncol(data))

# UCI's own training and test set, the class first.
read_split <- function(folder, name) {
  train <- label(read_csv(folder, paste0(name, "_training.csv"), header = TRUE), 1)
  test <- label(read_csv(folder, paste0(name, "_testing.csv"), header = TRUE), 1)
  stopifnot(
    identical(names(train), names(test)),
    identical(levels(train$class), levels(test$class))
  )
  list(train = train, test = test)
}

readers <- list(
  "Banknote authentication" = function(folder) {
    list(all = label_last(read_csv(folder, "data_banknote_authentication.txt")))
  },
  "Diabetic retinopathy (Messidor)" = function(folder) {
    list(all = label_last(read_arff(folder, "messidor_features.arff")))
  },
  "MAGIC gamma telescope" = function(folder) {
    list(all = label_last(read_csv(folder, "magic04.data")))
  },
  "Phishing websites" = function(folder) {
    data <- label_last(read_csv(folder, "phishing_websites.data"))
    data[-1] <- lapply(data[-1], factor)
    list(all = data)
  },
  "Wilt" = function(folder) read_split(folder, "wilt"),
  "Urban land cover" = function(folder) read_split(folder, "urban_land_cover")
)
