/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * See page.h.
 */
#include "sfair/page/page.h"

#include <stdarg.h>

#include "sfair/page/style.h"
#include "sfair/base/shown.h"

static const char policy[] = "default-src 'none'; style-src 'unsafe-inline'";

int sfair_page_open(struct sfair_page *page, const char *path,
		    const char *title, struct ft_err *err)
{
	int rc = sfair_fresh_open(&page->file, path, err);

	if (rc)
		return rc;
	page->out = page->file.out;
	sfair_page_print(page,
			 "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
			 "<meta charset=\"utf-8\">\n"
			 "<meta http-equiv=\"Content-Security-Policy\" "
			 "content=\"%s\">\n"
			 "<meta name=\"viewport\" content=\"width=device-width,"
			 " initial-scale=1\">\n"
			 "<meta name=\"color-scheme\" content=\"light dark\">\n"
			 "<title>",
			 policy);
	sfair_page_text(page, title);
	sfair_page_print(page,
			 "</title>\n<style>\n%s</style>\n</head>\n"
			 "<body>\n<h1>",
			 sfair_page_style);
	sfair_page_text(page, title);
	sfair_page_print(page, "</h1>\n");
	return 0;
}

int sfair_page_close(struct sfair_page *page, int rc, struct ft_err *err)
{
	if (!rc)
		sfair_page_print(page, "</body>\n</html>\n");
	return sfair_fresh_close(&page->file, rc, err);
}

void sfair_page_print(struct sfair_page *page, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(page->out, format, args);
	va_end(args);
}

static const char *_page_entity(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

void sfair_page_text(struct sfair_page *page, const char *text)
{
	char shown[SFAIR_SHOWN];

	for (const char *at = sfair_shown(shown, text); *at; at++) {
		const char *entity = _page_entity(*at);

		if (entity)
			fputs(entity, page->out);
		else
			putc(*at, page->out);
	}
}

void sfair_page_heading(struct sfair_page *page, const char *title,
			const char *note)
{
	sfair_page_print(page, "<h2>");
	sfair_page_text(page, title);
	sfair_page_print(page, "</h2>\n");
	if (!note)
		return;
	sfair_page_print(page, "<p class=\"note\">");
	sfair_page_text(page, note);
	sfair_page_print(page, "</p>\n");
}

void sfair_page_remark(struct sfair_page *page, const char *text)
{
	sfair_page_print(page, "<p class=\"remark\">");
	sfair_page_text(page, text);
	sfair_page_print(page, "</p>\n");
}

void sfair_page_figure(struct sfair_page *page, const char *value,
		       const char *what)
{
	sfair_page_print(page, "<div class=\"figure\"><b>");
	sfair_page_text(page, value);
	sfair_page_print(page, "</b><span>");
	sfair_page_text(page, what);
	sfair_page_print(page, "</span></div>\n");
}
