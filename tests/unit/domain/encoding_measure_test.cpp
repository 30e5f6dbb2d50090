// SPDX-License-Identifier: Apache-2.0
#include "core/domain/encoding.hpp"
#include "core/domain/encoding_measure.hpp"
#include "core/domain/letters.hpp"

#include <gtest/gtest.h>
#include <unicode/ucnv.h>

#include <array>
#include <string>
#include <vector>

namespace {

using domain::decode_text;

// UTF-8 in another encoding.
std::string encoded(const std::string& text, const char* name) {
  UErrorCode status = U_ZERO_ERROR;
  std::string out(text.size() * 4 + 16, '\0');
  const auto n =
      ucnv_convert(name, "UTF-8", out.data(), static_cast<int32_t>(out.size()),
                   text.data(), static_cast<int32_t>(text.size()), &status);
  EXPECT_TRUE(U_SUCCESS(status)) << name;
  out.resize(U_SUCCESS(status) ? static_cast<size_t>(n) : 0);
  return out;
}

struct Sample {
  const char* text;
  std::vector<const char*> encodings;
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all{
      {"Forage du puits à la côte 1250 m, découverte d'une réserve gazière. "
       "Température élevée près de l'échangeur, débit contrôlé à 35 °C.",
       {"windows-1252", "IBM850", "IBM437", "macintosh"}},
      {"Bohrlochmessung für die Schächte südlich von Köln. Größe der "
       "Lagerstätte geprüft, Temperatur 12,5 °C, Gefälle ±2 %.",
       {"windows-1252", "IBM850", "IBM437", "macintosh"}},
      {"Brønnen ble boret på Åsgard og Ørn feltet. Måling av trykk ved 3250 m "
       "dybde viser høy porøsitet i sandsteinen.",
       {"windows-1252", "IBM850", "IBM865", "macintosh"}},
      {"Perforación del pozo Ñuble número 3. Producción de petróleo en la "
       "formación Chañares, presión máxima según informe técnico.",
       {"windows-1252", "IBM850", "IBM437", "macintosh"}},
      {"Relatório de perfuração da bacia de Santos. Formação Itapema, pressão "
       "máxima de poço, operação concluída à noite.",
       {"windows-1252", "IBM850", "macintosh"}},
      {"Vrt je umístěn jižně od města Břeclav. Hloubka měřená v metrech, tlak "
       "ložiska je vyšší než očekáváno, příloha č. 3.",
       {"windows-1250", "ISO-8859-2", "IBM852"}},
      {"Otwór wiertniczy w pobliżu Gdańska. Głębokość końcowa osiągnięta, "
       "próbki skał zostały wysłane. Złoże gazu ziemnego, ciśnienie złożowe.",
       {"windows-1250", "ISO-8859-2", "IBM852"}},
      {"Kuyu derinliği iki bin metre. Basınç ölçümü yapıldı, sıcaklık yüksek "
       "değil, üretim başladı.",
       {"windows-1254", "IBM857"}},
      {"Глубина скважины и давление пласта в метрах. Отчёт о бурении на "
       "месторождении Самотлор, температура 85 градусов.",
       {"windows-1251", "KOI8-R", "IBM866", "ISO-8859-5", "x-mac-cyrillic"}},
      {"Το βάθος της γεώτρησης είναι δύο χιλιάδες μέτρα. Η πίεση και η "
       "θερμοκρασία μετρήθηκαν στο κοίτασμα.",
       {"windows-1253", "ISO-8859-7"}},
      {"┌────────┬──────┐\n│ WELL   │ TOP  │\n├────────┼──────┤\n"
       "│ A-1    │ 1250 │\n└────────┴──────┘",
       {"IBM437", "IBM850"}},
      {"掘削報告書。坑井の深さは二千メートルであり、圧力と温度を測定した。新し"
       "い井戸は来年に完成する予定です。",
       {"Shift_JIS", "EUC-JP"}},
      {"钻井报告。井深二千米，测量了压力和温度。新的油井将于明年完成，储层岩石"
       "样品已经送到实验室分析。",
       {"GB18030"}},
      {"Temperature 85 °C at 3250 m, API gravity 32.5°, error ±0.5",
       {"windows-1252", "IBM850", "IBM437", "macintosh"}},
      {"The well “Big Ben” – operator’s notes • first item",
       {"windows-1252", "macintosh"}},
      {"KÅRSTØ", {"windows-1252", "IBM850", "macintosh"}},
  };
  return all;
}

TEST(EncodingMeasure, TellsCodePagesByWhatTheirLettersGive) {
  for (const auto& [text, encodings] : samples()) {
    for (const char* name : encodings) {
      EXPECT_EQ(decode_text(encoded(text, name)).text, text) << name;
    }
  }
}

TEST(EncodingMeasure, WhatTwoEncodingsReadAlikeIsNoDoubt) {
  EXPECT_EQ(decode_text("K\xF6ln").doubt, "");
  EXPECT_EQ(decode_text("K\xF6ln").encoding, "windows-1252");
}

TEST(EncodingMeasure, WhatCannotBeToldIsReadAsUsualAndSaysSo) {
  // One letter of a word: à in code page 850, an ellipsis in windows-1252.
  const auto out = decode_text("profondit\x85 totale");
  EXPECT_EQ(out.encoding, "windows-1252");
  EXPECT_EQ(out.doubt, "IBM850");
}

TEST(EncodingMeasure, OneOddSignIsNoProofOfAnotherAlphabet) {
  EXPECT_EQ(domain::measure_encoding("custom unit\xB0").encoding,
            "windows-1252");
  EXPECT_EQ(domain::measure_encoding("Gl\x81"
                                     "ckauf")
                .encoding,
            "IBM850");
}

TEST(EncodingMeasure, AFewBadBytesLeaveUtf8) {
  const auto out = decode_text("Br\xC3\xB8nn p\xC3\xA5 \xC3\x85sgard \xFF og");
  EXPECT_EQ(out.encoding, "UTF-8");
  EXPECT_EQ(out.text, "Brønn på Åsgard \uFFFD og");
  EXPECT_EQ(out.replaced, 1u);
}

TEST(EncodingMeasure, Utf16WithoutAMarkIsToldByItsLetters) {
  const std::string russian = "Глубина скважины и давление пласта в метрах\n";
  for (const char* name : {"UTF-16LE", "UTF-16BE"}) {
    const auto order = domain::measure_utf16(encoded(russian, name));
    ASSERT_TRUE(order.has_value()) << name;
    EXPECT_EQ(*order == domain::ByteOrder::big,
              std::string(name) == "UTF-16BE");
  }
  std::string noise;
  for (int i = 0; i < 4096; ++i) {
    noise += static_cast<char>((i * 2654435761u) >> 13);
  }
  EXPECT_FALSE(domain::measure_utf16(noise));
  EXPECT_FALSE(domain::measure_utf16("Plain text of one byte each.\n"));
}

TEST(EncodingMeasure, EbcdicIsTextOfItsOwnLetters) {
  const std::string text =
      "WELL HALDEN 7 WAS DRILLED TO 3250 M, OPERATOR NORTH SEA OIL.    ";
  EXPECT_TRUE(domain::is_ebcdic_text(encoded(text, "IBM037")));
  EXPECT_FALSE(domain::is_ebcdic_text(text));
  for (const auto& [sample, encodings] : samples()) {
    for (const char* name : encodings) {
      EXPECT_FALSE(domain::is_ebcdic_text(encoded(sample, name))) << name;
    }
  }
}

TEST(EncodingMeasure, CapitalsWithinSmallLettersAreImplausible) {
  EXPECT_GT(domain::plausibility(U"Brønnen"), domain::plausibility(U"BrØnnen"));
  EXPECT_GT(domain::plausibility(U"85 °C"), domain::plausibility(U"85 øC"));
  EXPECT_EQ(domain::plausibility(U"ASCII 12,5"), 0);
}

TEST(EncodingMeasure, AnyBytesAreMeasuredWithoutHarm) {
  std::string bytes;
  for (int i = 0; i < 70000; ++i) {
    bytes += static_cast<char>((i * 2654435761u) >> 11);
    if (i % 997 == 0) {
      EXPECT_FALSE(domain::measure_encoding(bytes).encoding.empty());
    }
  }
}

} // namespace
