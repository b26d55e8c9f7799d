/** Prints the error catalogue for docs/when-things-go-wrong.md, so that the page lists exactly the errors that exist. */
import { ERRORS } from './errors.ts';
import { TUS_ERRORS } from './routes/index.ts';

const inParts = Object.entries(TUS_ERRORS).map(
  ([message, error]) => [message, { ...error, advice: `${error.advice} (Resumable uploads only.)` }] as const,
);
const entries = [...Object.entries(ERRORS), ...inParts].sort(([, a], [, b]) => a.http - b.http);
const rows = entries.map(
  ([message, { http, status, advice, retryable }]) =>
    `| ${http} | ${status} | \`${message}\` | ${retryable ? 'yes' : 'no'} | ${advice} |`,
);

process.stdout.write(
  ['| HTTP | status | message | retry | what to do |', '|---|---|---|---|---|', ...rows, ''].join('\n'),
);
