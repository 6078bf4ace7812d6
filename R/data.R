#' Land cover of satellite pixels, predicted by four classifiers
#'
#' The true land cover of 2000 pixels of a Landsat image, six classes, and what four
#' classifiers trained on 4435 other pixels took it for.
#'
#' The four classifiers differ clearly on some classes and are not distinguishable on
#' others. The tree seldom predicts `"damp grey soil"`: 105 times, where there are 211.
#'
#' A row of the source describes a square of 3 by 3 pixels, and squares may overlap, so
#' the rows are not quite independent. Take the p-values from these data as an
#' illustration.
#'
#' @format A data frame with 2000 rows and 5 factor columns, each with the levels
#'   `"red soil"`, `"cotton crop"`, `"grey soil"`, `"damp grey soil"`,
#'   `"vegetation stubble"` and `"very damp grey soil"`:
#' \describe{
#'   \item{truth}{what the pixel in the middle of the square shows, seen on site}
#'   \item{naive_bayes}{predicted by Gaussian naive Bayes (package \pkg{e1071})}
#'   \item{random_forest}{predicted by a random forest of 500 trees (\pkg{randomForest})}
#'   \item{svm}{predicted by a support vector machine with a radial kernel (\pkg{e1071})}
#'   \item{tree}{predicted by a classification tree (\pkg{rpart})}
#' }
#' @details All learners ran with the defaults of their packages on all 36 inputs, on
#'   UCI's own split into training and test set. The script is `data-raw/satellite.R` in
#'   the package's repository.
#' @source The data set `Satellite` of package \pkg{mlbench}, from: Srinivasan, A. (1993).
#'   Statlog (Landsat Satellite). UCI Machine Learning Repository.
#'   \doi{10.24432/C55887}. Licence: CC BY 4.0.
#' @seealso [spam_filters] for two classes, [vehicle_cv] for repeated cross-validation.
#' @examples
#' set <- prediction_set(truth ~ ., data = satellite)
#' set
#' compare_classifiers(set, metric = "precision", reference = "tree")
"satellite"

#' Four spam filters, tested on the same e-mails
#'
#' 1601 e-mails, spam or not, and what four classifiers trained on 3000 other e-mails of
#' the same collection took them for. For a spam filter the precision of the class
#' `"spam"` matters most: the share of spam among the e-mails it throws away.
#'
#' @format A data frame with 1601 rows and 5 factor columns, each with the levels
#'   `"nonspam"` and `"spam"`:
#' \describe{
#'   \item{truth}{what the e-mail is}
#'   \item{naive_bayes}{predicted by Gaussian naive Bayes (package \pkg{e1071})}
#'   \item{random_forest}{predicted by a random forest of 500 trees (\pkg{randomForest})}
#'   \item{svm}{predicted by a support vector machine with a radial kernel (\pkg{e1071})}
#'   \item{tree}{predicted by a classification tree (\pkg{rpart})}
#' }
#' @details All learners ran with the defaults of their packages on all 57 inputs, after
#'   one random split of the 4601 e-mails. The script is `data-raw/spam_filters.R` in the
#'   package's repository.
#' @source The data set `spam` of package \pkg{kernlab}, from: Hopkins, M., Reeber, E.,
#'   Forman, G. and Suermondt, J. (1999). Spambase. UCI Machine Learning Repository.
#'   \doi{10.24432/C53G6X}. Licence: CC BY 4.0.
#' @seealso [satellite] for six classes, [vehicle_cv] for repeated cross-validation.
#' @examples
#' set <- prediction_set(truth ~ svm + tree, data = spam_filters)
#' compare_classifiers(set, metric = c("precision", "recall"), classes = "spam")
"spam_filters"

#' Vehicles classified by their silhouettes, ten times 10-fold cross-validation
#'
#' 846 silhouettes of four vehicles, each predicted ten times by four classifiers, in ten
#' repetitions of 10-fold cross-validation.
#'
#' The ten rows of one silhouette belong together and must be named as such with `id`.
#' Taken as 8460 independent rows they would make almost any difference look certain.
#' With `id` this error goes, another stays: the models of a cross-validation share most
#' of their training data, so even then a true null hypothesis is rejected more often
#' than the level says, see `vignette("cross-validation")`.
#'
#' @format A data frame with 8460 rows and 8 columns; the last five are factors with the
#'   levels `"bus"`, `"opel"`, `"saab"` and `"van"`:
#' \describe{
#'   \item{id}{the silhouette, 1 to 846: its row in the source}
#'   \item{repetition}{the repetition of the cross-validation, 1 to 10}
#'   \item{fold}{the fold that the silhouette was in, 1 to 10}
#'   \item{truth}{the vehicle}
#'   \item{naive_bayes}{predicted by Gaussian naive Bayes (package \pkg{e1071})}
#'   \item{random_forest}{predicted by a random forest of 500 trees (\pkg{randomForest})}
#'   \item{svm}{predicted by a support vector machine with a radial kernel (\pkg{e1071})}
#'   \item{tree}{predicted by a classification tree (\pkg{rpart})}
#' }
#' @details All learners ran with the defaults of their packages on all 18 inputs, each
#'   trained on the nine other folds. The folds are drawn afresh in each repetition, and
#'   are not stratified. The script is `data-raw/vehicle_cv.R` in the package's
#'   repository.
#' @source The data set `Vehicle` of package \pkg{mlbench}, from: Mowforth, P. and
#'   Shepherd, B. Statlog (Vehicle Silhouettes). UCI Machine Learning Repository.
#'   \doi{10.24432/C5HG6N}. Licence: CC BY 4.0. The data come from the Turing Institute,
#'   Glasgow, Scotland.
#' @seealso [spam_filters] and [satellite] for predictions on one test set.
#' @examples
#' set <- prediction_set(truth ~ random_forest + svm, data = vehicle_cv,
#'   id = id, fold = fold, repetition = repetition
#' )
#' set
#' compare_classifiers(set, metric = "precision")
"vehicle_cv"

#' Signs of diabetic retinopathy, and the probabilities of four classifiers
#'
#' 600 images of the retina, with or without signs of diabetic retinopathy, and the probability of signs by four
#' classifiers that were trained on 551 other images of the collection.
#'
#' The four differ in more than how well they rank: naive Bayes is sure of itself and often wrong, with probabilities of
#' 0 or nearly so for images with signs.
#'
#' @format A data frame with 600 rows and 5 columns:
#' \describe{
#'   \item{truth}{`"signs"` or `"none"`, a factor}
#'   \item{logistic}{probability of signs by logistic regression}
#'   \item{naive_bayes}{by Gaussian naive Bayes (package \pkg{e1071})}
#'   \item{svm}{by a support vector machine with a radial kernel and Platt's probabilities (\pkg{e1071})}
#'   \item{tree}{by a classification tree (\pkg{rpart})}
#' }
#' @details All learners ran with the defaults of their packages on all 19 inputs, after one random split. The script is
#'   `data-raw/retinopathy.R` in the package's repository.
#' @source Antal, B. and Hajdu, A. (2014). Diabetic Retinopathy Debrecen. UCI Machine Learning Repository.
#'   \doi{10.24432/C5XP4P}. Licence: CC BY 4.0.
#' @seealso [probability_set()], `vignette("probabilities")`
#' @examples
#' x <- probability_set(truth ~ ., retinopathy, positive = "signs")
#' assess_classifiers(x, c("roc_auc", "brier"))
"retinopathy"
