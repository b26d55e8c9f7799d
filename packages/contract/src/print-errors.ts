/** Prints the error catalogue for docs/errors.md, so that the page lists exactly the errors that exist. */
import { ERROR_ENTRIES } from './error-entries.ts';

const rows = ERROR_ENTRIES.map(
  ([message, { http, status, advice, retryable }]) =>
    `| ${http} | ${status} | \`${message}\` | ${retryable ? 'yes' : 'no'} | ${advice} |`,
);

process.stdout.write(
  ['| HTTP | status | message | retry | what to do |', '|---|---|---|---|---|', ...rows, ''].join('\n'),
);
