# Judges: size and coverage of comparisons of battles, prediction-powered means, rates corrected for a judge's errors,
# and how often a confidence sequence ever misses.
#   Rscript bench/calibration/judges.R [data sets 1000]
# Run it from the top folder; some minutes. Writes bench/calibration/judges.csv: method, design, n, kind (size,
# coverage, missed at any time), nominal, value, std.error (Monte-Carlo), sets.
library(verdict)
sets <- c(as.numeric(commandArgs(TRUE)), 1000)[1]
set.seed(20)

rows <- list()
add <- function(method, design, n, kind, nominal, hit) {
  hit <- hit[!is.na(hit)]
  value <- mean(hit)
  rows[[length(rows) + 1]] <<- data.frame(
    method = method, design = design, n = n, kind = kind, nominal = nominal, value = round(value, 4),
    std.error = round(sqrt(value * (1 - value) / length(hit)), 4), sets = length(hit)
  )
}

# Four models; in clusters of ten battles one judge prefers some models more than others do.
battles <- function(n, ability, taste) {
  first <- sample(4, n, TRUE)
  second <- (first + sample(3, n, TRUE) - 1) %% 4 + 1
  judge <- rep(seq_len(n / 10), each = 10)
  liking <- matrix(stats::rnorm(4 * n / 10, sd = taste), ncol = 4)
  gap <- ability[first] - ability[second] + liking[cbind(judge, first)] - liking[cbind(judge, second)]
  winner <- ifelse(stats::runif(n) < stats::plogis(gap), first, second)
  data.frame(model_a = letters[first], model_b = letters[second], winner = letters[winner], judge = judge)
}
for (n in c(100, 400)) {
  for (taste in c(0, 1)) {
    p <- replicate(sets, {
      x <- battle_set(battles(n, rep(0, 4), taste), cluster = if (taste > 0) judge)
      compare_classifiers(x[c("a", "b")], p.adjust.method = "none")$p.value
    })
    add("battle_set", if (taste > 0) "judges of ten battles" else "independent battles", n, "size", 0.05, p < 0.05)
  }
  held <- replicate(sets, {
    found <- compare_classifiers(battle_set(battles(n, c(0.5, 0, 0, -0.5), 0))[c("d", "a")], p.adjust.method = "none")
    found$conf.low < 1 && 1 < found$conf.high
  })
  add("battle_set", "independent battles", n, "coverage", 0.95, held)
}

for (n in c(15, 30, 60, 200)) {
  held <- replicate(sets, {
    y <- stats::rbinom(n + 1000, 1, 0.7)
    f <- ifelse(stats::runif(n + 1000) < 0.85, y, 1 - y)
    found <- assess_classifiers(ppi_mean(c(y[seq_len(n)], rep(NA, 1000)), f))
    found$conf.low < 0.7 && 0.7 < found$conf.high
  })
  add("ppi_mean", "judge right in 85%", n, "coverage", 0.95, held)
}

for (n in c(50, 200)) {
  held <- replicate(sets, {
    says <- function(y) ifelse(stats::runif(length(y)) < ifelse(y == 1, 0.9, 0.8), y, 1 - y)
    human <- rep(0:1, n / 2)
    found <- assess_classifiers(rogan_gladen(says(stats::rbinom(500, 1, 0.6)), human, says(human)))
    found$conf.low < 0.6 && 0.6 < found$conf.high
  })
  add("rogan_gladen", "500 items, sensitivity 0.9, specificity 0.8", n, "coverage", 0.95, held)
}

ever <- function(draw, truth, ...) {
  vapply(seq_len(sets), function(i) {
    found <- confidence_sequence(draw(), ...)
    any(found$conf.low > truth | found$conf.high < truth, na.rm = TRUE)
  }, NA)
}
add("confidence_sequence", "bernstein, beta(2, 5)", 500, "missed at any time", 0.05,
  ever(function() stats::rbeta(500, 2, 5), 2 / 7, lower = 0, upper = 1)
)
add("confidence_sequence", "discordant, share 0.5", 500, "missed at any time", 0.05,
  ever(function() sample(c(-1, 1), 500, TRUE), 0.5, "discordant")
)
add("confidence_sequence", "discordant, share 0.8", 500, "missed at any time", 0.05,
  ever(function() sample(c(-1, 1), 500, TRUE, c(0.2, 0.8)), 0.8, "discordant")
)
add("confidence_sequence", "asymptotic from the 50th on, exponential", 500, "missed at any time", 0.05,
  replicate(sets, {
    found <- confidence_sequence(stats::rexp(500))[50:500, ]
    any(found$conf.low > 1 | found$conf.high < 1)
  })
)

# Any false claim of four equal models, in clusters of equal size and of very unequal ones.
set.seed(21)
clustered <- function(size) {
  judge <- rep(seq_along(size), size)
  n <- length(judge)
  first <- sample(4, n, TRUE)
  second <- (first + sample(3, n, TRUE) - 1) %% 4 + 1
  liking <- matrix(stats::rnorm(4 * length(size), sd = 1.5), ncol = 4)
  won <- stats::runif(n) < stats::plogis(liking[cbind(judge, first)] - liking[cbind(judge, second)])
  data.frame(
    model_a = letters[first], model_b = letters[second], winner = letters[ifelse(won, first, second)], judge = judge
  )
}
for (n in c(10, 30)) {
  for (unequal in c(FALSE, TRUE)) {
    any_claim <- replicate(sets, {
      size <- if (unequal) pmax(2, round(exp(stats::rnorm(n, 2, 0.8)))) else rep(10, n)
      any(compare_classifiers(battle_set(clustered(size), cluster = judge))$adj.p.value < 0.05)
    })
    design <- if (unequal) "clusters of 2 to some 40 battles" else "clusters of ten battles"
    add("battle_set", design, n, "any false claim", 0.05, any_claim)
  }
}

utils::write.csv(do.call(rbind, rows), file.path("bench", "calibration", "judges.csv"), row.names = FALSE)
