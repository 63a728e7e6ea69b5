# One interface target carries the warnings and sanitizers of all our own code.
add_library(spanscope_options INTERFACE)
target_compile_options(spanscope_options INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    $<$<BOOL:${SPANSCOPE_WERROR}>:-Werror>)
if(SPANSCOPE_EVERY_WARNING AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # All of clang's warnings but those that forbid C++20 itself, that contradict each other
    # or g++, that misread a defaulted <=> (zero as null pointer) or a handler that is extern "C" in an unnamed
    # namespace (missing prototypes), or that ask for what this project does not want.
    target_compile_options(spanscope_options INTERFACE -Weverything
        -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-c++20-compat -Wno-pre-c++20-compat-pedantic
        -Wno-ctad-maybe-unsupported -Wno-covered-switch-default -Wno-switch-enum
        -Wno-zero-as-null-pointer-constant -Wno-missing-prototypes -Wno-float-equal
        -Wno-padded -Wno-weak-vtables -Wno-exit-time-destructors -Wno-global-constructors
        -Wno-documentation -Wno-documentation-unknown-command -Wno-disabled-macro-expansion -Wno-unknown-warning-option)
endif()
target_include_directories(spanscope_options INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
if(SPANSCOPE_SANITIZE)
    target_compile_options(spanscope_options INTERFACE
        -fsanitize=${SPANSCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_definitions(spanscope_options INTERFACE _GLIBCXX_ASSERTIONS)
    target_link_options(spanscope_options INTERFACE -fsanitize=${SPANSCOPE_SANITIZE})
endif()

# spanscope_module(name SOURCES... DEPENDS targets...): one static library a folder.
function(spanscope_module name)
    cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC spanscope_options ${ARG_DEPENDS})
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

# spanscope_fuzz(name SOURCES... LIBRARIES...): one libFuzzer target; scripts/fuzz.sh runs all that are called fuzz_*.
function(spanscope_fuzz name)
    cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE spanscope_options ${ARG_LIBRARIES})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endfunction()

# spanscope_precompile(target HEADERS <header>... | FROM other): parses the large headers of a part of the window once.
# FROM takes those of another target, which has to be built with the same flags.
function(spanscope_precompile target)
    cmake_parse_arguments(ARG "" "FROM" "HEADERS" ${ARGN})
    if(NOT SPANSCOPE_PRECOMPILE)
        return()
    endif()
    target_compile_options(${target} PRIVATE -fpch-preprocess) # ccache asks for it
    if(ARG_FROM)
        target_precompile_headers(${target} REUSE_FROM ${ARG_FROM})
    else()
        target_precompile_headers(${target} PRIVATE ${ARG_HEADERS})
    endif()
endfunction()
