#include <string>

#include <gtest/gtest.h>

#include "fbx/record_writer.hpp"
#include "fbx_reader.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using std::string_literals::operator""s;

std::string sample(FbxVersion version) {
  FbxRecordWriter writer(version);
  writer.begin("Empty");
  writer.end();
  writer.begin("Parent");
  writer.text("a\0\1b"s);
  writer.begin("Child");
  writer.boolean(true);
  writer.int32(-2);
  writer.int64(0x0102030405060708);
  writer.real(0.1);
  writer.raw("\xff\0"s);
  writer.end();
  writer.begin("Arrays");
  writer.array<std::int32_t>(3, [](std::size_t i) { return 10 - 20 * static_cast<int>(i); });
  writer.array<std::int64_t>(1, [](std::size_t) { return -1; });
  writer.array<float>(2, [](std::size_t i) { return 0.5 * static_cast<double>(i); });
  writer.array<double>(0, [](std::size_t) { return 1; });
  writer.end();
  writer.end();
  writer.begin("List");
  writer.int32(1);
  writer.begin_list();
  writer.end();
  return std::move(writer).finish();
}

TEST(FbxRecords, ReadBackAsWritten) {
  for (const FbxVersion version : {FbxVersion::V74, FbxVersion::V75}) {
    const FbxFile file = read_fbx(sample(version));
    ASSERT_EQ(file.problem, "");
    EXPECT_EQ(file.version, static_cast<std::uint32_t>(version));
    EXPECT_EQ(to_text(file.records),
              "Empty []\n"
              "Parent S'a\\0\\1b' [\n"
              "  Child C1 I-2 L72623859790382856 D0.1 R'\\377\\0'\n"
              "  Arrays i(10 -10 -30) l(-1) f(0 0.5) d()\n"
              "]\n"
              "List I1 []\n");
  }
}

TEST(FbxRecords, BytesOfARecord) {
  FbxRecordWriter writer(FbxVersion::V74);
  writer.begin("Ab");
  writer.int32(7);
  writer.end();
  const std::string file = std::move(writer).finish();
  EXPECT_EQ(file.substr(0, 27), "Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0"s);
  EXPECT_EQ(file.substr(27, 20),
            "\x2f\0\0\0\x01\0\0\0\x05\0\0\0\x02"
            "AbI\x07\0\0\0"s);
  // The NULL record that ends the list, the footer's code, four zeros.
  EXPECT_EQ(file.substr(47, 13), std::string(13, '\0'));
  EXPECT_EQ(file.substr(60, 16), fbx_footer_id);
  // 80 is already a multiple of 16, so the padding has its maximum length.
  EXPECT_EQ(file.substr(76, 20), std::string(20, '\0'));
  EXPECT_EQ(file.substr(96, 4), "\xe8\x1c\0\0"s);
  EXPECT_EQ(file.substr(100, 120), std::string(120, '\0'));
  EXPECT_EQ(file.substr(220), "\xf8\x5a\x8c\x6a\xde\xf5\xd9\x7e\xec\xe9\x0c\xe3\x75\x8f\x29\x0b");
}

TEST(FbxRecords, FootersEndOnTheSameAlignment) {
  for (std::size_t length = 0; length < 40; ++length) {
    FbxRecordWriter writer(FbxVersion::V75);
    writer.begin("Name");
    writer.text(std::string(length, 'x'));
    writer.end();
    const std::string file = std::move(writer).finish();
    EXPECT_EQ((file.size() - 4 - 120 - 16) % 16, 0u) << length;
    EXPECT_EQ(read_fbx(file).problem, "") << length;
  }
}

}  // namespace
}  // namespace rigy
