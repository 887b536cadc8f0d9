# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a page that sfair has written, strictly.

    page = Page.read(path)
    faults(page)    # [] for one that is well-formed and of one piece

Refuses to forgive as browsers do: each tag must be closed in its turn, and no
tag or attribute may be there that sfair does not write.
"""
import collections
import html.parser
import re

EMPTY = {'meta'}        # have no end
TAGS = {'html', 'head', 'meta', 'title', 'style', 'body', 'h1', 'h2', 'p',
        'div', 'b', 'span', 'i', 'svg', 'g', 'rect', 'path', 'text', 'circle',
        'table', 'tr', 'th', 'td', 'footer'}
ATTRIBUTES = {
    'lang', 'charset', 'http-equiv', 'content', 'name', 'class', 'viewbox',
    'role', 'aria-label', 'x', 'y', 'width', 'height', 'd', 'cx', 'cy', 'r',
    'style'}
SHAPES = {'rect', 'path', 'circle'}
CONTROL = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]')
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class Page(html.parser.HTMLParser):
    """What is on a page: titles that hover shows, rows of tables, remarks."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.size = len(text)
        self.source = text
        self.open, self.wrong = [], []
        self.titles, self.rows, self.remarks = [], [], []
        self.headings, self.text, self.policy = [], '', None
        self._kinds = collections.defaultdict(set)
        self._boxes, self._box, self._outside = [], None, []
        self.feed(text)
        self.close()
        if self.open:
            self.wrong.append(f'not closed: {self.open}')

    @classmethod
    def read(cls, path):
        """The page in a file."""
        with open(path, encoding='utf-8', newline='') as file:
            return cls(file.read())

    def titled_kinds(self):
        """{'Job 17': classes of what is drawn for it}."""
        return dict(self._kinds)

    def outside(self):
        """Rectangles that are not within their picture."""
        return self._outside

    def _within(self, name, fields):
        left, top, width, height = self._box
        try:
            x, y = float(fields['x']), float(fields['y'])
            if not (left <= x and x + float(fields['width']) <= left + width
                    + 0.5 and top <= y and
                    y + float(fields['height']) <= top + height + 0.5):
                self._outside.append((name, fields))
        except (KeyError, ValueError) as error:
            self.wrong.append(f'{name}: {fields}: {error}')

    def handle_starttag(self, tag, attrs):
        fields = dict(attrs)
        if tag not in TAGS or len(fields) != len(attrs):
            self.wrong.append(f'<{tag} {attrs}>')
        self.wrong += [f'<{tag} {name}={value}>' for name, value in attrs
                       if name not in ATTRIBUTES or value is None]
        if fields.get('http-equiv') == 'Content-Security-Policy':
            self.policy = fields['content']
        if tag == 'svg':
            self._box = [float(number) for number in
                         fields['viewbox'].split()]
        if tag == 'rect':
            self._within(tag, fields)
        if tag == 'tr':
            self.rows.append([])
        if tag in ('td', 'th', 'title', 'p', 'h1', 'h2'):
            self._words = ''
        if tag not in EMPTY:
            self.open.append((tag, fields.get('class', '')))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.wrong.append(f'</{tag}> within {self.open}')
            return
        _tag, kind = self.open.pop()
        if tag == 'td':
            self.rows[-1].append(self._words)
        elif tag == 'tr' and not self.rows[-1]:
            self.rows.pop()     # of headings
        elif tag == 'title' and self.open[-1][0] != 'head':
            self.titles.append(self._words)
            for job in re.findall(r'^Job (\S+)', self._words):
                self._kinds[f'Job {job}'].add(self.open[-1][1])
        elif tag == 'p' and kind == 'remark':
            self.remarks.append(self._words)
        elif tag in ('h1', 'h2'):
            self.headings.append(self._words)

    def handle_data(self, data):
        if self.open and self.open[-1][0] == 'style':
            return
        self.text += data
        self._words = getattr(self, '_words', '') + data

    def handle_comment(self, data):
        self.wrong.append(f'comment: {data}')


def faults(page):
    """What is wrong with a page, as texts."""
    found = list(page.wrong)
    if page.policy != POLICY:
        found.append(f'policy: {page.policy}')
    found += [f'control character: {match.group()!r} at {match.start()}'
              for match in CONTROL.finditer(page.source)]
    found += re.findall(r'(?:url\(|@import|https?:)[^;>]*',
                        page.source)
    if not page.source.startswith('<!DOCTYPE html>\n'):
        found.append('no document type')
    return found[:10]
