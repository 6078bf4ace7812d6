# The C core by itself, without R: built once a variant (asan, fuzz, gcov, purity) from the
# same sources, each in build/<variant>/.

CORE := $(patsubst src/core/%.c,%.o,$(wildcard src/core/*.c))
C_TEST_SUPPORT := $(filter-out tests/c/test_% tests/c/fuzz_%,$(wildcard tests/c/*.c))
C_TESTS := $(patsubst tests/c/%.c,build/asan/%,$(wildcard tests/c/test_*.c))

STANDALONE = -std=c11 -g -DMATHLIB_STANDALONE -Isrc/core
STANDALONE_LIBS = -lRmath $(shell R CMD config LAPACK_LIBS) $(shell R CMD config BLAS_LIBS) -lm
SANITIZE = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# Objects are kept for the next run.
.SECONDARY:

# $(call core_rule,variant,compiler and flags)
define core_rule
build/$(1)/core/%.o: src/core/%.c
	@mkdir -p $$(@D); echo "$(1): $$<"
	@$(2) -MMD -MP -c $$< -o $$@
-include $$(wildcard build/$(1)/core/*.d build/$(1)/*.d)
endef

# $(call program_rule,variant,prefix,compiler and flags,libraries)
define program_rule
build/$(1)/$(2)_%: tests/c/$(2)_%.c $$(C_TEST_SUPPORT) $$(CORE:%=build/$(1)/core/%)
	@echo "$(1): $$<"
	@$(3) -MMD -MP -MF $$@.d $$(filter %.c %.o,$$^) -o $$@ $(4) $$(STANDALONE_LIBS)
endef

ASAN = $(CC) $(STANDALONE) -O1 $(SANITIZE)
$(eval $(call core_rule,asan,$$(ASAN)))
$(eval $(call program_rule,asan,test,$$(ASAN),-lcmocka))
.PHONY: c-tests
c-tests: $(C_TESTS) ; @:
