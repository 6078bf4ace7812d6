# Twelve rows of five patients, with two tied pairs between the classes; by hand and by other software.
twelve <- data.frame(
  event = rep(1:0, c(5, 7)), a = c(.9, .8, .7, .6, .3, .8, .5, .4, .3, .2, .1, .1),
  b = c(.95, .9, .4, .8, .75, .6, .5, .3, .7, .2, .3, .1), patient = c(1, 1, 2, 3, 3, 1, 2, 2, 3, 4, 4, 5)
)
twelve_set <- function(...) probability_set(event ~ a + b, twelve, ...)
