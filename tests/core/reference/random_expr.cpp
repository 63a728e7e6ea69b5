#include "tests/core/reference/random_expr.h"

#include <utility>

namespace reference {

using Kind = RefExpr::Kind;

namespace {

RefExpr add(RefExpr a, RefExpr b)
{
    return RefExpr::binary(Kind::Add, std::move(a), std::move(b));
}

RefExpr times(Wide c, RefExpr a)
{
    return RefExpr::binary(Kind::Multiply, RefExpr::integer(c), std::move(a));
}

RefExpr floorBy(RefExpr a, Wide d)
{
    return RefExpr::binary(Kind::FloorDivide, std::move(a), RefExpr::integer(d));
}

RefExpr modBy(RefExpr a, Wide m)
{
    return RefExpr::call("Mod", {std::move(a), RefExpr::integer(m)});
}

Int randomCoefficient(Random &random)
{
    if (random.chance(3)) {
        return random.between(1, Int{1} << 34);
    }
    return random.chance(50) ? random.pick<Int>({1, 2, 3, 4, 7, 32, 64, 65, 100, 128, 4096}) : random.between(1, 40);
}

Int randomDivisor(Random &random)
{
    return random.chance(60) ? random.pick<Int>({1, 2, 3, 4, 8, 16, 64, 128}) : random.between(1, 30);
}

RefExpr randomLeaf(Random &random, const std::vector<std::string> &symbols)
{
    if (random.chance(20)) {
        return RefExpr::integer(random.between(0, 130));
    }
    RefExpr symbol = RefExpr::symbol(random.pick(symbols));
    return random.chance(50) ? symbol : times(randomCoefficient(random), std::move(symbol));
}

} // namespace

RefExpr randomExpr(Random &random, const std::vector<std::string> &symbols, int depth)
{
    if (depth <= 0 || random.chance(8)) {
        return randomLeaf(random, symbols);
    }
    const auto inner = [&] { return randomExpr(random, symbols, depth - 1); };
    const Int choice = random.below(100);
    if (choice < 28) {
        return add(inner(), inner());
    }
    if (choice < 38) {
        return RefExpr::binary(Kind::Subtract, inner(), inner());
    }
    if (choice < 52) {
        return times(randomCoefficient(random), inner());
    }
    if (choice < 56) {
        return RefExpr::binary(Kind::Multiply, inner(), inner());
    }
    if (choice < 72) {
        return floorBy(inner(), randomDivisor(random));
    }
    if (choice < 88) {
        return modBy(inner(), randomDivisor(random));
    }
    if (choice < 94) {
        return RefExpr::call("ModularIndexing", {inner(), RefExpr::integer(randomDivisor(random)),
                                                 RefExpr::integer(randomDivisor(random))});
    }
    RefExpr left = RefExpr::binary(Kind::Divide, inner(), RefExpr::integer(randomDivisor(random)));
    RefExpr right = RefExpr::binary(Kind::Divide, inner(), RefExpr::integer(randomDivisor(random)));
    return RefExpr::call("floor", {add(std::move(left), std::move(right))});
}

namespace {

int levelOf(Kind kind)
{
    switch (kind) {
    case Kind::Add:
    case Kind::Subtract:
        return 1;
    case Kind::Multiply:
    case Kind::Divide:
    case Kind::FloorDivide:
        return 2;
    default:
        return 3;
    }
}

std::string spell(Random &random, const RefExpr &e, int level);

std::string spellFloor(Random &random, const RefExpr &e)
{
    const std::string d = spell(random, e.args[1], 3);
    switch (random.below(5)) {
    case 0:
        return "floor(" + spell(random, e.args[0], 2) + "/" + d + ")";
    case 1:
        return "FloorDiv(" + spell(random, e.args[0], 0) + ", " + d + ")";
    case 2:
        return "CleanDiv(" + spell(random, e.args[0], 0) + "," + d + ")";
    case 3:
        return "floor((" + spell(random, e.args[0], 0) + ")/(" + d + "))";
    default:
        return "(" + spell(random, e.args[0], 2) + "//" + d + ")";
    }
}

std::string spellCall(Random &random, const RefExpr &e)
{
    std::string name = e.name;
    std::string middle;
    if (name == "Mod") {
        name = random.pick<const char *>({"Mod", "Mod", "PythonMod", "ModularIndexing"});
        middle = name == "ModularIndexing" ? "1, " : "";
    }
    std::string out = name + "(";
    for (std::size_t i = 0; i < e.args.size(); ++i) {
        out += (i == 0 ? "" : ", ") + (i == 1 ? middle : "") + spell(random, e.args[i], 0);
    }
    return out + ")";
}

std::string spell(Random &random, const RefExpr &e, int level)
{
    const std::string space = random.chance(30) ? " " : "";
    std::string out;
    switch (e.kind) {
    case Kind::Add:
    case Kind::Subtract:
        out = spell(random, e.args[0], 1) + space + (e.kind == Kind::Add ? "+" : "-") + space +
              spell(random, e.args[1], 2);
        break;
    case Kind::Multiply:
    case Kind::Divide:
        out = spell(random, e.args[0], 2) + (e.kind == Kind::Multiply ? "*" : "/") + spell(random, e.args[1], 3);
        break;
    case Kind::FloorDivide:
        return spellFloor(random, e);
    case Kind::Call:
        out = spellCall(random, e);
        break;
    default:
        out = e.toString();
        break;
    }
    const bool needed = levelOf(e.kind) < level;
    return needed || random.chance(10) ? "(" + space + out + ")" : out;
}

} // namespace

std::string randomSpelling(Random &random, const RefExpr &expr)
{
    return spell(random, expr, 0);
}

namespace {

RefExpr rewriteSum(Random &random, const RefExpr &e, RefExpr a, RefExpr b)
{
    if (e.kind == Kind::Add) {
        return random.chance(50) ? add(std::move(b), std::move(a)) : add(std::move(a), std::move(b));
    }
    // a - b = a + (-1)*b
    return random.chance(50) ? add(std::move(a), times(-1, std::move(b)))
                             : RefExpr::binary(Kind::Subtract, std::move(a), std::move(b));
}

RefExpr rewriteFloor(Random &random, RefExpr a, Wide d)
{
    if (random.chance(40)) {
        const Wide k = random.between(2, 5);
        return floorBy(times(k, std::move(a)), k * d);
    }
    if (random.chance(30)) {
        // Whole multiples leave the floor.
        const Wide k = random.between(1, 4);
        return add(floorBy(add(std::move(a), RefExpr::integer(k * d)), d), RefExpr::integer(-k));
    }
    return floorBy(std::move(a), d);
}

RefExpr rewriteMod(Random &random, RefExpr a, Wide m, const std::string &symbol)
{
    switch (random.below(4)) {
    case 0:
        return modBy(add(std::move(a), RefExpr::integer(m * random.between(1, 5))), m);
    case 1:
        return modBy(add(std::move(a), times(m * random.between(1, 5), RefExpr::symbol(symbol))), m);
    case 2:
        return modBy(modBy(std::move(a), m * random.between(1, 4)), m);
    default:
        return modBy(std::move(a), m);
    }
}

} // namespace

RefExpr randomRewrite(Random &random, const RefExpr &e)
{
    if (e.kind == Kind::Number || e.kind == Kind::Symbol) {
        return e;
    }
    std::vector<RefExpr> a;
    for (const RefExpr &arg : e.args) {
        a.push_back(randomRewrite(random, arg));
    }
    switch (e.kind) {
    case Kind::Add:
    case Kind::Subtract:
        return rewriteSum(random, e, std::move(a[0]), std::move(a[1]));
    case Kind::Multiply:
        if (e.args[0].kind == Kind::Number && a[1].kind == Kind::Add && random.chance(70)) {
            return add(times(e.args[0].number, a[1].args[0]), times(e.args[0].number, a[1].args[1]));
        }
        return RefExpr::binary(Kind::Multiply, std::move(a[1]), std::move(a[0]));
    case Kind::FloorDivide:
        return rewriteFloor(random, std::move(a[0]), e.args[1].number);
    case Kind::Call:
        if (e.name == "Mod") {
            return rewriteMod(random, std::move(a[0]), e.args[1].number, "d0");
        }
        if (e.name == "ModularIndexing") {
            return modBy(floorBy(std::move(a[0]), e.args[1].number), e.args[2].number);
        }
        return RefExpr::call(e.name, std::move(a));
    default:
        return e;
    }
}

} // namespace reference
