if(TARGET spanscope)
    spanscope_test(test_ui_journeys
        SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_journeys.cpp ${CMAKE_CURRENT_LIST_DIR}/driven_window.cpp
        LIBRARIES spanscope_ui_window)
    spanscope_test(test_ui_looks
        SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_looks.cpp ${CMAKE_CURRENT_LIST_DIR}/driven_window.cpp
        LIBRARIES spanscope_ui_window)
    spanscope_test(test_ui_program SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_program.cpp
        ${CMAKE_CURRENT_LIST_DIR}/driven_window.cpp LIBRARIES spanscope_ui_window)
    target_compile_definitions(test_ui_program PRIVATE SPANSCOPE_PROGRAM="$<TARGET_FILE:spanscope>")
    add_dependencies(test_ui_program spanscope)
    spanscope_test(test_ui_smooth SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_smooth.cpp
        ${CMAKE_CURRENT_LIST_DIR}/driven_window.cpp LIBRARIES spanscope_ui_window)
    target_compile_definitions(test_ui_smooth PRIVATE SPANSCOPE_PYTHON="${SPANSCOPE_PYTHON}"
        $<$<BOOL:${SPANSCOPE_SANITIZE}>:SPANSCOPE_SLOW_BUILD>)
endif()
