# What a developer does by hand; .ci/run does it all. Every target first installs what it
# needs and the machine lacks (.ci/setup). Everything made goes to build/ and .lib/.
#
#   make demo       the main job on the shipped data: build, run, forest plot
#   make test       R tests (testthat) and C tests (cmocka, under ASan and UBSan)
#   make fuzz       each fuzz target for FUZZ_SECONDS (20)
#   make purity     the C core needs nothing of R but Rmath, keeps no state, does not print
#   make analyze    clang --analyze, and gcc's warnings as errors
#   make lint       lintr and clang-format
#   make docs       regenerate NAMESPACE and man/; make docs-current fails when they are stale
#   make check      R CMD check --as-cran: no error, warning or note
#   make coverage   lines of R and C that the tests reach
#   make bench      the benchmarks; make paper UCI=dir  the paper's tables
#   make clean

SHELL = bash
FUZZ_SECONDS = 20
export R_LIBS := $(CURDIR)/.lib
export MAKEFLAGS += --no-print-directory

PACKAGE = $(wildcard DESCRIPTION NAMESPACE LICENSE NEWS.md .Rbuildignore R src data inst man tests vignettes)
SOURCES = $(shell find $(wildcard DESCRIPTION NAMESPACE R src data inst man) -type f ! -name '*.o' ! -name '*.so')

.PHONY: demo test test-r test-c install clean
setup-%:
	@.ci/setup $*

demo: setup-demo
	@$(MAKE) -j2 .lib/verdict/DESCRIPTION
	@mkdir -p demo-output
	Rscript inst/demo/demo.R demo-output

# A test is a test_that() block or a cmocka test. A suite that cannot be run counts as one failed.
test: setup-test
	@mkdir -p build/counts; echo 0 1 0 | tee build/counts/cmocka > build/counts/testthat
	@$(MAKE) -k test-r test-c; .ci/tally build/counts/testthat build/counts/cmocka

test-r: .lib/verdict/DESCRIPTION
	@NOT_CRAN=true Rscript .ci/testthat.R build/counts/testthat

test-c:
	@$(MAKE) -j2 c-tests
	@.ci/cmocka build/counts/cmocka $(C_TESTS)

install: setup-install
	@$(MAKE) -j2 .lib/verdict/DESCRIPTION

# Installed from a copy: the tree keeps no objects, and stale ones are never reused.
.lib/verdict/DESCRIPTION: $(SOURCES)
	@mkdir -p .lib; rm -rf build/package; mkdir -p build/package
	@tar -cf - --exclude='*.o' --exclude='*.so' $(PACKAGE) | tar -xf - -C build/package
	@echo "R CMD INSTALL build/package"
	@R CMD INSTALL --no-test-load --library=.lib build/package > build/install.log 2>&1 || \
	  { cat build/install.log; exit 1; }
	@touch $@

include .ci/c.mk

clean:
	rm -rf build .lib demo-output *.Rcheck
