#include "core/layout/coordinates.h"

#include <algorithm>
#include <numeric>

namespace spanscope {

namespace {

/// The terms of an index that hold symbols which the dep does not list.
struct DataPart
{
    Expr expr;
    Int step = 0; ///< every value of the part is a multiple of it; 0: there is none, or nothing can be said
};

DataPart dataPartOf(const Dep &dep)
{
    const auto isListed = [&dep](const std::string &symbol) {
        return std::any_of(dep.ranges.begin(), dep.ranges.end(),
                           [&symbol](const SymbolRange &range) { return range.symbol == symbol; });
    };
    DataPart part;
    bool simple = true;
    for (const Monomial &term : dep.index.terms()) {
        const bool data = std::any_of(term.atoms.begin(), term.atoms.end(), [&](const AtomPtr &atom) {
            return !std::all_of(atom->symbols.begin(), atom->symbols.end(), isListed);
        });
        if (data) {
            simple = simple && term.atoms.size() == 1 && term.atoms.front()->kind == Atom::Kind::Symbol;
            part.expr = part.expr + Expr::sum({term}, 0);
            part.step = std::gcd(part.step, term.coefficient);
        }
    }
    part.step = simple ? part.step : 0;
    return part;
}

} // namespace

std::vector<std::optional<Expr>> dataDependence(const Dep &dep, std::span<const Int> size, std::span<const Int> stride)
{
    std::vector<std::optional<Expr>> out(size.size());
    if (!dep.indirect) {
        return out;
    }
    const DataPart data = dataPartOf(dep);
    for (std::size_t i = 0; i < size.size(); ++i) {
        if (size[i] == 1) {
            continue;
        }
        Int next = 0; // none
        for (std::size_t j = 0; j < size.size(); ++j) {
            if (size[j] > 1 && stride[j] > stride[i] && (next == 0 || stride[j] < next)) {
                next = stride[j];
            }
        }
        if (data.step == 0 || stride[i] <= 0) {
            out[i] = Expr();
        } else if (next == 0 || data.step % next != 0) {
            out[i] = Expr::floorDiv(next == 0 ? data.expr : Expr::mod(data.expr, next), stride[i]);
        }
    }
    return out;
}

} // namespace spanscope
