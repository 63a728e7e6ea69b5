spanscope_test(test_ui_session SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_session.cpp LIBRARIES spanscope_ui_session)
spanscope_test(test_ui_jobs SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_jobs.cpp LIBRARIES spanscope_ui_session)
spanscope_test(test_ui_workspace SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_ui_workspace.cpp LIBRARIES spanscope_ui_session)
