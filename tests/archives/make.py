"""Writes archives as people hand them in, and hostile ones, each named after what is wrong with it.

  make.py good FOLDER SOURCE.cpp     right submissions: the file in each kind of archive and layout
  make.py hostile FOLDER SOURCE.cpp  what must be refused: each holds the right file as well
"""

import gzip
import io
import random
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
    with tarfile.open(path, mode) as out:
        for info, content in entries:
            info = info if isinstance(info, tarfile.TarInfo) else tarfile.TarInfo(info)
            info.size = len(content)
            out.addfile(info, io.BytesIO(content))


def good(folder, source):
    zipped(folder / "flat.zip", (NAME, source))
    zipped(folder / "checkout.zip", (f"softmark-main/{COURSE}", source), ("softmark-main/README.md", b"course"),
           ("softmark-main/tests/authored_exercise/exercises/02_matrix_attention/" + NAME, b"another"))
    zipped(folder / "macos.zip", (f"hand in/{NAME}", source), (f"__MACOSX/hand in/._{NAME}", b"\0\5\26\7"))
    zipped(folder / "windows.ZIP", ("Abgabe/Matrix-Attention (1).CPP", b"\xef\xbb\xbf" + source.replace(b"\n", b"\r\n")))
    tarred(folder / "plain.tar", "w", (entry("./", tarfile.DIRTYPE, mode=0o755), b""), (f"./{NAME}", source))
    for mode, ending in (("gz", "tar.gz"), ("gz", "tgz"), ("bz2", "tar.bz2"), ("xz", "tar.xz")):
        tarred(folder / f"packed_{ending.replace('.', '_')}.{ending}", f"w:{mode}", (f"02_matrix_attention/{NAME}", source))


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
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    header = entry("zeros", size=1 << 30).tobuf()
    zeros = bytes(1 << 20)
    packed = squeeze.compress(header) + b"".join(squeeze.compress(zeros) for _ in range(300)) + squeeze.flush()
    (folder / "tar_bomb.tgz").write_bytes(packed)
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as out:
        out.addfile(entry(NAME, size=len(source)), io.BytesIO(source))
    (folder / "tar_truncated.tgz").write_bytes(whole.getvalue()[:-40])


def main():
    kind, folder, source = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]).read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "good":
        good(folder, source)
    else:
        hostile_zips(folder, source)
        hostile_tars(folder, source)


main()
