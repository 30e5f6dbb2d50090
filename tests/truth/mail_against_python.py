#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare messages and archives with independent parsers.

    mail_against_python.py KEYBED FOLDER [--show]

Every .eml, .mbox and .msg below FOLDER against Python's email and mailbox and
(where it is installed) extract-msg from PyPI: addresses, subject, day and id,
the words of the body, the names of attachments and what each holds, read by
Keybed from a file of its own. Every .pst against libpff-python. Every zip and
tar against zipfile and tarfile: names and contents. Prints agreed/total by kind. Exit code 0: at least 99.5 %
agreed; 1: less; 77: skipped, with the reason.
"""
import email
import email.header
import email.policy
import email.utils
import html
import json
import mailbox
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections import Counter

SKIPPED = 77
AGREED, TOTAL, DIFFERENT, KNOWN_SEEN = Counter(), Counter(), [], []
# Looked at by eye: what differs, and who is right. Not counted.
KNOWN = {
    ("mail.addresses", "example13.eml"):
        "a blank before the colon is old but allowed (RFC 5322, 4.5.2); Python ends the header",
    ("mail.words", "example13.eml"): "the same: the field is no text",
    ("mail.addresses", "raw_email_multiple_from.eml"):
        "two addresses with a blank between are none; kept as they stand",
    ("mail.addresses", "raw_email_with_at_display_name.eml"):
        "Mikel@Lindsaar is the name of an address, not one of its own",
    ("mail.attachments", "simple.mbox.txt"):
        "multiparts within each other with one boundary: the innermost is meant, Python takes "
        "the outermost",
}


def known(kind, where, same):
    """Whether it is a difference that is known."""
    for (one, name), reason in KNOWN.items():
        if not same and one == kind and name in where:
            KNOWN_SEEN.append("%s %s: %s" % (kind, name, reason))
            return True
    return False


def compare(kind, where, ours, theirs):
    if known(kind, where, ours == theirs):
        return
    TOTAL[kind] += 1
    if ours == theirs:
        AGREED[kind] += 1
    else:
        DIFFERENT.append("%s %s: ours %r, theirs %r" % (kind, where, ours, theirs))


def compare_words(kind, where, ours, theirs):
    """Of their words, how many we have."""
    have, want = Counter(words(ours)), Counter(words(theirs))
    found = sum((have & want).values())
    if known(kind, where, found == sum(want.values())):
        return
    AGREED[kind] += found
    TOTAL[kind] += sum(want.values())
    if found < sum(want.values()):
        DIFFERENT.append("%s %s: not ours: %s" % (kind, where, list((want - have).items())[:8]))


def words(text):
    return re.findall(r"\w+", text)


class Keybed:
    def __init__(self, program):
        self.program = program

    def documents(self, path):
        done = subprocess.run([self.program, "inspect", "--json", path],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        return json.loads(done.stdout)["documents"] if done.stdout else []

    def alone(self, name, data):
        """What the same bytes give as a file of their own, names aside."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, re.sub(r"[/\\\0]", "_", name)[-200:] or "x")
            with open(path, "wb") as file:
                file.write(data)
            return essence(self.documents(path))


def essence(documents):
    """Format, facts and passages of each document that was read."""
    return [(d["format"], sorted((f["key"], f["text"]) for f in d["facts"]),
             [p["text"] for p in d["passages"]]) for d in documents if d["format"]]


def facts(document, key):
    return [f["text"] for f in document["facts"] if f["key"] == key]


def below(documents, path):
    """The documents of a member and of all that is inside it."""
    return [d for d in documents if (d.get("member") or [])[:len(path)] == path]


def own_text(document):
    return "\n".join(p["text"] for p in document["passages"])


# ---- messages -------------------------------------------------------------

def decoded(value):
    try:
        return str(email.header.make_header(email.header.decode_header(value)))
    except (UnicodeError, LookupError, ValueError):
        return value


def addresses(message, name):
    out = []
    for _, address in email.utils.getaddresses([str(v) for v in message.get_all(name, [])][:1]):
        if address:
            out.append(address.replace(" ", ""))
    return sorted(out)


def our_addresses(document, key):
    out = []
    for text in facts(document, key):
        found = re.search(r"<([^<>]*)>\s*(?:\(.*)?$", text)
        out.append((found.group(1) if found else re.sub(r"\([^)]*\)", "", text)).replace(" ", ""))
    return sorted(a for a in out if a)


def content_of(part):
    data = part.get_payload(decode=True) or b""
    charset = part.get_content_charset() or "utf-8"
    for name in ("utf-8" if not charset.startswith("iso-2022") else charset, charset):
        try:
            return data.decode(name)
        except (LookupError, UnicodeDecodeError):
            pass
    return data.decode("latin-1")


def is_body(part, top):
    return part.get_content_type() in ("text/plain", "text/html") and (
        part is top or (part.get_content_disposition() != "attachment" and not part.get_filename()))


def walk(part, top, bodies, attachments):
    if part.get_content_type() == "multipart/alternative":
        plain = [p for p in part.get_payload() if p.get_content_type() == "text/plain"
                 and words(content_of(p))] if part.is_multipart() else []
        for one in part.get_payload() if part.is_multipart() else []:
            if one in plain or (not plain and one.get_content_type() != "text/enriched"):
                walk(one, top, bodies, attachments)
            elif one.is_multipart():
                walk(one, top, [], attachments)
        return
    if part.get_content_type() == "message/rfc822":
        inner = part.get_payload(0) if part.is_multipart() else None
        attachments.append((part.get_filename(), inner.as_bytes() if inner else b"", "message"))
    elif part.is_multipart():
        for one in part.get_payload():
            walk(one, top, bodies, attachments)
    elif is_body(part, top):
        bodies.append(part)
    elif part.get_content_type() not in ("application/pkcs7-signature",
                                         "application/pgp-signature", "text/css"):
        attachments.append((part.get_filename(), part.get_payload(decode=True) or b"", "data"))


def shown(part):
    text = content_of(part)
    if part.get_content_type() == "text/html":
        text = re.sub(r"(?is)<(style|script|title)\b.*?</\1>|<!--.*?-->", " ", text)
        text = re.sub(r"(?s)<[^>]*>", " ", text)
        text = html.unescape(text)
    return text


def compare_message(keybed, where, message, documents, prefix):
    document = documents[0]
    for name in ("from", "to", "cc"):
        compare("mail.addresses", where + " " + name, our_addresses(document, name),
                addresses(message, name))
    raw = "".join(v for k, v in message.raw_items() if k.lower() == "subject")
    raw = raw.encode("ascii", "surrogateescape").decode("utf-8", "replace")
    squeezed = " ".join(decoded(raw).split())
    compare("mail.subject", where, " ".join("".join(facts(document, "subject")).split()), squeezed)
    day = email.utils.parsedate(str(message.get("date", "")))
    compare("mail.day", where, facts(document, "sent_date"),
            ["%04d-%02d-%02d" % day[:3]] if day else [])
    identity = re.search(r"<([^>]*)>", str(message.get("message-id", "")))
    if identity:
        compare("mail.id", where, facts(document, "message_id"),
                [" ".join(identity.group(1).split())])
    bodies, attachments = [], []
    walk(message, message, bodies, attachments)
    compare_words("mail.words", where, own_text(document), "\n".join(map(shown, bodies)))
    members = []
    for one in documents[1:]:
        path = one["member"][:len(prefix) + 1]
        if path not in members:
            members.append(path)
    compare("mail.attachments", where, len(members), len(attachments))
    for path, (name, data, kind) in zip(members, attachments):
        if name:
            last = " ".join(re.split(r"[/\\]", decoded(name))[-1].split())
            compare("mail.attachment_names", where, path[-1], last)
        if kind == "data":
            compare("mail.attachment_contents", where + " " + path[-1],
                    essence(below(documents, path)), keybed.alone(path[-1], data))


def compare_eml(keybed, path):
    documents = keybed.documents(path)
    with open(path, "rb") as file:
        message = email.message_from_binary_file(file)
    if documents:
        compare_message(keybed, path, message, documents, [])
    else:
        compare("mail.read", path, "nothing", "a message")


def compare_mbox(keybed, path):
    documents = keybed.documents(path)
    box = list(mailbox.mbox(path, create=False))
    compare("mbox.messages", path, facts(documents[0], "message_count"), [str(len(box))])
    names = []
    for one in documents[1:]:
        if one["member"][:1] not in names:
            names.append(one["member"][:1])
    for name, message in zip(names, box):
        compare_message(keybed, "%s %s" % (path, name), message, below(documents, name), name)


def compare_msg(keybed, path, extract_msg):
    documents = keybed.documents(path)
    with extract_msg.openMsg(path) as theirs:
        where = path
        subject = (getattr(theirs, "subject", None) or "").replace("\0", "")
        compare("msg.subject", where, "".join(facts(documents[0], "subject")), subject.strip())
        identity = getattr(theirs, "messageId", None)
        if identity:
            compare("msg.id", where, facts(documents[0], "message_id"), [identity.strip("<> ")])
        body = theirs.body or ""
        compare_words("msg.words", where,
                      "\n".join(own_text(d) for d in documents if d["format"] in ("msg", "rtf")),
                      body)
        people = {"to": 1, "cc": 2, "bcc": 3}
        for key, kind in people.items():
            mine = sorted(re.sub(r".*<(.*)>$", r"\1", a).strip("'") for a in
                          facts(documents[0], key))
            other = sorted((r.email or r.name or "").strip("'\0") for r in theirs.recipients
                           if int(r.type) & 15 == kind)
            compare("msg.recipients", where + " " + key, mine, other)
        compare_msg_attachments(keybed, where, documents, theirs)


def compare_msg_attachments(keybed, where, documents, theirs):
    members = []
    for one in documents[1:]:
        if one["member"][:1] not in members and one["member"][0] != "body.rtf":
            members.append(one["member"][:1])
    compare("msg.attachments", where, len(members), len(theirs.attachments))
    for path, attachment in zip(members, theirs.attachments):
        if isinstance(attachment.data, bytes):
            compare("msg.attachment_names", where, path[-1],
                    (attachment.longFilename or attachment.shortFilename or "").strip("\0"))
            compare("msg.attachment_contents", where + " " + path[-1],
                    essence(below(documents, path)), keybed.alone(path[-1], attachment.data))


# ---- stores of messages (the same library, called from Python) ------------

def messages_in(folder):
    for index in range(folder.number_of_sub_messages):
        yield folder.get_sub_message(index)
    for index in range(folder.number_of_sub_folders):
        yield from messages_in(folder.get_sub_folder(index))


def compare_pst(keybed, path, pypff):
    documents = keybed.documents(path)
    store = pypff.file()
    store.open(path)
    theirs = list(messages_in(store.get_root_folder()))
    ours = [d for d in documents[1:] if len(d["member"]) == 1]
    compare("pst.messages", path, len(ours), len(theirs))
    compare("pst.subjects", path, sorted("".join(facts(d, "subject")) for d in ours),
            sorted((m.subject or "").strip() for m in theirs))
    for document, message in zip(ours, theirs):
        body = (message.plain_text_body or b"").decode("utf-8", "replace")
        compare_words("pst.words", path, own_text(document), body)
    store.close()


# ---- archives -------------------------------------------------------------

def members_of(path):
    """Names and contents of the files in a zip or tar; None if it is neither."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as file:
            return [(i.filename, file.read(i)) for i in file.infolist() if not i.is_dir()]
    if tarfile.is_tarfile(path):
        with tarfile.open(path) as file:
            return [(i.name, file.extractfile(i).read()) for i in file if i.isfile()]
    return None


def compare_archive(keybed, path):
    documents = keybed.documents(path)
    if not documents or documents[0]["format"] not in ("zip", "tar"):
        return
    members = members_of(path)
    compare("archive.members", path, "".join(facts(documents[0], "member_count")),
            str(len(members)))
    listed = own_text(documents[0])
    for name, data in members:
        compare("archive.names", path, name in listed, True)
        if not data or len(below(documents, [name])) == 0:
            continue  # nothing in it, or a part of a bundle
        bundle = any(os.path.splitext(other)[0] == os.path.splitext(name)[0] and other != name
                     for other, _ in members)
        if not bundle:
            compare("archive.contents", path + "!/" + name,
                    essence(below(documents, [name])), keybed.alone(name.split("/")[-1], data))


def main():
    show = "--show" in sys.argv
    arguments = [a for a in sys.argv[1:] if a != "--show"]
    if len(arguments) != 2:
        sys.exit("usage: mail_against_python.py KEYBED FOLDER [--show]")
    keybed, folder = Keybed(arguments[0]), arguments[1]
    if not os.path.isdir(folder):
        print("skipped: no", folder)
        sys.exit(SKIPPED)
    try:
        import extract_msg
    except ImportError:
        extract_msg = None
        print("without extract-msg: .msg files are not compared")
    try:
        import pypff
    except ImportError:
        pypff = None
        print("without libpff-python: .pst files are not compared")
    for at, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path, lower = os.path.join(at, name), name.lower()
            if lower.endswith(".eml"):
                compare_eml(keybed, path)
            elif lower.endswith((".mbox", ".mbox.txt")):
                compare_mbox(keybed, path)
            elif lower.endswith(".msg") and extract_msg:
                compare_msg(keybed, path, extract_msg)
            elif lower.endswith((".pst", ".ost")) and pypff:
                compare_pst(keybed, path, pypff)
            elif lower.endswith((".zip", ".tar", ".tgz", ".tar.gz")):
                compare_archive(keybed, path)
    for line in DIFFERENT if show else DIFFERENT[:20]:
        print(line[:400])
    for line in sorted(set(KNOWN_SEEN)):
        print("known:", line)
    for kind in sorted(TOTAL):
        print("%-26s %d/%d" % (kind, AGREED[kind], TOTAL[kind]))
    agreed, total = sum(AGREED.values()), sum(TOTAL.values())
    print("%-26s %d/%d" % ("all", agreed, total))
    sys.exit(0 if total and agreed >= 0.995 * total else 1)


if __name__ == "__main__":
    main()
