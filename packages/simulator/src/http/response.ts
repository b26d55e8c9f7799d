/** Responses as data, and the faults of their delivery, so that decisions are separate from sockets. */

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type Reply =
  | { readonly kind: 'httpResponse'; readonly httpResponse: HttpResponse; readonly afterMs: number }
  /** All headers and half of the body, then the connection is closed. */
  | { readonly kind: 'half'; readonly httpResponse: HttpResponse }
  | { readonly kind: 'reset' | 'crash' | 'silence' };

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(withBareNaN(value)),
});

/** A NaN is the bare word, as Python's `json.dumps` writes it, and not JSON's null. */
function withBareNaN(value: unknown): string {
  const mark = '\u{f8ff}NaN';
  const marked = JSON.stringify(value, (_, each: unknown) => (Number.isNaN(each) ? mark : each));
  return marked.replaceAll(`"${mark}"`, 'NaN');
}

export const file = (mimeType: string, body: Buffer, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  status: 200,
  headers: { 'content-type': mimeType, ...headers },
  body,
});

export const atOnce = (httpResponse: HttpResponse): Reply => ({ kind: 'httpResponse', httpResponse, afterMs: 0 });

/** A mistake of the caller. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const errorResponse = (
  status: number,
  error: { readonly code: string; readonly message: string },
): HttpResponse => json(status, { error: { type: 'simulated', ...error } });

/**
 * A refusal as a predictions API words it, without a code. A token is our own addition to that dialect, so a conflict
 * of tokens keeps its code.
 */
export const detailResponse = (
  status: number,
  { code, message: detail }: { readonly code: string; readonly message: string },
): HttpResponse => json(status, { title: 'Refused', detail, status, ...(/idempotency/.test(code) ? { code } : {}) });
