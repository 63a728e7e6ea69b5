/// Input that can be read only once, and input that never ends.

#include "core/base/input_error.h"
#include "core/importers/import.h"
#include "core/importers/spool.h"

#include <QTest>

#include <cstdio>
#include <istream>
#include <random>

using namespace spanscope;

namespace {

/// Gives the same block again and again, and cannot be rewound.
class Endless : public std::streambuf
{
public:
    explicit Endless(std::string block)
        : m_block(std::move(block))
    {
    }

private:
    int_type underflow() override
    {
        setg(m_block.data(), m_block.data(), m_block.data() + m_block.size());
        return traits_type::to_int_type(m_block.front());
    }
    std::string m_block;
};

/// Gives a text once.
class Once : public std::streambuf
{
public:
    explicit Once(std::string text)
        : m_text(std::move(text))
    {
        setg(m_text.data(), m_text.data(), m_text.data() + m_text.size());
    }

private:
    std::string m_text;
};

template <typename Action> QString errorOf(Action action)
{
    try {
        action();
    } catch (const InputError &error) {
        return QString::fromStdString(error.what());
    }
    return "no error";
}

QString errorOfSpool(std::streambuf &source, const SpoolLimits &limits)
{
    std::istream in(&source);
    return errorOf([&] { const Spool spool(in, "pipe", {}, limits); });
}

std::string randomBytes(std::size_t count)
{
    std::mt19937 numbers(7);
    std::string bytes(count, '\0');
    for (char &byte : bytes) {
        byte = static_cast<char>(numbers() & 0xffU);
    }
    return bytes;
}

const std::string kLine = "INFO 07-14 09:21:03 [worker.py:202] nothing of interest\n";

} // namespace

class TestSpool : public QObject
{
    Q_OBJECT
private slots:
    void longInputComesBackWhole();
    void endlessText();
    void endlessBinary();
    void fullDisk();
    void noTemporaryFile();
    void cancelled();
    void devices();
};

void TestSpool::longInputComesBackWhole()
{
    std::string text;
    while (text.size() < 3'000'000) {
        text += kLine;
    }
    Once source(text);
    std::istream in(&source);
    SpoolLimits limits;
    limits.memory = 100'000; // most of it goes to the file
    Spool spool(in, "pipe", {}, limits);
    std::istream back(spool.buffer());
    const std::string got((std::istreambuf_iterator<char>(back)), std::istreambuf_iterator<char>());
    QVERIFY(got == text);
    back.clear();
    back.seekg(10);
    QCOMPARE(back.get(), static_cast<int>(text[10]));
}

void TestSpool::endlessText()
{
    Endless source(kLine);
    SpoolLimits limits;
    limits.memory = std::size_t{1} << 20U;
    limits.total = std::uintmax_t{8} << 20U;
    QCOMPARE(errorOfSpool(source, limits), QString("pipe: is longer than the 8 MiB that are read from a pipe or a "
                                                   "device; save it to a file and open that"));
}

void TestSpool::endlessBinary()
{
    const QString error = "pipe: is binary data, and no end of it is in sight; readable are texts";
    for (const std::string &block : {std::string(4096, '\0'), randomBytes(65536)}) {
        Endless source(block);
        QCOMPARE(errorOfSpool(source, {}), error); // long before the bound
    }
    // UTF-16 has a zero in every other byte of plain text.
    std::string utf16 = "\xff\xfe";
    while (utf16.size() < 300'000) {
        utf16 += std::string("a\0b\0\n\0", 6);
    }
    Once source(utf16);
    SpoolLimits limits;
    limits.memory = 1'000;
    QCOMPARE(errorOfSpool(source, limits), QString("no error"));
}

void TestSpool::fullDisk()
{
    Endless source(kLine);
    SpoolLimits limits;
    limits.memory = 100'000;
    limits.openTemporary = [] { return std::fopen("/dev/full", "w+b"); };
    QCOMPARE(errorOfSpool(source, limits), QString("pipe: is too long for memory, and the temporary file cannot be "
                                                   "written: No space left on device"));
    limits = {};
    limits.memory = 100'000;
    limits.spare = std::uintmax_t{1} << 60U; // more than any disk has
    const QString error = errorOfSpool(source, limits);
    QVERIFY2(error.startsWith("pipe: is too long for memory, and the disk has no room for it: "), qPrintable(error));
}

void TestSpool::noTemporaryFile()
{
    Endless source(kLine);
    SpoolLimits limits;
    limits.openTemporary = [] { return std::fopen("/no/such/folder/file", "w+b"); };
    QCOMPARE(errorOfSpool(source, limits), QString("pipe: is too long for memory, and no temporary file can be made: "
                                                   "No such file or directory"));
}

void TestSpool::cancelled()
{
    Endless source(kLine);
    std::istream in(&source);
    std::stop_source stop;
    WorkContext context;
    context.stop = stop.get_token();
    std::size_t reports = 0;
    context.progress = [&](std::size_t done, std::size_t) {
        ++reports;
        if (done > 5'000'000) {
            stop.request_stop();
        }
    };
    const Spool spool(in, "pipe", context);
    QVERIFY(reports > 4);
}

void TestSpool::devices()
{
    const QString refused = ": is a device; readable are files, pipes and what is typed";
    QCOMPARE(errorOf([] { (void)openInput("/dev/zero"); }), "/dev/zero" + refused);
    QCOMPARE(errorOf([] { (void)openInput("/dev/urandom"); }), "/dev/urandom" + refused);
    QCOMPARE(errorOf([] { (void)openInput("/dev/null"); }), QString("/dev/null: the file is empty"));
}

QTEST_GUILESS_MAIN(TestSpool)
#include "test_spool.moc"
