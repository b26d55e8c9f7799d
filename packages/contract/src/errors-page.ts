/** The page of a gateway about its errors. `error.documentation` of each error is the address of its section. */
import { ERROR_ENTRIES } from './error-entries.ts';

export const ERRORS_PATH = '/errors';

/** HTML without scripts and styles. The text is our own. */
export const errorsPage = (): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<title>Errors of Farebox</title>',
    '<h1>Errors of Farebox</h1>',
    '<p><code>error.message</code> is stable: branch on it. <code>error.details</code> has the facts of this request.</p>',
    ...ERROR_ENTRIES.map(sectionOf),
    '</html>',
    '',
  ].join('\n');

function sectionOf([message, { http, status, advice, retryable }]: (typeof ERROR_ENTRIES)[number]): string {
  const retry = retryable ? 'The same request may succeed later.' : 'The same request fails again.';
  return `<h2 id="${message}">${message}</h2>\n<p>HTTP ${http}, ${status}. ${retry}</p>\n<p>${escaped(advice)}</p>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('`', '');
