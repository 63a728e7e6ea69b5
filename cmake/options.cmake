# One interface target carries the warnings and sanitizers of all our own code.
add_library(spanscope_options INTERFACE)
target_compile_options(spanscope_options INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    $<$<BOOL:${SPANSCOPE_WERROR}>:-Werror>)
target_include_directories(spanscope_options INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
if(SPANSCOPE_SANITIZE)
    target_compile_options(spanscope_options INTERFACE
        -fsanitize=${SPANSCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(spanscope_options INTERFACE -fsanitize=${SPANSCOPE_SANITIZE})
endif()

# spanscope_module(name SOURCES... DEPENDS targets...): one static library a folder.
function(spanscope_module name)
    cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
    add_library(${name} STATIC ${ARG_SOURCES})
    target_link_libraries(${name} PUBLIC spanscope_options ${ARG_DEPENDS})
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()
