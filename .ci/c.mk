# The C core by itself, without R, built from the same sources once a purpose: under
# sanitizers for the unit tests (asan) and the fuzzers (fuzz), counting lines (gcov), and as
# the package compiles it (purity). Each lives in .build/<variant>/.

CORE := $(patsubst src/core/%.c,%.o,$(wildcard src/core/*/*.c))
C_TEST_SUPPORT := $(filter-out tests/c/test_% tests/c/fuzz_%,$(wildcard tests/c/*.c))
C_TESTS := $(patsubst tests/c/%.c,.build/asan/%,$(wildcard tests/c/test_$(or $(subst -,_,$(FILE)),*).c))
C_FUZZERS := $(patsubst tests/c/%.c,.build/fuzz/%,$(wildcard tests/c/fuzz_*.c))
C_COVERED := $(C_TESTS:.build/asan/%=.build/gcov/%)

WARNINGS = -Wall -Wextra -pedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
  -Wno-cast-function-type
R_INCLUDE = -isystem $(shell Rscript -e 'cat(R.home("include"))')
STANDALONE = -std=c11 -g -DMATHLIB_STANDALONE -Isrc/core
STANDALONE_LIBS = -lRmath $(shell R CMD config LAPACK_LIBS) $(shell R CMD config BLAS_LIBS) -lm
SANITIZE = address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

.PHONY: c-tests c-fuzzers c-covered c-purity c-analyze
.SECONDARY:

# $(call core_rule,variant,compiler and flags)
define core_rule
.build/$(1)/core/%.o: src/core/%.c
	@mkdir -p $$(@D); echo "$(1): $$<"
	@$(2) -MMD -MP -c $$(abspath $$<) -o $$@
-include $$(wildcard .build/$(1)/core/*/*.d .build/$(1)/support/*.d .build/$(1)/*.d)
endef

# What several share is compiled once. $(call program_rule,variant,prefix,compiler and flags,libraries)
define program_rule
.build/$(1)/support/%.o: tests/c/%.c
	@mkdir -p $$(@D)
	@$(3) -MMD -MP -c $$< -o $$@
.build/$(1)/$(2)_%: tests/c/$(2)_%.c $$(C_TEST_SUPPORT:tests/c/%.c=.build/$(1)/support/%.o) \
    $$(CORE:%=.build/$(1)/core/%)
	@mkdir -p $$(@D); echo "$(1): $$<"
	@$(3) -MMD -MP -MF $$@.d $$(filter %.c %.o,$$^) -o $$@ $(4) $$(STANDALONE_LIBS)
endef

ASAN = $(CC) $(STANDALONE) -O1 -fsanitize=$(SANITIZE)
$(eval $(call core_rule,asan,$$(ASAN)))
$(eval $(call program_rule,asan,test,$$(ASAN),-lcmocka))
c-tests: $(C_TESTS) ; @:

FUZZ_CORE = clang $(STANDALONE) -O1 -fsanitize=fuzzer-no-link,$(SANITIZE)
FUZZ = clang $(STANDALONE) -O1 -fsanitize=fuzzer,$(SANITIZE)
$(eval $(call core_rule,fuzz,$$(FUZZ_CORE)))
$(eval $(call program_rule,fuzz,fuzz,$$(FUZZ)))
c-fuzzers: $(C_FUZZERS) ; @:

GCOV = $(CC) $(STANDALONE) -O1 --coverage
$(eval $(call core_rule,gcov,$$(GCOV)))
$(eval $(call program_rule,gcov,test,$$(GCOV),-lcmocka))
c-covered: $(C_COVERED)
	@mkdir -p .build/gcov; .ci/cmocka .build/gcov/counts $^

# Without -fpic, constant tables of pointers are not taken for state.
PURITY = gcc $(WARNINGS) -Werror $(R_INCLUDE) -Isrc/core -std=c11 -O2 -fno-pic -DNDEBUG -DR_NO_REMAP_RMATH
$(eval $(call core_rule,purity,$$(PURITY)))
c-purity: $(CORE:%=.build/purity/core/%)
	@[ -z "$^" ] || .ci/purity $^

# gcc's warnings of the core are purity's, which compiles it.
ANALYZER = clang --analyze -Xclang -analyzer-werror --analyzer-output text
.build/analyze/core/%.o: src/core/%.c
	@mkdir -p $(@D); echo "analyze: $<"
	@$(ANALYZER) -std=c11 $(R_INCLUDE) -Isrc/core $<
	@touch $@
.build/analyze/%.o: src/%.c
	@mkdir -p $(@D); echo "analyze: $<"
	@$(ANALYZER) -std=c11 $(R_INCLUDE) -Isrc/core $<
	@gcc -O2 -std=c11 $(WARNINGS) -Werror $(R_INCLUDE) -Isrc/core -MMD -MP -c $< -o $@
c-analyze: $(patsubst src/%.c,.build/analyze/%.o,$(wildcard src/*.c src/core/*/*.c)) ; @:
-include $(wildcard .build/analyze/*.d .build/analyze/core/*/*.d)
