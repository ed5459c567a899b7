"""Writes archives as people hand them in, and hostile ones, each named after what is wrong with it.

  make.py good FOLDER SOURCE.cpp     right submissions: the file in each kind of archive and layout
  make.py hostile FOLDER SOURCE.cpp  what must be refused: each holds the right file as well
  make.py unrecognised FOLDER SOURCE.cpp  files that are none of an exercise
  make.py odd FOLDER SOURCE.cpp      not as they should be, but nothing that they hide is believed
"""

import gzip
import io
import lzma
import random
import struct
import sys
import tarfile
import warnings
import zipfile
import zlib
from pathlib import Path

NAME = "matrix_attention.cpp"
COURSE = f"exercises/02_matrix_attention/{NAME}"


def zipped(path, *entries):
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        warnings.simplefilter("ignore")  # names that stand there twice
        for name, content in entries:
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, content)


def entry(name, kind=tarfile.REGTYPE, **more):
    info = tarfile.TarInfo(name)
    info.type = kind
    for key, value in more.items():
        setattr(info, key, value)
    return info


def tarred(path, mode, *entries):
    """`path` may be an open file as well, of a plain tar."""
    with tarfile.open(path, mode) if mode else tarfile.open(fileobj=path, mode="w") as out:
        for info, content in entries:
            info = info if isinstance(info, tarfile.TarInfo) else tarfile.TarInfo(info)
            info.size = len(content)
            out.addfile(info, io.BytesIO(content))


def good(folder, source):
    zipped(folder / "flat.zip", (NAME, source))
    zipped(folder / "checkout.zip", (f"softmark-main/{COURSE}", source), ("softmark-main/README.md", b"course"),
           ("softmark-main/tests/authored_exercise/exercises/02_matrix_attention/" + NAME, b"another"))
    zipped(folder / "macos.zip", (f"hand in/{NAME}", source), (f"__MACOSX/hand in/._{NAME}", b"\0\5\26\7"))
    # Names in Big5 and Shift-JIS, whose second bytes can be a backslash.
    (folder / "big5.zip").write_bytes(Zip().add(b"\xa5\x5c\xbd\xd2/" + NAME.encode(), source).bytes())
    (folder / "shift_jis.zip").write_bytes(Zip().add(b"\x83\x5c\x81\x5b/" + NAME.encode() + b" (1)", source).bytes())
    zipped(folder / "windows.ZIP", ("Abgabe/Matrix-Attention (1).CPP", b"\xef\xbb\xbf" + source.replace(b"\n", b"\r\n")))
    tarred(folder / "plain.tar", "w", (entry("./", tarfile.DIRTYPE, mode=0o755), b""), (f"./{NAME}", source))
    for mode, ending in (("gz", "tar.gz"), ("gz", "tgz"), ("bz2", "tar.bz2"), ("xz", "tar.xz")):
        tarred(folder / f"packed_{ending.replace('.', '_')}.{ending}", f"w:{mode}", (f"02_matrix_attention/{NAME}", source))


def unrecognised(folder, source):
    zipped(folder / "packed.zip", ("Abgabe.docx", b"words"), ("notes/main.cpp", source), (".DS_Store", b"x"))


def unix(name, mode):
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = mode << 16
    return info


def encrypted(path, source):
    """Marks the file as encrypted, in both places where a zip says so."""
    zipped(path, (NAME, source))
    data = bytearray(path.read_bytes())
    for start, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(start) + flags] |= 1
    path.write_bytes(data)


class Zip:
    """A zip byte by byte, whose two lists of what it holds need not agree."""

    def __init__(self):
        self.files, self.list, self.count = b"", b"", 0

    def add(self, name, content, listed=None, size=None, packed=None, crc=None, method=8, flags=0, extra=b"", mode=0o100644,
            offset=None):
        squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
        data = squeeze.compress(content) + squeeze.flush()
        size, crc = len(content) if size is None else size, zlib.crc32(content) if crc is None else crc
        place = len(self.files) if offset is None else offset
        packed_size, listed = len(data) if packed is None else packed, listed or name
        self.files += struct.pack("<4s5H3I2H", b"PK\3\4", 20, flags, method, 0, 33, crc, len(data), size, len(name), 0) + name + data
        self.list += struct.pack("<4s6H3I5H2I", b"PK\1\2", 3 << 8 | 20, 20, flags, method, 0, 33, crc, packed_size, size,
                                 len(listed), len(extra), 0, 0, 0, mode << 16, place) + listed + extra
        self.count += 1
        return self

    def bytes(self, count=None, offset=None, comment=b""):
        count, offset = self.count if count is None else count, len(self.files) if offset is None else offset
        return self.files + self.list + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, count, count, len(self.list), offset,
                                                    len(comment)) + comment


def lying_zips(folder, source):
    name, leaves = NAME.encode(), b"../outside.cpp"

    def right():
        return Zip().add(name, source)

    for called, content in {
        "local_leaves": Zip().add(leaves, source, listed=name).bytes(),
        "size_too_small": right().add(b"x.cpp", bytes(40 << 20), size=10).bytes(),
        "size_too_large": right().add(b"x.cpp", b"x", size=0xfffffff0).bytes(),
        "wrong_sum": Zip().add(name, source, crc=1).bytes(),
        "offset_outside": right().add(b"x.cpp", b"x", offset=0x7fffff00).bytes(),
        "list_elsewhere": right().bytes(offset=5),
        "count_too_small": right().add(leaves, b"x").bytes(count=1),
        "zip_in_comment": right().bytes(comment=Zip().add(leaves, b"x").bytes()),
        "socket": right().add(b"s", b"", mode=0o140755).bytes(),
        "pipe": Zip().add(name, source, mode=0o10644).bytes(),
        "pipe_behind_comment": Zip().add(name, source, mode=0o10644).bytes(comment=b"PK\5\6" + bytes(18)),
        "folder_with_content": right().add(name + b"/", b"x", mode=0o40755).bytes(),
        "no_name": right().add(b"", b"x").bytes(),
        "not_utf8": right().add(b"\xff\xfe.cpp", b"x", flags=0x800).bytes(),
        "encrypted_aes": right().add(b"x.cpp", b"x", method=99, extra=struct.pack("<4HBH", 0x9901, 7, 2, 0x4541, 3, 8)).bytes(),
        "encrypted_strongly": right().add(b"x.cpp", b"x", flags=0x41).bytes(),
        "unknown_method": Zip().add(name, source, method=77).bytes(),
        "called_zip_is_7z": b"7z\xbc\xaf\x27\x1c\0\4" + bytes(60),
        "called_zip_is_rar": b"Rar!\x1a\7\1\0" + bytes(60),
    }.items():
        (folder / f"{called}.zip").write_bytes(content)
    many = right()
    for i in range(400):  # 32 folders each
        many.add("/".join(f"{i}_{depth}" for depth in range(32)).encode() + b"/x.cpp", b"")
    (folder / "many_folders.zip").write_bytes(many.bytes())


def odd(folder, source):
    zipped(folder / "backslashes.zip", (f"hand in\\{NAME}", source))
    name, leaves = NAME.encode(), b"../outside.cpp"
    link = struct.pack("<HHIHIHH", 0x756e, 14, 0, 0o120777, 11, 0, 0)  # of an extra field of Unix
    one = Zip().add(name, source)
    alike, content = Zip().add(name, source), bytes(1 << 20)
    alike.add(b"y", content)
    listed = alike.list[-47:]
    alike.list += 9000 * listed  # 9 GB, if each were believed
    alike.count += 9000
    for called, content in {
        "listed_elsewhere": Zip().add(name, source, listed=leaves).bytes(),
        "other_zip_before": Zip().add(leaves, b"x").bytes() + one.bytes(),
        "program_before": b"#!/bin/sh\nexit\n" + one.bytes(),
        "link_in_extra_field": Zip().add(name, source).add(b"s", b"/etc/passwd", extra=link).bytes(),
        "end_in_name": Zip().add(name, source).add(b"a\0../../outside.cpp", b"x").bytes(),
        "count_too_large": one.bytes(count=60000),
        "one_content_for_all": alike.bytes(),
    }.items():
        (folder / f"{called}.zip").write_bytes(content)


def hostile_zips(folder, source):
    def make(name, *entries):
        zipped(folder / f"{name}.zip", (NAME, source), *entries)

    make("leaves", ("../outside.cpp", b"out"))
    make("leaves_from_inside", ("a/../../outside.cpp", b"out"))
    make("absolute", ("/tmp/softmark-outside.cpp", b"out"))
    make("drive", ("C:/outside.cpp", b"out"))
    make("backslash", (unix("..\\outside.cpp", 0o100644), b"out"))
    make("link", (unix("link", 0o120777), b"/etc/passwd"))
    make("setuid", (unix("run", 0o104755), b"#!"))
    make("twice", (NAME, b"another"))
    make("case", (NAME.upper(), b"another"))
    make("case_of_folders", ("a/x.cpp", b""), ("A/y.cpp", b""))
    make("file_and_folder", ("a", b""), ("a/x.cpp", b""))
    make("deep", ("d/" * 40 + "x.cpp", b""))
    make("long_name", ("n" * 300 + ".cpp", b""))
    make("control", ("a\x1b]0;x\x07.cpp", b""))
    make("bomb", ("zeros", bytes(100 << 20)))
    make("many", *((f"f{i}", b"") for i in range(10001)))
    page = random.Random(1).randbytes(20000) * 52
    make("large_sources", *((f"f{i}.cpp", page) for i in range(40)))
    encrypted(folder / "encrypted.zip", source)
    whole = (folder / "leaves.zip").read_bytes()
    (folder / "truncated.zip").write_bytes(whole[:-30])
    (folder / "empty.zip").write_bytes(b"")
    zipped(folder / "no_entries.zip")
    (folder / "nonsense.zip").write_bytes(b"MZ" + source)
    inner = io.BytesIO()
    zipped(inner, (NAME, source))
    zipped(folder / "nested.zip", ("inner.zip", inner.getvalue()))


def empty_files(count):
    """The headers of a tar with so many, made from one since that is faster."""
    first = bytearray(entry("000000").tobuf())
    sum_of_first = int(first[148:154], 8)
    for i in range(count):
        name = b"%06d" % i
        first[0:6], first[148:154] = name, b"%06o" % (sum_of_first + sum(name) - 6 * ord("0"))
        yield bytes(first)


def lying_tars(folder, source):
    """Headers that say something else further on."""
    def make(name, *entries):
        tarred(folder / f"{name}.tar", "w", (NAME, source), *entries)

    def pax(**headers):
        return entry("x.cpp", pax_headers={name.replace("__", "."): value for name, value in headers.items()})

    link = pax(linkpath="/etc/passwd")
    link.type, link.linkname = tarfile.SYMTYPE, "x"
    make("pax_leaves", (pax(path="../outside.cpp"), b"out"))
    make("pax_link", (link, b""))
    make("pax_size", (pax(size="99999999999"), b"x"))
    make("pax_negative_size", (pax(size="-5"), b"x"))
    make("pax_long", (entry("n" * 200000), b"x"))
    make("pax_sparse", (pax(GNU__sparse__major="1", GNU__sparse__minor="0", GNU__sparse__name="../outside.cpp",
                            GNU__sparse__realsize=str(1 << 40)), b"0\n" + bytes(510)))
    with tarfile.open(folder / "gnu_long.tar", "w", format=tarfile.GNU_FORMAT) as out:
        out.addfile(entry("../" * 200 + "outside.cpp"))
    plain = io.BytesIO()
    tarred(plain, None, (NAME, source))
    whole = plain.getvalue()
    (folder / "tar_volumes.tar").write_bytes(entry("part.cpp", b"M").tobuf() + whole)
    (folder / "tar_folder_with_content.tar").write_bytes(entry("a", tarfile.DIRTYPE, size=512).tobuf() +
                                                         entry("../outside.cpp").tobuf() + whole)
    huge = bytearray(entry("x.cpp").tobuf())
    huge[124:136], huge[148:156] = b"\x80" + (1 << 62).to_bytes(11, "big"), b" " * 8
    huge[148:156] = b"%06o\0 " % sum(huge)
    (folder / "tar_huge.tar").write_bytes(huge + bytes(1024))
    packed = whole
    for _ in range(40):
        packed = gzip.compress(packed, mtime=0)
    (folder / "tar_packed_40_times.tgz").write_bytes(packed)
    large = bytearray(lzma.compress(whole))
    place = large.index(b"\x21\x01", 12) + 2  # the size of the dictionary, of which 40 is 4 GiB
    end = 12 + (large[12] + 1) * 4
    large[place] = 40
    large[end - 4:end] = zlib.crc32(bytes(large[12:end - 4])).to_bytes(4, "little")
    (folder / "tar_dictionary.tar.xz").write_bytes(large)


def hostile_tars(folder, source):
    def make(name, *entries):
        tarred(folder / f"{name}.tar", "w", (NAME, source), *entries)

    make("tar_leaves", ("../outside.cpp", b"out"))
    make("tar_absolute", ("/tmp/softmark-outside.cpp", b"out"))
    make("tar_link", (entry("link", tarfile.SYMTYPE, linkname="/etc/passwd"), b""))
    make("tar_link_then_file", (entry("d", tarfile.SYMTYPE, linkname="/tmp"), b""), ("d/outside.cpp", b"out"))
    make("tar_hard_link", (entry("link", tarfile.LNKTYPE, linkname=NAME), b""))
    make("tar_device", (entry("zero", tarfile.CHRTYPE, devmajor=1, devminor=5), b""))
    make("tar_block", (entry("disk", tarfile.BLKTYPE, devmajor=8, devminor=0), b""))
    make("tar_pipe", (entry("pipe", tarfile.FIFOTYPE), b""))
    make("tar_setuid", (entry("run", mode=0o4755), b"#!"))
    make("tar_twice", (NAME, b"another"))
    make("tar_case", (NAME.upper(), b"another"))
    with gzip.open(folder / "tar_many.tgz", "wb", 1) as out:
        out.write(b"".join(empty_files(100000)))
    lying_tars(folder, source)
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    header = entry("zeros", size=1 << 30).tobuf()
    zeros = bytes(1 << 20)
    packed = squeeze.compress(header) + b"".join(squeeze.compress(zeros) for _ in range(300)) + squeeze.flush()
    (folder / "tar_bomb.tgz").write_bytes(packed)
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as out:
        out.addfile(entry(NAME, size=len(source)), io.BytesIO(source))
    tarred(folder / "tar_no_entries.tar", "w")
    (folder / "tar_truncated.tgz").write_bytes(whole.getvalue()[:-40])


def main():
    kind, folder, source = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]).read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "good":
        good(folder, source)
    elif kind == "odd":
        odd(folder, source)
    elif kind == "unrecognised":
        unrecognised(folder, source)
    else:
        hostile_zips(folder, source)
        lying_zips(folder, source)
        hostile_tars(folder, source)


main()
