library(testthat)
library(verdict)

test_check("verdict")
