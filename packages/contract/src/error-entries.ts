/** Every error of the API with its words, in the order of HTTP codes: the one list behind docs/errors.md and the page of the gateway. */
import { ERRORS } from './errors.ts';
import { TUS_ERRORS } from './routes/index.ts';

interface ErrorEntry {
  readonly http: number;
  /** A google.rpc.Code name. */
  readonly status: string;
  readonly advice: string;
  readonly retryable: boolean;
}

const inParts = Object.entries(TUS_ERRORS).map(
  ([message, error]) => [message, { ...error, advice: `${error.advice} (Resumable uploads only.)` }] as const,
);

export const ERROR_ENTRIES: readonly (readonly [message: string, entry: ErrorEntry])[] = [
  ...Object.entries(ERRORS),
  ...inParts,
].sort(([, a], [, b]) => a.http - b.http);
