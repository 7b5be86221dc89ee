"""``python -m movetext``: converts and checks from the command line, and writes Parquet, which the command of the Rust
crate does not."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Optional

import movetext

OK, PROBLEMS, USAGE, UNREADABLE = 0, 1, 2, 3


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m movetext",
        description="Reads, checks and converts game records of chess and its relatives.",
    )
    top.add_argument("--version", action="version", version=f"movetext {movetext.__version__}")
    commands = top.add_subparsers(dest="command", required=True)

    convert = commands.add_parser("convert", help="write the games in another format")
    convert.add_argument("paths", nargs="+", metavar="PATH", help="files, folders and patterns")
    convert.add_argument(
        "--to",
        required=True,
        choices=["parquet", "pgn", "jsonl", "pcn", "xml", "fen", "epd", "pdtl", "uci", "iccs"],
        help="the format",
    )
    convert.add_argument("-o", "--output", metavar="PATH", help="the file to write; for parquet, the folder")
    convert.add_argument("--notation", help="the notation of moves in PGN, e.g. lan or wxf")
    convert.add_argument("--columns", help="the columns of Parquet files, with commas between them")
    convert.add_argument(
        "--moves", choices=["packed", "uci", "san", "none"], help="how moves are written in Parquet files"
    )
    convert.add_argument("--positions", action="store_true", help="a row for each position in Parquet files")
    convert.add_argument("--flat", action="store_true", help="one Parquet file for all variants")
    convert.add_argument("--threads", type=int, help="threads that read; as many as processors by default")
    convert.add_argument("--force", action="store_true", help="replace the output file")

    check = commands.add_parser("check", help="report all problems")
    check.add_argument("paths", nargs="+", metavar="PATH", help="files, folders and patterns")
    check.add_argument("--strict", choices=["import", "export"], help="also check conformance to the specification")
    check.add_argument("--severity", choices=["info", "warning", "error"], default="warning", help="the least reported")

    detect = commands.add_parser("detect", help="detect what each file is")
    detect.add_argument("paths", nargs="+", metavar="PATH", help="files")

    for command in (convert, check):
        command.add_argument("--variant", choices=movetext.VARIANTS, help="read all games as this variant")
        command.add_argument("--encoding", help="take all files to be in this encoding")
    return top


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command and returns its exit code: 0 fine, 1 problems, 2 usage, 3 what could not be read or written."""
    options = parser().parse_args(arguments)
    commands = {"convert": _convert, "check": _check, "detect": _detect}
    try:
        return commands[options.command](options)
    except KeyboardInterrupt:
        return 130
    except (OSError, movetext.FormatError) as error:
        _complain(str(error))
        return UNREADABLE
    except ValueError as error:
        _complain(str(error))
        return USAGE


def _complain(message: str) -> None:
    print(f"movetext: {message}", file=sys.stderr)


def _note_skipped(skipped: list[tuple[str, str]]) -> None:
    for name, what in skipped:
        print(f"skipped: {name}: {what}", file=sys.stderr)


def _convert(options: argparse.Namespace) -> int:
    if options.to == "parquet":
        return _parquet(options)
    if options.columns or options.moves or options.positions or options.flat or options.threads:
        raise ValueError("--columns, --moves, --positions, --flat and --threads require --to parquet")
    done = movetext.convert(
        options.paths,
        options.to,
        options.output,
        notation=options.notation,
        variant=options.variant,
        encoding=options.encoding,
        overwrite=options.force,
    )
    if done.data is not None:
        sys.stdout.buffer.write(done.data)
    _note_skipped(done.skipped)
    for name, ordinal, reason in done.refused:
        print(f"{name}: game {ordinal} is left out: {reason}", file=sys.stderr)
    if done.losses:
        losses = ", ".join(f"{count} {what}" for what, count in done.losses.items())
        print(f"not written as read: {losses}", file=sys.stderr)
    if done.errors:
        print(f"errors in what was read: {done.errors}; `python -m movetext check` shows them", file=sys.stderr)
    return PROBLEMS if done.errors or done.refused else OK


def _parquet(options: argparse.Namespace) -> int:
    if options.output is None:
        raise ValueError("--to parquet requires --output, a folder")
    if options.notation or options.force:
        raise ValueError("--notation and --force cannot be combined with --to parquet")
    done = movetext.to_parquet(
        options.paths,
        options.output,
        partition_by=None if options.flat else "variant",
        columns=options.columns.split(",") if options.columns else None,
        moves=options.moves,
        positions=options.positions,
        threads=options.threads,
        variant=options.variant,
        encoding=options.encoding,
    )
    _note_skipped(done.skipped)
    for file, rows in done.files:
        print(f"{file}: {rows} rows")
    return OK


def _check(options: argparse.Namespace) -> int:
    problems = movetext.check(
        options.paths,
        strict=options.strict,
        severity=options.severity,
        variant=options.variant,
        encoding=options.encoding,
    )
    grave = False
    for problem in problems:
        print(problem)
        grave |= options.strict is not None or problem.severity == "error"
    _note_skipped(problems.skipped)
    return PROBLEMS if grave else OK


def _detect(options: argparse.Namespace) -> int:
    for path in options.paths:
        found = movetext.detect(path)
        words = [found.description, found.variant, found.notation, found.encoding]
        compression = [] if found.compression == "none" else [found.compression]
        told = ", ".join([word for word in words if word] + compression)
        print(f"{path}: {told} ({found.confidence} %)")
    return OK


if __name__ == "__main__":
    sys.exit(main())
