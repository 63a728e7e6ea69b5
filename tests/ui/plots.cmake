if(TARGET spanscope_ui_plots)
    add_library(spanscope_ui_samples STATIC sample_audits.cpp sample_graphs.cpp)
    target_link_libraries(spanscope_ui_samples PUBLIC spanscope_ui_options spanscope_ui_theme spanscope_core Qt6::Test
        Qt6::Widgets)
    foreach(plot pressure overview combo graph)
        spanscope_test(test_plots_${plot} SOURCES test_plots_${plot}.cpp
            LIBRARIES spanscope_ui_plots spanscope_ui_samples)
    endforeach()
    spanscope_test(test_widgets SOURCES test_widgets.cpp LIBRARIES spanscope_ui_widgets spanscope_ui_samples)
    spanscope_test(test_theme SOURCES test_theme.cpp LIBRARIES spanscope_ui_theme)
endif()
