if(TARGET spanscope)
    # The window under test and what drives it.
    add_library(spanscope_ui_driven STATIC ${CMAKE_CURRENT_LIST_DIR}/driven_window.cpp)
    target_link_libraries(spanscope_ui_driven PUBLIC spanscope_options spanscope_ui_window Qt6::Test)
    target_compile_definitions(spanscope_ui_driven PRIVATE SPANSCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    set_target_properties(spanscope_ui_driven PROPERTIES POSITION_INDEPENDENT_CODE ON)
    spanscope_precompile(spanscope_ui_driven HEADERS <QtTest/QtTest> <QtWidgets/QtWidgets>)
    foreach(test journeys cases keys looks pages program smooth)
        spanscope_test(test_ui_${test} SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_${test}.cpp
            LIBRARIES spanscope_ui_driven)
        spanscope_precompile(test_ui_${test} FROM spanscope_ui_driven)
    endforeach()
    target_compile_definitions(test_ui_program PRIVATE SPANSCOPE_PROGRAM="$<TARGET_FILE:spanscope>")
    add_dependencies(test_ui_program spanscope)
    target_compile_definitions(test_ui_smooth PRIVATE SPANSCOPE_PYTHON="${SPANSCOPE_PYTHON}")
    if(TARGET spanscope_cli)
        spanscope_test(test_ui_kills
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_kills.cpp ${CMAKE_CURRENT_LIST_DIR}/kept_files.cpp
            LIBRARIES spanscope_ui_driven)
        spanscope_precompile(test_ui_kills FROM spanscope_ui_driven)
        target_compile_definitions(test_ui_kills PRIVATE SPANSCOPE_CLI="$<TARGET_FILE:spanscope_cli>")
        add_dependencies(test_ui_kills spanscope_cli)
    endif()
    if(SPANSCOPE_SANITIZE)
        target_compile_definitions(test_ui_smooth PRIVATE SPANSCOPE_SLOW_BUILD)
    endif()

    # A real X window: Xvfb is the display, xdotool the hand.
    find_program(XVFB_RUN_PROGRAM xvfb-run)
    find_program(XDOTOOL_PROGRAM xdotool)
    if(XVFB_RUN_PROGRAM AND XDOTOOL_PROGRAM)
        spanscope_test(test_ui_xvfb SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_xvfb.cpp LIBRARIES spanscope_ui_driven
            COMMAND ${XVFB_RUN_PROGRAM} -a -s "-screen 0 1400x900x24 -nolisten tcp" $<TARGET_FILE:test_ui_xvfb>)
        spanscope_precompile(test_ui_xvfb FROM spanscope_ui_driven)
        target_compile_definitions(test_ui_xvfb PRIVATE SPANSCOPE_XDOTOOL="${XDOTOOL_PROGRAM}")
        set_tests_properties(test_ui_xvfb PROPERTIES LABELS xvfb TIMEOUT 300
            ENVIRONMENT "QT_QPA_PLATFORM=xcb;TZ=UTC;LC_ALL=C.UTF-8")
        # libxkbcommon-x11 copies names out of the server's replies with strndup: they have a length and no
        # closing zero, which strict string checks take for a read past the end.
        set_property(TEST test_ui_xvfb PROPERTY
            ENVIRONMENT_MODIFICATION "ASAN_OPTIONS=string_append::strict_string_checks=0")
    else()
        add_test(NAME test_ui_xvfb COMMAND ${CMAKE_COMMAND} -E echo "xvfb-run or xdotool is not installed")
        set_tests_properties(test_ui_xvfb PROPERTIES LABELS xvfb SKIP_REGULAR_EXPRESSION "is not installed")
    endif()
endif()
