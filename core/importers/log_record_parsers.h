#pragma once
/// One reader per kind of record. Inside the importers only.

#include "core/importers/log_records.h"
#include "core/importers/log_text.h"

#include <string_view>

namespace spanscope {

/// The text around the wording that announced a record.
struct RecordText
{
    std::string_view before; ///< what stands left of it
    std::string_view after;  ///< what follows
};

/// What a reader says: how far it got in `after`.
struct RecordEnd
{
    RecordState state = RecordState::NotOne;
    std::size_t end = 0;
};

using RecordReader = RecordEnd (*)(const RecordText &, ReportedFact &);

// Work Division (log_work_division.cpp).
RecordEnd readWorkDivisionSpan(const RecordText &text, ReportedFact &fact);
RecordEnd readCannotSatisfy(const RecordText &text, ReportedFact &fact);
RecordEnd readMinimumSplit(const RecordText &text, ReportedFact &fact);
RecordEnd readNoValidSplit(const RecordText &text, ReportedFact &fact);
RecordEnd readReductionNeeded(const RecordText &text, ReportedFact &fact);
RecordEnd readWorkDivisionSplits(const RecordText &text, ReportedFact &fact);

// The span-overflow planner (log_planner_records.cpp).
RecordEnd readHintAnalysis(const RecordText &text, ReportedFact &fact);
RecordEnd readPlannerOp(const RecordText &text, ReportedFact &fact);
RecordEnd readDivisors(const RecordText &text, ReportedFact &fact);
RecordEnd readSearch(const RecordText &text, ReportedFact &fact);
RecordEnd readUnsupported(const RecordText &text, ReportedFact &fact);
RecordEnd readGroups(const RecordText &text, ReportedFact &fact);

// Hints and aborts (log_other_records.cpp).
RecordEnd readHintIgnored(const RecordText &text, ReportedFact &fact);
RecordEnd readTileGroups(const RecordText &text, ReportedFact &fact);
RecordEnd readEarOverflow(const RecordText &text, ReportedFact &fact);
RecordEnd readImmediate(const RecordText &text, ReportedFact &fact);
RecordEnd readInstruction(const RecordText &text, ReportedFact &fact);
RecordEnd readSplitting(const RecordText &text, ReportedFact &fact);
RecordEnd readVerification(const RecordText &text, ReportedFact &fact);
RecordEnd readChunkSize(const RecordText &text, ReportedFact &fact);

/// Integers of a printed value (`98000`) go to figures, everything else to details.
void storeValue(ReportedFact &fact, const std::string &key, const std::string &value);

} // namespace spanscope
