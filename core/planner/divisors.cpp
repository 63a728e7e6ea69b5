#include "core/planner/splits.h"

#include <algorithm>
#include <numeric>

// A range may be any 63-bit integer: trial division alone would take seconds for a large prime.

namespace spanscope {

namespace {

__extension__ using Wide = unsigned __int128;
using Word = std::uint64_t;

constexpr Word kTrialLimit = 1000;

Word multiply(Word a, Word b, Word m)
{
    return static_cast<Word>(static_cast<Wide>(a) * b % m);
}

Word power(Word base, Word exponent, Word m)
{
    Word out = 1;
    for (; exponent > 0; exponent >>= 1) {
        if ((exponent & 1) != 0) {
            out = multiply(out, base, m);
        }
        base = multiply(base, base, m);
    }
    return out;
}

/// Miller-Rabin with the bases that decide every 64-bit number.
bool isPrime(Word n)
{
    constexpr Word kBases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    if (n < 2) {
        return false;
    }
    for (const Word p : kBases) {
        if (n % p == 0) {
            return n == p;
        }
    }
    const int twos = __builtin_ctzll(n - 1);
    const Word odd = (n - 1) >> twos;
    for (const Word base : kBases) {
        Word x = power(base, odd, n);
        bool witness = x != 1 && x != n - 1;
        for (int i = 1; i < twos && witness; ++i) {
            x = multiply(x, x, n);
            witness = x != n - 1;
        }
        if (witness) {
            return false;
        }
    }
    return true;
}

/// A proper factor of a composite number without small factors (Pollard's rho).
Word properFactor(Word n)
{
    for (Word c = 1;; ++c) {
        const auto step = [c, n](Word x) { return (multiply(x, x, n) + c) % n; };
        Word slow = 2;
        Word fast = 2;
        Word found = 1;
        while (found == 1) {
            slow = step(slow);
            fast = step(step(fast));
            found = std::gcd(slow > fast ? slow - fast : fast - slow, n);
        }
        if (found != n) {
            return found;
        }
    }
}

void collectPrimes(Word n, std::vector<Word> &out)
{
    if (n == 1) {
        return;
    }
    if (isPrime(n)) {
        out.push_back(n);
        return;
    }
    const Word factor = properFactor(n);
    collectPrimes(factor, out);
    collectPrimes(n / factor, out);
}

std::vector<Word> primeFactors(Word n)
{
    std::vector<Word> out;
    for (Word p = 2; p < kTrialLimit && p * p <= n; ++p) {
        for (; n % p == 0; n /= p) {
            out.push_back(p);
        }
    }
    if (n < kTrialLimit * kTrialLimit) {
        if (n > 1) {
            out.push_back(n);
        }
    } else {
        collectPrimes(n, out);
        std::sort(out.begin(), out.end());
    }
    return out;
}

} // namespace

std::vector<Int> divisorsOf(Int n)
{
    std::vector<Int> out{1};
    if (n < 1) {
        return out;
    }
    Word last = 0;
    std::size_t from = 0;
    for (const Word prime : primeFactors(static_cast<Word>(n))) {
        // A repeated prime multiplies only what its previous occurrence added.
        const std::size_t begin = prime == last ? from : 0;
        const std::size_t end = out.size();
        for (std::size_t i = begin; i < end; ++i) {
            out.push_back(out[i] * static_cast<Int>(prime));
        }
        from = end;
        last = prime;
    }
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace spanscope
