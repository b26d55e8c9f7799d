/** Answers as data, and the ways a reply can go wrong on its way: what is decided is kept apart from what the sockets do. */

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type Reply =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly afterMs: number }
  /** All headers and half of the body, then the connection is closed. */
  | { readonly kind: 'half'; readonly answer: Answer }
  | { readonly kind: 'reset' | 'crash' | 'silence' };

export const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

export const file = (mimeType: string, body: Buffer, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 200,
  headers: { 'content-type': mimeType, ...headers },
  body,
});

export const atOnce = (answer: Answer): Reply => ({ kind: 'answer', answer, afterMs: 0 });

/** What the caller did wrong. */
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

export const errorAnswer = (status: number, error: { readonly code: string; readonly message: string }): Answer =>
  json(status, { error: { type: 'simulated', ...error } });
