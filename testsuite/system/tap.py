# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP for the system tests: each ok() is one counted test.

    with Tap() as tap:
        tap.ok(1 + 1 == 2, 'arithmetic')
        tap.equal(shown, wanted, 'sshare shows the share')

An exception inside the block is one more, failed, test; the plan comes last.
"""
import difflib
import re
import sys
import traceback


class Tap:
    """Counts tests and prints them; the program's status says the rest."""

    def __init__(self):
        self.count = self.failed = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None and issubclass(kind, Exception):
            self.ok(False, f'no {kind.__name__}',
                    ''.join(traceback.format_exception(kind, error, trace)))
        if kind is not None and not issubclass(kind, Exception):
            return False
        print(f'1..{self.count}', flush=True)
        sys.exit(1 if self.failed else 0)

    def ok(self, passed, name, detail=''):
        """One test; detail is printed when it fails."""
        self.count += 1
        print(f'{"ok" if passed else "not ok"} {self.count} - {name}')
        if not passed:
            self.failed += 1
            self.note(detail)
        sys.stdout.flush()
        return bool(passed)

    def known(self, passed, name, reason, detail=''):
        """One test that is expected to fail, for that reason.

        That it passes is told, and fails nothing.
        """
        if passed:
            self.note(f'no longer fails: {name} ({reason})')
            return self.ok(True, name)
        self.count += 1
        print(f'not ok {self.count} - {name} # TODO {reason}')
        self.note(detail)
        return False

    def equal(self, got, wanted, name):
        """One test: got == wanted; shows a diff of texts otherwise."""
        if isinstance(got, str) and isinstance(wanted, str):
            detail = '\n'.join(difflib.unified_diff(
                wanted.splitlines(), got.splitlines(), 'wanted', 'got',
                lineterm='', n=1))
        else:
            detail = f'got    {got!r}\nwanted {wanted!r}'
        return self.ok(got == wanted, name, detail)

    def skip(self, name, reason):
        """One test that cannot be done here."""
        self.count += 1
        print(f'ok {self.count} - {name} # SKIP {reason}', flush=True)

    def merge(self, name, lines, errors=''):
        """The tests of another TAP program, counted on as our own."""
        planned = seen = 0
        for line in lines:
            found = re.match(r'(ok|not ok) \d+ - (.*)', line)
            if found:
                seen += 1
                self.ok(found[1] == 'ok', found[2])
            elif line.startswith('1..'):
                planned = int(line[3:])
            else:
                print(line)
        if not seen or planned != seen:
            self.ok(False, f'{name}: {planned} tests planned, {seen} done',
                    errors)

    def note(self, text):
        """A remark in the log."""
        for line in str(text).splitlines():
            print(f'# {line}')
        sys.stdout.flush()
