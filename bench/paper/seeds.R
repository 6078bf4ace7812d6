# How much of the difference from the published rows is the forest's seed: the precision
# of the random forest over 20 seeds, for the published rows.
#
#   Rscript bench/paper/seeds.R <folder of the UCI files>
#
# Run it from the top folder.

for (part in c("read", "learn", "published")) {
  source(file.path("bench", "paper", paste0(part, ".R")))
}

forest_precision <- function(seed, data, classes) {
  set_seed(seed)
  predicted <- fit_random_forest(data)
  vapply(classes, function(class) mean(data$test$class[predicted == class] == class), numeric(1))
}

print_range <- function(name, folder) {
  rows <- published[published$data == name, ]
  precision <- vapply(
    1:20, forest_precision, numeric(nrow(rows)),
    data = readers[[name]](folder), classes = rows$class
  )
  cat("\n", name, ", random forest, 20 seeds\n", sep = "")
  print(data.frame(
    class = rows$class,
    published = rows$random_forest,
    least = sprintf("%.4f", apply(precision, 1, min)),
    median = sprintf("%.4f", apply(precision, 1, median)),
    most = sprintf("%.4f", apply(precision, 1, max))
  ), row.names = FALSE)
}

arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) == 0) stop("Name the folder of the UCI files as the first argument.")
for (name in unique(published$data)) print_range(name, arguments[1])
