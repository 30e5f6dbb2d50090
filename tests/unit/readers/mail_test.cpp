// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/documents_of.hpp"
#include "worker/readers/mail_body.hpp"
#include "worker/readers/mail_detect.hpp"
#include "worker/readers/mail_text.hpp"
#include "worker/readers/mime_transfer.hpp"

namespace readers::test {
namespace {

const std::string k_head = "From: Ada Moss <ada@example.org>\n"
                           "To: \"Lark, Ben\" <ben@example.org>,\n"
                           "  =?utf-8?Q?=C3=85se?= <ase@example.org>\n"
                           "Cc: list: carl@example.org, dora@example.org;\n"
                           "Subject: =?iso-8859-1?Q?Pr=F8ver?= fra\n"
                           " Halden 7\n"
                           "Date: Fri, 23 Aug 2002 02:32:53 -0400 (EDT)\n"
                           "Message-ID: <1@example.org>\n"
                           "In-Reply-To: <0@example.org>\n"
                           "MIME-Version: 1.0\n";

std::string mixed(const std::string& parts) {
  return k_head + "Content-Type: multipart/mixed; boundary=\"b\"\n\n" + parts +
         "--b--\n";
}

TEST(Mail, HeadersAreFacts) {
  const auto mail = read_bytes("x.eml", k_head + "\nThe text.\n");
  EXPECT_EQ(mail.reader, "mail");
  EXPECT_EQ(mail.document.head.format, "eml");
  EXPECT_EQ(mail.document.head.title, "Prøver fra Halden 7");
  EXPECT_EQ(mail.fact("from"), "Ada Moss <ada@example.org>");
  EXPECT_EQ(mail.fact("to"),
            "Lark, Ben <ben@example.org>|Åse <ase@example.org>");
  EXPECT_EQ(mail.fact("cc"), "carl@example.org|dora@example.org");
  EXPECT_EQ(mail.fact("subject"), "Prøver fra Halden 7");
  EXPECT_EQ(mail.fact("date"), "Fri, 23 Aug 2002 02:32:53 -0400 (EDT)");
  EXPECT_EQ(mail.fact("sent_date"), "2002-08-23");
  EXPECT_EQ(mail.fact("message_id"), "1@example.org");
  EXPECT_EQ(mail.fact("in_reply_to"), "0@example.org");
  EXPECT_EQ(mail.text(), "The text.\n");
}

TEST(Mail, AttachmentsAreDocumentsUnderTheirNames) {
  const auto found = documents_of(
      "x.eml",
      mixed("--b\nContent-Type: text/plain\n\nSee the file.\n"
            "--b\nContent-Type: text/plain\n"
            "Content-Disposition: attachment; filename*0*=utf-8''%C3%85se;\n"
            " filename*1=\".txt\"\nContent-Transfer-Encoding: base64\n\n"
            "VGhlIEhhbGRlbiA3IHdl\nbGwu\n"
            "--b\nContent-Type: text/plain; name=\"../a.txt\"\n\nsecond one\n"
            "--b\nContent-Type: text/plain; name=\"a.txt\"\n\nthird one\n"));
  EXPECT_EQ(found.names(), "Åse.txt|a.txt|a (2).txt");
  EXPECT_EQ(found.member("Åse.txt").text(), "The Halden 7 well.\n");
  EXPECT_EQ(found.at(0).text(), "See the file.\n");
  EXPECT_EQ(found.at(0).fact("attachment_count"), "3");
}

TEST(Mail, AlternativesAreNotDoubled) {
  const auto alternative = [](const std::string& plain) {
    return k_head +
           "Content-Type: multipart/alternative; boundary=b\n\n"
           "--b\nContent-Type: text/plain\n\n" +
           plain +
           "\n--b\nContent-Type: text/html\n\n<p>The <b>same</b> words here "
           "and there</p>\n--b--\n";
  };
  EXPECT_EQ(
      read_bytes("x.eml", alternative("The same words here and there")).text(),
      "The same words here and there\n");
  EXPECT_EQ(read_bytes("x.eml", alternative("See HTML")).text(),
            "The same words here and there\n");
  EXPECT_EQ(read_bytes("x.eml", alternative(" ")).text(),
            "The same words here and there\n");
}

TEST(Mail, AMessageInsideIsADocument) {
  const auto found =
      documents_of("x.eml", mixed("--b\nContent-Type: message/rfc822\n\n"
                                  "From: c@example.org\nSubject: Inside\n"
                                  "MIME-Version: 1.0\n\nInner text.\n"));
  EXPECT_EQ(found.names(), "part-1.eml");
  EXPECT_EQ(found.member("part-1.eml").fact("subject"), "Inside");
  EXPECT_EQ(found.member("part-1.eml").text(), "Inner text.\n");
}

TEST(Mail, BrokenStructureIsReadAsFarAsItGoes) {
  // Never closed; a part within never closed either.
  const auto open = read_bytes(
      "x.eml", k_head + "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
                        "Content-Type: multipart/mixed; boundary=c\n\n--c\n\n"
                        "Inner.\n--b\n\nOuter.");
  EXPECT_EQ(open.text(), "Inner.\nOuter.\n");
  const auto never = read_bytes(
      "x.eml", k_head + "Content-Type: multipart/mixed; boundary=never\n\n"
                        "All of it.\n");
  EXPECT_EQ(never.text(), "All of it.\n");
  const auto empty = read_bytes(
      "x.eml", k_head + "Content-Type: multipart/mixed; boundary=\"\"\n\n--\n\n"
                        "Part.\n----\n");
  EXPECT_EQ(empty.text(), "Part.\n") << "a boundary of no letters";
  const auto no_blank = read_bytes("x.eml", k_head + "not a field\nMore.\n");
  EXPECT_EQ(no_blank.text(), "not a field\nMore.\n");
  EXPECT_EQ(read_bytes("x.eml", k_head).fact("message_id"), "1@example.org");
}

TEST(Mail, WhatCannotBeReadSaysWhy) {
  const auto secret = documents_of(
      "x.eml", k_head + "Content-Type: multipart/encrypted; boundary=b;\n"
                        " protocol=\"application/pgp-encrypted\"\n\n"
                        "--b\nContent-Type: application/pgp-encrypted\n\n"
                        "Version: 1\n--b\nContent-Type: "
                        "application/octet-stream\n\nxxxx\n--b--\n");
  EXPECT_EQ(secret.at(0).fact("encrypted"), "PGP");
  EXPECT_EQ(secret.at(1).reasons(), "encrypted with PGP: a key is needed\n");
  const auto smime = documents_of(
      "x.eml", k_head + "Content-Type: application/pkcs7-mime; "
                        "smime-type=enveloped-data; name=smime.p7m\n\nxxxx\n");
  EXPECT_EQ(smime.at(0).fact("encrypted"), "S/MIME");
}

TEST(Mail, DepthAndNumberAreBounded) {
  std::string deep = "From: a@example.org\nTo: b@example.org\n";
  for (int i = 0; i < 5000; ++i) {
    const auto n = std::to_string(i);
    deep +=
        "Content-Type: multipart/mixed; boundary=b" + n + "\n\n--b" + n + "\n";
  }
  const auto found = documents_of("x.eml", deep + "\nEnd\n");
  ASSERT_EQ(found.all.size(), 2U);
  EXPECT_NE(found.at(1).reasons().find("more than 64"), std::string::npos);
  std::string wide = mixed("");
  for (int i = 0; i < 3000; ++i) {
    wide += "X: y\n";
  }
  EXPECT_EQ(documents_of("x.eml", wide).all.size(), 1U);
}

TEST(Mail, EveryCutEndsWithoutACrash) {
  const std::string whole =
      mixed("--b\nContent-Type: text/html; charset=utf-8\n"
            "Content-Transfer-Encoding: quoted-printable\n\n=C3=85se=\n\n"
            "--b\nContent-Type: x/y; name=a.bin\n\nxx\n");
  for (size_t size = 0; size <= whole.size(); size += 5) {
    documents_of("x.eml", whole.substr(0, size));
  }
}

TEST(Mail, FlowedLinesAreJoined) {
  const auto mail =
      read_bytes("x.eml", k_head + "Content-Type: text/plain; format=flowed\n\n"
                                   "One long \nline.\n-- \nAda\n");
  EXPECT_EQ(mail.text(), "One long line.\n-- \nAda\n");
}

TEST(Mail, SavedPagesAreTheirText) {
  const auto page = documents_of(
      "x.mht",
      "From: <Saved by Blink>\nSnapshot-Content-Location: http://x.org/a\n"
      "Subject: A page\nMIME-Version: 1.0\n"
      "Content-Type: multipart/related; boundary=b; type=\"text/html\"\n\n"
      "--b\nContent-Type: text/html\n\n<h1>Pumps</h1><p>Of all kinds</p>\n"
      "--b\nContent-Type: text/css\n\nbody{}\n--b--\n");
  EXPECT_EQ(page.at(0).document.head.format, "mht");
  EXPECT_EQ(page.at(0).fact("url"), "http://x.org/a");
  EXPECT_EQ(page.names(), "");
  EXPECT_NE(page.at(0).text().find("Of all kinds"), std::string::npos);
}

TEST(Mail, AMemoIsNoMessageUnlessItsNameSaysSo) {
  EXPECT_EQ(look_of_message("TO: file\n\nWe met.\n"), MailLook::named);
  EXPECT_EQ(look_of_message("Dear Ada,\nFrom: me\n"), MailLook::none);
  EXPECT_EQ(look_of_message("Subject: x\nReceived: by y\n"), MailLook::message);
  EXPECT_EQ(read_bytes("x.txt", "To: file\n\nWe met.\n").reader, "text");
}

TEST(Mail, WordsAreDecodedAsOneText) {
  EXPECT_EQ(decode_words("=?utf-8?B?w4U=?= =?utf-8?Q?se?= Moss"), "Åse Moss");
  EXPECT_EQ(decode_words("=?utf-8?Q?=C3?= =?utf-8?Q?=85?="), "Å")
      << "a letter cut between two words";
  EXPECT_EQ(decode_words("=?iso-2022-jp?B?GyRCNEE7ehsoQg==?="), "漢字");
  EXPECT_EQ(decode_words("a =?b?= c"), "a =?b?= c");
  EXPECT_EQ(decode_words("\xE9t\xE9"), "été") << "raw windows-1252";
  EXPECT_EQ(decode_words(""), "");
}

TEST(Mail, ParametersMayBeQuotedContinuedAndEncoded) {
  const auto value = parse_mime_value(
      "Text/Plain; charset=\"a;b\\\"c\"; name*=iso-8859-1'en'%E9.txt; bad; x=");
  EXPECT_EQ(value.value, "text/plain");
  EXPECT_EQ(value.parameter("charset"), "a;b\"c");
  EXPECT_EQ(value.parameter("name"), "é.txt");
  EXPECT_EQ(value.parameter("none"), "");
}

TEST(Mail, DatesOfAllKindsAreRead) {
  EXPECT_EQ(day_of_mail_date("21 Nov 97 09:55:06 GMT"), "1997-11-21");
  EXPECT_EQ(day_of_mail_date("Thu, 1 Jan 2004 00:00 +0100"), "2004-01-01");
  EXPECT_EQ(day_of_mail_date("no date"), std::nullopt);
  EXPECT_EQ(day_of_mail_date(""), std::nullopt);
}

TEST(Mail, TransferIsDecodedWhereverItIsCut) {
  const std::string quoted = "a=\n b=C3=85 \t\nc =\t\nd=XX=";
  const std::string whole = decode_quoted_printable(quoted);
  EXPECT_EQ(whole, "a b\xC3\x85\nc d=XX");
  for (size_t cut = 0; cut <= quoted.size(); ++cut) {
    TransferDecoder decoder(Transfer::quoted_printable);
    std::string out;
    decoder.feed(quoted.substr(0, cut), out);
    decoder.feed(quoted.substr(cut), out);
    decoder.finish(out);
    EXPECT_EQ(out, whole) << cut;
  }
  EXPECT_EQ(decode_base64("QUJD\nRA=="), "ABCD");
  EXPECT_EQ(decode_base64("QUJDRA"), "ABCD") << "without its padding";
  EXPECT_EQ(decode_base64("!?"), "");
}

TEST(Mbox, EachMessageIsADocument) {
  const std::string head = "From a@example.org Thu Jan  1 00:00:00 2004\n";
  const auto found = documents_of(
      "x.mbox", head + k_head + "\nText one.\n>From here on\n\n" + head +
                    k_head + "\nCopy.\n\nFrom the office:\nnot a message.\n\n" +
                    head + "Subject: No id\n\nThree.\n");
  EXPECT_EQ(found.reader, "mbox");
  EXPECT_EQ(found.names(), "1@example.org|1@example.org (2)|message 3");
  EXPECT_EQ(found.at(0).fact("message_count"), "3");
  EXPECT_EQ(found.at(1).text(), "Text one.\nFrom here on\n");
  EXPECT_NE(found.at(2).text().find("not a message."), std::string::npos);
  EXPECT_EQ(found.at(3).fact("subject"), "No id");
}

TEST(Mbox, ALimitEndsItAndIsSaid) {
  std::string mbox;
  for (int i = 0; i < 20; ++i) {
    mbox += "From a Thu Jan  1 00:00:00 2004\nSubject: x\n\ny\n\n";
  }
  NestingLimits limits;
  limits.members = 5;
  const auto found = documents_of("x.mbox", mbox, limits);
  EXPECT_EQ(found.all.size(), 6U);
  EXPECT_NE(found.at(0).reasons().find("more than 5 others"),
            std::string::npos);
}

} // namespace
} // namespace readers::test
