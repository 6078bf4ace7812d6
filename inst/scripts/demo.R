# The main job on shipped data: four classifiers labelled satellite
# pixels with kinds of land cover. Which is better, at what, and how sure can we be?
#   Rscript demo.R FOLDER     prints the verdict, and draws the forest plot in FOLDER/forest.png
library(verdict)

arguments <- commandArgs(trailingOnly = TRUE)
folder <- if (length(arguments) > 0) arguments[[1]] else "."

set <- prediction_set(truth ~ naive_bayes + random_forest, data = satellite)
print(set)

result <- verdict(set, metric = "precision")
print(result)

file <- file.path(folder, "forest.png")
grDevices::png(file, width = 1200, height = 720, res = 160)
plot(result)
invisible(grDevices::dev.off())
cat("\nForest plot:", file, "\n")
