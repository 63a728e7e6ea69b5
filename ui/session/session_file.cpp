#include "ui/session/session_file.h"

#include "core/base/input_error.h"
#include "ui/models/text.h"

#include <QFile>
#include <QSaveFile>

#include <nlohmann/json.hpp>

namespace spanscope::ui {

namespace {

using Json = nlohmann::ordered_json;
constexpr const char *kFormat = "spyre-span-session";

Json levelsJson(const Levels &levels)
{
    Json list = Json::array();
    for (const Level &level : levels) {
        list.push_back({{"host_dim", level.hostDim.index}, {"split_count", level.splitCount}});
    }
    return list;
}

Levels readLevels(const Json &list)
{
    Levels levels;
    for (const Json &level : list) {
        const Int count = level.at("split_count").get<Int>();
        if (count < 1) {
            throw InputError({}, {}, "a split count must be at least 1");
        }
        levels.push_back(Level{.hostDim = HostDim{level.at("host_dim").get<int>()}, .splitCount = count});
    }
    return normalized(std::move(levels));
}

Json levelsByOp(const std::map<std::string, Levels> &map)
{
    Json object = Json::object();
    for (const auto &[op, levels] : map) {
        object[op] = levelsJson(levels);
    }
    return object;
}

std::map<std::string, Levels> readLevelsByOp(const Json &object)
{
    std::map<std::string, Levels> map;
    for (const auto &[op, levels] : object.items()) {
        map[op] = readLevels(levels);
    }
    return map;
}

template <typename T> void put(Json &object, const char *key, const std::optional<T> &value)
{
    if (value) {
        object[key] = *value;
    }
}

template <typename T> void take(const Json &object, const char *key, std::optional<T> &value)
{
    if (const auto found = object.find(key); found != object.end() && !found->is_null()) {
        value = found->get<T>();
    }
}

Json rulesJson(const RuleChoice &rules)
{
    Json object = Json::object();
    put(object, "preset", rules.preset);
    put(object, "max_span_bytes", rules.maxSpanBytes);
    put(object, "max_tile_dims", rules.maxTileDims);
    put(object, "max_splits_per_dim", rules.maxSplitsPerDim);
    put(object, "max_tile_combos", rules.maxTileCombos);
    put(object, "max_auto_split", rules.maxAutoSplit);
    put(object, "reduction_join", rules.reductionJoin);
    put(object, "validation_divides_twice", rules.validationDividesTwice);
    return object;
}

RuleChoice readRules(const Json &object)
{
    RuleChoice rules;
    take(object, "preset", rules.preset);
    take(object, "max_span_bytes", rules.maxSpanBytes);
    take(object, "max_tile_dims", rules.maxTileDims);
    take(object, "max_splits_per_dim", rules.maxSplitsPerDim);
    take(object, "max_tile_combos", rules.maxTileCombos);
    take(object, "max_auto_split", rules.maxAutoSplit);
    take(object, "reduction_join", rules.reductionJoin);
    take(object, "validation_divides_twice", rules.validationDividesTwice);
    if (!rulesFor(rules, std::nullopt)) {
        throw InputError({}, "/rules/preset", "unknown rules preset");
    }
    return rules;
}

Json graphJson(const SessionGraph &graph)
{
    Json aliases = Json::object();
    for (const auto &[op, names] : graph.choices.aliases) {
        Json list = Json::array();
        for (const auto &[dim, alias] : names) {
            list.push_back({{"host_dim", dim}, {"alias", alias}});
        }
        aliases[op] = std::move(list);
    }
    Json object = {{"path", graph.path.toStdString()},
                   {"sha256", graph.sha256.toStdString()},
                   {"graph_index", graph.graphIndex},
                   {"selected_op", graph.selectedOp.toStdString()},
                   {"splits", levelsByOp(graph.choices.splits)},
                   {"follows_plan", graph.choices.followsPlan},
                   {"pins", levelsByOp(graph.choices.pins)},
                   {"aliases", std::move(aliases)},
                   {"excluded_groups", graph.choices.excludedGroups}};
    if (!graph.text.isEmpty()) {
        object["text"] = graph.text.toStdString();
    }
    return object;
}

SessionGraph readGraph(const Json &object)
{
    SessionGraph graph;
    graph.path = qs(object.value("path", std::string()));
    graph.text = qs(object.value("text", std::string()));
    graph.sha256 = QByteArray::fromStdString(object.value("sha256", std::string()));
    graph.graphIndex = object.value("graph_index", 0);
    graph.selectedOp = qs(object.value("selected_op", std::string()));
    graph.choices.splits = readLevelsByOp(object.value("splits", Json::object()));
    graph.choices.followsPlan = object.value("follows_plan", std::set<std::string>());
    graph.choices.pins = readLevelsByOp(object.value("pins", Json::object()));
    const Json aliases = object.value("aliases", Json::object());
    for (const auto &[op, names] : aliases.items()) {
        for (const Json &name : names) {
            graph.choices.aliases[op].emplace_back(name.at("host_dim").get<int>(), name.at("alias").get<std::string>());
        }
    }
    graph.choices.excludedGroups = object.value("excluded_groups", std::set<std::string>());
    return graph;
}

SessionData readDocument(const Json &document)
{
    if (document.value("format", std::string()) != kFormat) {
        throw InputError({}, "/format", "not a SpanScope session");
    }
    if (document.value("version", 0) != 1) {
        throw InputError({}, "/version", "this version of the session format is not known");
    }
    SessionData session;
    for (const Json &graph : document.at("graphs")) {
        session.graphs.push_back(readGraph(graph));
    }
    session.current = document.value("current", 0);
    session.rules = readRules(document.value("rules", Json::object()));
    session.ignoreSwitches = document.value("ignore_switches", true);
    const Json window = document.value("window", Json::object());
    session.windowGeometry = QByteArray::fromBase64(QByteArray::fromStdString(window.value("geometry", std::string())));
    session.windowState = QByteArray::fromBase64(QByteArray::fromStdString(window.value("state", std::string())));
    return session;
}

} // namespace

std::string writeSession(const SessionData &session)
{
    Json document = {{"format", kFormat}, {"version", 1}};
    document["graphs"] = Json::array();
    for (const SessionGraph &graph : session.graphs) {
        document["graphs"].push_back(graphJson(graph));
    }
    document["current"] = session.current;
    document["rules"] = rulesJson(session.rules);
    document["ignore_switches"] = session.ignoreSwitches;
    document["window"] = {{"geometry", session.windowGeometry.toBase64().toStdString()},
                          {"state", session.windowState.toBase64().toStdString()}};
    return document.dump(2) + "\n";
}

SessionData readSession(const std::string &json, const std::string &file)
{
    try {
        return readDocument(Json::parse(json));
    } catch (const InputError &error) {
        throw InputError(file, error.place(), error.reason());
    } catch (const Json::exception &error) {
        throw InputError(file, {}, error.what());
    }
}

bool writeWhole(const QByteArray &bytes, const QString &path, QString *error)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) {
        return true;
    }
    if (error != nullptr) {
        *error = file.errorString();
    }
    return false;
}

bool saveSession(const SessionData &session, const QString &path, QString *error)
{
    return writeWhole(QByteArray::fromStdString(writeSession(session)), path, error);
}

SessionData loadSession(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        throw InputError(path.toStdString(), {}, file.errorString().toStdString());
    }
    return readSession(file.readAll().toStdString(), path.toStdString());
}

} // namespace spanscope::ui
