spanscope_test(test_ui_queries SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_queries.cpp LIBRARIES spanscope_ui_models)
spanscope_test(test_ui_models
    SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_models.cpp ${CMAKE_CURRENT_LIST_DIR}/analysed.cpp
    LIBRARIES spanscope_ui_models)
spanscope_test(test_ui_bench
    SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_bench.cpp ${CMAKE_CURRENT_LIST_DIR}/analysed.cpp
    LIBRARIES spanscope_ui_models)
