/** Prints the error catalogue for docs/when-things-go-wrong.md, so that the page names every error, and no other. */
import { ERRORS } from './errors.ts';

const entries = Object.entries(ERRORS).sort(([, a], [, b]) => a.http - b.http);
const rows = entries.map(
  ([message, { http, status, advice }]) => `| ${http} | ${status} | \`${message}\` | ${advice} |`,
);

process.stdout.write(['| HTTP | status | message | what to do |', '|---|---|---|---|', ...rows, ''].join('\n'));
