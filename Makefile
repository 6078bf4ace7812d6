# What a developer does by hand; .ci/run does it all. Every target first installs what it
# needs and the machine lacks (.ci/setup). Everything made goes to .build/ and .lib/.
#
#   make demo       the main job on the shipped data: build, run, forest plot
#   make test       R tests (testthat) and C tests (cmocka, under ASan and UBSan); FILE=rank: only test-rank.R and
#                   test_rank.c, FILE='set-.*' all that begin so
#   make test-engines   the tests of tables in databases, with MariaDB and two servers of ClickHouse too, and with CRAN's
#                   dplyr and dbplyr; ENGINES="RClickhouse RMariaDB duckdb" with DuckDB, which takes half an hour of
#                   one processor to build (without optimisation, by clang where it is). What cannot be had is named,
#                   and its tests are skipped
#   make coverage   lines of R and C that the tests reach
#   make sanitize   the R tests with the C code under ASan and UBSan; make valgrind  under valgrind; make gctorture
#                   with R's collector at its worst (all take FILE too); make sanitize-c  those that meet most of C
#   make fuzz       each fuzz target for FUZZ_SECONDS (20)
#   make purity     the C core needs nothing of R but Rmath, keeps no state, does not print
#   make analyze    clang --analyze, and gcc's warnings as errors
#   make arrows     calls between R files run downward only, in no circle
#   make lint       lintr and clang-format; make format  lays out the C code
#   make docs       regenerate NAMESPACE and man/; make docs-current fails when they are stale,
#                   or when a help page or vignette is missing from _pkgdown.yml
#   make check      R CMD check --as-cran of the tarball of a fresh clone: no error, warning or note
#   make ledger     size and coverage of all methods, SETS="10000 500" data sets; then make docs
#   make bench      the benchmarks; make paper UCI=dir  the paper's tables, with PRINTED=file beside what
#                   it prints
#   make clean

SHELL = bash
FUZZ_SECONDS ?= 20
GCTORTURE = 1000
# To be 100 again: 31 of 39,041 lines were not reached in 2026-11.
COVERAGE_MIN ?= 99.8
export R_LIBS := $(CURDIR)/.lib
# Without it R asks systemd, which not every machine has.
export TZ := $(or $(TZ),UTC)
MAKEFLAGS += --no-print-directory

PACKAGE = $(wildcard DESCRIPTION NAMESPACE LICENSE NEWS.md .Rbuildignore R src data exec inst man tests vignettes)
# Folders too: they are newer when a file has gone.
SOURCES = $(shell find $(wildcard DESCRIPTION NAMESPACE R src data exec inst man) ! -name '*.o' ! -name '*.so')
C_FILES = $(wildcard src/*.[ch] src/core/*/*.[ch] tests/c/*.[ch])

# A copy of the package in $(1): the tree keeps no objects, and stale ones are never reused.
copy = rm -rf $(1); mkdir -p $(1); \
  tar -cf - --exclude='*.o' --exclude='*.so' $(PACKAGE) | tar -xf - -C $(1)

.PHONY: help demo test test-engines test-r test-c install sanitize sanitize-c valgrind gctorture fuzz purity analyze \
  lint arrows format .build/docs docs docs-current check coverage bench ledger paper clean

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

setup-%:
	@.ci/setup $*

demo: setup-demo
	@$(MAKE) -j2 .lib/verdict/DESCRIPTION
	@mkdir -p demo-output
	Rscript inst/scripts/demo.R demo-output

# A test is a test_that() block or a cmocka test. A suite that cannot be run counts as one failed.
test: setup-test
	@mkdir -p .build/counts; echo 0 1 0 | tee .build/counts/cmocka > .build/counts/testthat
	@$(MAKE) -k test-r test-c; .ci/tally .build/counts/testthat .build/counts/cmocka

test-r: .lib/verdict/DESCRIPTION
	@mkdir -p .build/counts
	@Rscript .ci/testthat.R .build/counts/testthat $(if $(FILE),'$(FILE)')

test-c:
	@mkdir -p .build/counts
	@$(MAKE) -j2 c-tests
	@.ci/cmocka .build/counts/cmocka $(C_TESTS)

# What these engines need is a library of its own: it has newer packages than Debian's.
test-engines: setup-test setup-engines .lib/verdict/DESCRIPTION
	@mkdir -p .build/counts
	@R_LIBS=$(CURDIR)/.build/engines:$(R_LIBS) Rscript .ci/testthat.R .build/counts/engines 'set-lazy.*'

install: setup-install
	@$(MAKE) -j2 .lib/verdict/DESCRIPTION

.lib/verdict/DESCRIPTION: $(SOURCES)
	@mkdir -p .lib; $(call copy,.build/package)
	@echo "R CMD INSTALL .build/package"
	+@R CMD INSTALL --no-lock --no-test-load --library=.lib .build/package > .build/install.log 2>&1 || \
	  { cat .build/install.log; exit 1; }
	@touch $@

include .ci/c.mk

# The sanitizers must be loaded before R; that R itself never frees everything is no leak of ours.
SANITIZED = ASAN_OPTIONS=detect_leaks=0 \
  LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)"

sanitize: setup-sanitize install
	@rm -rf .build/sanitize; mkdir -p .build/sanitize; $(call copy,.build/sanitized)
	@echo 'CFLAGS = -g -O1 -fsanitize=$(SANITIZE)' > .build/sanitize/Makevars
	+@R_MAKEVARS_USER=$(CURDIR)/.build/sanitize/Makevars R CMD INSTALL --no-test-load --no-docs \
	  --library=.build/sanitize .build/sanitized > .build/sanitize/log 2>&1 || { cat .build/sanitize/log; exit 1; }
	@R_LIBS=.build/sanitize:.lib $(SANITIZED) Rscript .ci/testthat.R .build/sanitize/counts $(if $(FILE),'$(FILE)')

# The R tests that CI runs so: the C core itself has its tests and fuzzers under the sanitizers.
MEETS_C = omnibus gee power independent calibration-curve decision-curve base-threads compare-rows p-max-t \
  plan-resample plan-posthoc resampling-scores set-check set-count evidence-probabilities evidence-labelled
sanitize-c:
	@$(MAKE) sanitize FILE="$$(echo $(MEETS_C) | tr ' ' '|')"

valgrind: setup-valgrind install
	VERDICT_WORKERS=0 R -d "valgrind --quiet --error-exitcode=1" --no-echo --no-restore \
	  --file=.ci/testthat.R --args .build/valgrind-counts $(if $(FILE),'$(FILE)')

gctorture: setup-test install
	R_GCTORTURE=$(GCTORTURE) Rscript .ci/testthat.R .build/gctorture-counts $(if $(FILE),'$(FILE)')

fuzz: setup-fuzz
	@$(MAKE) -j2 c-fuzzers
	@.ci/fuzz $(FUZZ_SECONDS) $(C_FUZZERS)

purity: setup-purity
	@$(MAKE) -j2 c-purity

analyze: setup-analyze
	@$(MAKE) -k -j2 c-analyze

lint: setup-lint install
	@Rscript .ci/lint.R; status=$$?; \
	clang-format --dry-run -Werror $(C_FILES) && exit $$status

arrows: setup-lint
	@Rscript .ci/arrows.R

format: setup-lint
	clang-format -i $(C_FILES)

.build/docs: setup-docs
	@$(call copy,$@)
	@Rscript .ci/docs.R $@

docs: .build/docs
	@rm -rf man; cp -R .build/docs/man .build/docs/NAMESPACE .

docs-current: .build/docs
	@diff -r man .build/docs/man && diff NAMESPACE .build/docs/NAMESPACE || \
	  { echo "docs: NAMESPACE or man/ is stale; run 'make docs' and commit"; exit 1; }
	@Rscript .ci/site.R _pkgdown.yml man vignettes

# What a fresh clone would hold, with the changes that are not committed yet.
check: setup-check install
	@rm -rf .build/check; mkdir -p .build/check/verdict
	@if [ -e .git ]; then git ls-files -co --exclude-standard -z | xargs -0 ls -d 2>/dev/null; \
	  else find . -type f ! -path './.build/*' ! -path './.lib/*'; fi | tar -cf - -T - | tar -xf - -C .build/check/verdict
	@.ci/check .build/check/verdict

# The C code counts its lines and is under the sanitizers at once, so that one run serves both. covr looks into no
# hidden folder. In German, since no test may need English messages of R; LANG=C keeps testthat from setting the
# language back. Code with counters in it is not compiled by R: that takes longer than it saves. Channel 8 shows how far
# the tests are.
coverage: setup-coverage
	@$(call copy,.build/coverage)
	@cp -R .ci .build/coverage; $(MAKE) -j2 -C .build/coverage -f .ci/c.mk c-covered
	@mv .build/coverage/.build .build/coverage/core-tests
	@LANG=C LC_ALL=C.UTF-8 LANGUAGE=de R_ENABLE_JIT=0 MAKEFLAGS=-j2 Rscript .ci/coverage.R .build/coverage $(COVERAGE_MIN) 8>&1

bench: setup-bench install
	@for file in bench/*.R; do echo "== $$file"; Rscript $$file || exit 1; done

ledger: install
	nice Rscript bench/calibration/ledger.R $(SETS)

paper: setup-paper install
	@[ -n "$(UCI)" ] || { echo "usage: make paper UCI=folder-with-the-six-UCI-files [PRINTED=printed.csv]"; exit 2; }
	Rscript bench/paper/tables56.R "$(UCI)" .build/predictions
	Rscript bench/paper/table7.R "$(UCI)" .build/predictions
	Rscript bench/paper/table10.R "$(UCI)" .build/predictions $(PRINTED)
	Rscript bench/paper/tables8911.R "$(UCI)" .build/predictions
	@[ -z "$(PRINTED)" ] || Rscript bench/paper/printed.R "$(UCI)" .build/predictions "$(PRINTED)"

clean:
	rm -rf .build .lib demo-output
