/// Device layouts and coordinates: known values, and every element of small tensors walked.

#include "core/layout/coordinates.h"
#include "core/layout/layouts.h"
#include "tests/core/reference/random.h"
#include "tests/core/reference/ref_layout.h"

#include <QTest>

#include <numeric>
#include <set>

using namespace spanscope;
using reference::Ints;
using reference::Random;
using reference::RefDevice;
using reference::RefIndex;
using reference::Values;

namespace {

std::string textOf(const Ints &values)
{
    std::string out = "[";
    for (const Int v : values) {
        out += (out.size() == 1 ? "" : ", ") + std::to_string(v);
    }
    return out + "]";
}

std::string textOf(const RefDevice &device)
{
    return textOf(device.size) + " / " + textOf(device.map) + " E " + std::to_string(device.stick);
}

RefDevice refOf(const StaticDeviceLayout &device)
{
    return {device.deviceSize, device.strideMap, device.elemsPerStick};
}

StaticDeviceLayout engineOf(const RefDevice &device)
{
    return {device.size, device.map, device.stick};
}

Int product(const Ints &values, std::size_t from = 0)
{
    return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(from), values.end(), Int{1},
                           std::multiplies<>());
}

/// Calls visit(index) for every index of a size, the last dim fastest.
template <typename Visit> void forEachIndex(const Ints &size, const Visit &visit)
{
    Ints index(size.size(), 0);
    for (Int n = 0; n < product(size); ++n) {
        visit(index);
        for (std::size_t d = size.size(); d-- > 0;) {
            if (++index[d] < size[d]) {
                break;
            }
            index[d] = 0;
        }
    }
}

/// A small tensor: host size, a permutation of contiguous strides, and a dim order.
struct Tensor
{
    Ints size;
    Ints stride;
    std::vector<int> order;
    Int stick = 64;
    [[nodiscard]] std::string text() const
    {
        return "size " + textOf(size) + " stride " + textOf(stride) + " order " +
               textOf(Ints(order.begin(), order.end())) + " E " + std::to_string(stick);
    }
};

Tensor randomTensor(Random &random)
{
    Tensor t;
    t.stick = random.pick<Int>({32, 64, 64, 128});
    const auto n = static_cast<std::size_t>(random.between(1, 4));
    const Int top = n <= 2 ? 200 : n == 3 ? 70 : 12;
    for (std::size_t d = 0; d < n; ++d) {
        t.size.push_back(random.chance(15)   ? 1
                         : random.chance(30) ? random.pick<Int>({2, 4, 8, 64, 128})
                                             : random.between(2, top));
        t.order.push_back(static_cast<int>(d));
    }
    while (product(t.size) > 40'000) {
        Int &largest = *std::max_element(t.size.begin(), t.size.end());
        largest = std::max<Int>(1, largest / 2);
    }
    if (random.chance(60)) {
        random.shuffle(t.order);
    }
    // Host strides: contiguous in some dim order, maybe with padding between rows.
    std::vector<std::size_t> memory(n);
    std::iota(memory.begin(), memory.end(), 0);
    if (random.chance(30)) {
        random.shuffle(memory);
    }
    t.stride.assign(n, 1);
    Int step = 1;
    for (std::size_t k = n; k-- > 0;) {
        t.stride[memory[k]] = step;
        step *= t.size[memory[k]] + (random.chance(10) ? random.between(1, 5) : 0);
    }
    return t;
}

/// One symbol per dim of size > 1: the plain index of a tensor, and its ranges.
RefIndex plainIndex(const Tensor &t, Values &ranges)
{
    RefIndex index;
    for (std::size_t d = 0; d < t.size.size(); ++d) {
        if (t.size[d] > 1) {
            const std::string name = "d" + std::to_string(d);
            index.terms.push_back({name, t.stride[d], 1, 0});
            ranges[name] = t.size[d];
        }
    }
    return index;
}

Dep depOf(const RefIndex &index, const Values &ranges)
{
    Dep dep;
    dep.buffer = "b";
    dep.indexText = index.text();
    dep.index = parseExpr(dep.indexText).expr;
    for (const auto &[name, range] : ranges) {
        dep.ranges.push_back({name, range});
    }
    return dep;
}

/// The engine's coordinates as expressions of the reference evaluator.
std::vector<reference::RefExpr> engineCoordinates(const Dep &dep, const Ints &size, const Ints &stride)
{
    const DepIndex index(dep);
    std::vector<Coordinate> coordinates;
    index.coordinates(size, stride, index.ranges(), coordinates);
    std::vector<reference::RefExpr> out;
    for (const Coordinate &c : coordinates) {
        out.push_back(reference::parseReference(toExpr(c, index.symbols()).toString()).value());
    }
    return out;
}

} // namespace

class TestLayoutValues : public QObject
{
    Q_OBJECT
private slots:
    void knownDefaults_data();
    void knownDefaults();
    void ordersThatDoNotFit();
    void defaultsPlaceEveryElement();
    void coordinatesPlaceEveryElement();
    void coordinatesOfViews();
    void resizeFollowsTheRules();
    void resizeOfDefaultsIsTheDefaultOfTheTile();
};

void TestLayoutValues::knownDefaults_data()
{
    QTest::addColumn<std::vector<Int>>("size");
    QTest::addColumn<std::vector<int>>("order");
    QTest::addColumn<std::vector<Int>>("deviceSize");
    QTest::addColumn<std::vector<Int>>("strideMap");
    const auto row = [](const char *name, Ints size, std::vector<int> order, Ints deviceSize, Ints map) {
        QTest::newRow(name) << size << order << deviceSize << map;
    };
    row("120", {120}, {}, {2, 64}, {64, 1});
    row("512x240", {512, 240}, {}, {4, 512, 64}, {64, 240, 1});
    row("1x8195x256x64", {1, 8195, 256, 64}, {}, {8195, 256, 1, 1, 64}, {16384, 64, 64, -1, 1});
    row("5x100x150", {5, 100, 150}, {}, {100, 3, 5, 64}, {150, 64, 15000, 1});
    row("512x8x256", {512, 8, 256}, {1, 2, 0}, {256, 8, 8, 64}, {1, 131072, 256, 2048});
    row("sparse 512x256", {512, 256}, {0, 1, -1}, {256, 1, 512, 64}, {1, -1, 256, -1});
    row("128x1", {128, 1}, {}, {1, 128, 64}, {-1, 1, -1});
    row("restickified weight", {131072, 5120}, {1, 0}, {2048, 5120, 64}, {327680, 1, 5120});
    row("scalar", {}, {}, {1, 64}, {-1, -1});
}

void TestLayoutValues::knownDefaults()
{
    QFETCH(std::vector<Int>, size);
    QFETCH(std::vector<int>, order);
    QFETCH(std::vector<Int>, deviceSize);
    QFETCH(std::vector<Int>, strideMap);
    const auto layout = defaultDeviceLayout(size, contiguousStrides(size), 64, order);
    QVERIFY(layout.has_value());
    QCOMPARE(layout->deviceSize, deviceSize);
    QCOMPARE(layout->strideMap, strideMap);
    QCOMPARE(layout->elemsPerStick, Int{64});
    const auto made = makeLayout(size, "float16", order);
    QVERIFY(made && made->isFixedTiled());
    const auto fixed = staticLayout(*made);
    QVERIFY(fixed.has_value());
    QCOMPARE(fixed->device.deviceSize, deviceSize);
    QCOMPARE(fixed->device.strideMap, strideMap);
    QCOMPARE(fixed->itemBytes, Int{2});
}

void TestLayoutValues::ordersThatDoNotFit()
{
    const Ints seven(7, 2);
    QVERIFY(!defaultDeviceLayout(seven, contiguousStrides(seven), 64).has_value());
    const Ints six(6, 2);
    QVERIFY(defaultDeviceLayout(six, contiguousStrides(six), 64).has_value());
    QVERIFY(defaultDeviceLayout(six, contiguousStrides(six), 64, {0, 1, 2, 3, 4, 5, -1}).has_value());
    const Ints two{4, 8};
    for (const std::vector<int> &order :
         std::vector<std::vector<int>>{{0}, {0, 2}, {0, 0}, {-1, 0}, {0, 1, 1}, {0, 1, -2}}) {
        QVERIFY(!defaultDeviceLayout(two, {8, 1}, 64, order).has_value());
    }
}

void TestLayoutValues::defaultsPlaceEveryElement()
{
    const std::uint64_t seed = reference::seedOf(20260711);
    Random random(seed);
    for (int i = 0; i < reference::scaled(100); ++i) {
        Tensor t = randomTensor(random);
        if (random.chance(15)) {
            t.order.push_back(-1);
        }
        const std::string what = "seed " + std::to_string(seed) + ": " + t.text();
        const auto layout = defaultDeviceLayout(t.size, t.stride, t.stick, t.order);
        QVERIFY2(layout.has_value(), what.c_str());
        const RefDevice want = reference::defaultDevice(t.size, t.stride, t.stick, t.order);
        QVERIFY2(refOf(*layout) == want, (what + " got " + textOf(refOf(*layout)) + " want " + textOf(want)).c_str());
        std::set<Int> addresses;
        forEachIndex(t.size, [&](const Ints &index) {
            const Ints place = reference::elementPlace(index, t.stick, t.order);
            Int address = 0;
            Int element = 0;
            for (std::size_t j = 0; j < place.size(); ++j) {
                QVERIFY2(place[j] < layout->deviceSize[j], what.c_str());
                address += place[j] * product(layout->deviceSize, j + 1);
                element += layout->strideMap[j] < 0 ? 0 : place[j] * layout->strideMap[j];
            }
            addresses.insert(address);
            // stride_map leads from the device indices back to the host element.
            const Int host = std::inner_product(index.begin(), index.end(), t.stride.begin(), Int{0});
            QVERIFY2(element == host, (what + " at " + textOf(index)).c_str());
        });
        QCOMPARE(static_cast<Int>(addresses.size()), product(t.size));
    }
}

void TestLayoutValues::coordinatesPlaceEveryElement()
{
    const std::uint64_t seed = reference::seedOf(20260712);
    Random random(seed);
    for (int i = 0; i < reference::scaled(100); ++i) {
        const Tensor t = randomTensor(random);
        Values ranges;
        const RefIndex index = plainIndex(t, ranges);
        const Dep dep = depOf(index, ranges);
        const auto layout = defaultDeviceLayout(t.size, t.stride, t.stick, t.order);
        QVERIFY(layout.has_value());
        const auto coordinates = engineCoordinates(dep, layout->deviceSize, layout->strideMap);
        const auto host = engineCoordinates(dep, t.size, t.stride);
        const std::string what = "seed " + std::to_string(seed) + ": " + t.text() + " index " + dep.indexText;
        forEachIndex(t.size, [&](const Ints &element) {
            Values values;
            for (std::size_t d = 0; d < element.size(); ++d) {
                values["d" + std::to_string(d)] = element[d];
            }
            const Ints place = reference::elementPlace(element, t.stick, t.order);
            for (std::size_t j = 0; j < place.size(); ++j) {
                const auto got = reference::evaluate(coordinates[j], values);
                QVERIFY2(got && *got == place[j],
                         (what + ": dim " + std::to_string(j) + " is " + coordinates[j].toString()).c_str());
            }
            for (std::size_t d = 0; d < element.size(); ++d) {
                const auto got = reference::evaluate(host[d], values);
                QVERIFY2(got && *got == element[d], (what + ": host dim " + std::to_string(d)).c_str());
            }
        });
    }
}

void TestLayoutValues::coordinatesOfViews()
{
    // Any sum of c*v, c*Mod(v, m), c*floor(v/d) and c*Mod(floor(v/d), m) over any layout: the engine's
    // coordinates have the reference's value at every value of the symbols.
    const std::uint64_t seed = reference::seedOf(20260713);
    Random random(seed);
    for (int i = 0; i < reference::scaled(1000); ++i) {
        const Tensor t = randomTensor(random);
        RefDevice device = reference::defaultDevice(t.size, t.stride, t.stick, t.order);
        Values ranges;
        RefIndex index;
        const Int symbols = random.between(1, 3);
        for (Int k = 0; k < symbols; ++k) {
            const std::string name = "c" + std::to_string(k);
            ranges[name] = random.chance(8) ? 1 : random.between(2, 150);
            for (Int n = random.chance(25) ? 2 : 1; n > 0; --n) {
                index.terms.push_back({name, random.chance(50) ? random.pick(t.stride) : random.between(1, 200),
                                       random.chance(30) ? random.between(2, 64) : 1,
                                       random.chance(35) ? random.between(2, 160) : 0});
            }
        }
        index.constant = random.chance(20) ? random.between(1, 300) : 0;
        const Dep dep = depOf(index, ranges);
        const auto want = reference::coordinatesOf(device.size, device.map, ranges, index);
        const auto got = engineCoordinates(dep, device.size, device.map);
        for (int n = 0; n < 40; ++n) {
            Values values;
            for (const auto &[name, range] : ranges) {
                values[name] = n == 0 ? range - 1 : random.below(range);
            }
            for (std::size_t j = 0; j < got.size(); ++j) {
                const auto value = reference::evaluate(got[j], values);
                const std::string what = "seed " + std::to_string(seed) + ": " + textOf(device) + " index " +
                                         dep.indexText + " c0<" + std::to_string(ranges["c0"]) + " dim " +
                                         std::to_string(j) + ": " + got[j].toString() + " want " +
                                         std::to_string(reference::valueAt(want[j], values));
                QVERIFY2(value && *value == reference::valueAt(want[j], values), what.c_str());
            }
        }
    }
}

void TestLayoutValues::resizeFollowsTheRules()
{
    const std::uint64_t seed = reference::seedOf(20260714);
    Random random(seed);
    int placed = 0;
    for (int i = 0; i < reference::scaled(4000); ++i) {
        const Tensor t = randomTensor(random);
        RefDevice device = reference::defaultDevice(t.size, t.stride, t.stick, t.order);
        if (random.chance(10)) {
            random.shuffle(device.map);
        }
        Ints tile = t.size;
        for (Int &n : tile) {
            const Int d = random.between(1, 8);
            n = random.chance(50) && n % d == 0 ? n / d : n;
        }
        const auto want = reference::resized(device, t.size, tile);
        const ResizeResult got = resizeDeviceLayout(engineOf(device), t.size, tile);
        const std::string what = "seed " + std::to_string(seed) + ": " + t.text() + " " + textOf(device) + " to " +
                                 textOf(tile) + " got " + (got.layout ? textOf(refOf(*got.layout)) : got.error) +
                                 " want " + (want ? textOf(*want) : "an error");
        QVERIFY2(got.layout.has_value() == want.has_value(), what.c_str());
        QVERIFY2(!want || refOf(*got.layout) == *want, what.c_str());
        QVERIFY2(want || !got.error.empty(), what.c_str());
        placed += want ? 1 : 0;
    }
    QVERIFY(placed > reference::scaled(2000));
}

void TestLayoutValues::resizeOfDefaultsIsTheDefaultOfTheTile()
{
    // Where no two dims can be mistaken for each other, the tile lies as a tensor of its own would.
    const std::uint64_t seed = reference::seedOf(20260715);
    Random random(seed);
    for (int i = 0; i < reference::scaled(2000); ++i) {
        Ints size;
        const Ints pool{6, 10, 14, 18, 22, 26, 34, 38};
        while (size.size() < 3) {
            const Int n = random.pick(pool) * 2;
            if (std::find(size.begin(), size.end(), n) == size.end()) {
                size.push_back(n);
            }
        }
        size.back() = 64 * random.pick<Int>({50, 54, 58, 62}); // sticks differ from every other dim
        Ints tile = size;
        tile[0] /= random.pick<Int>({1, 2});
        tile[1] /= random.pick<Int>({1, 2});
        tile[2] /= random.pick<Int>({1, 2});
        const auto device = defaultDeviceLayout(size, contiguousStrides(size), 64);
        const auto want = defaultDeviceLayout(tile, contiguousStrides(tile), 64);
        const ResizeResult got = resizeDeviceLayout(*device, size, tile);
        QVERIFY2(got.layout.has_value(), (textOf(size) + " to " + textOf(tile) + ": " + got.error).c_str());
        QVERIFY2(*got.layout == *want, (textOf(size) + " to " + textOf(tile)).c_str());
    }
}

QTEST_APPLESS_MAIN(TestLayoutValues)
#include "test_layout_values.moc"
