/** The runner's own book, on disk: what it began, what it put, and what it said. It survives the death of the process and is evidence. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export interface Start {
  readonly tool: string;
  readonly version: number;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly inputs: readonly { readonly url: string; readonly sha256: string }[];
  readonly outputs: readonly { readonly put: string }[];
}

export type Line =
  /** The work of a token has begun: an effect that costs money. */
  | { readonly kind: 'begun'; readonly token: string; readonly body: string }
  /** A run of kind pull was claimed; nothing has begun. */
  | {
      readonly kind: 'claimed';
      readonly token: string;
      readonly lease: string;
      readonly leaseSeconds: number;
      /** When its request was sent. */
      readonly askedAt: string;
      readonly body: string;
    }
  | { readonly kind: 'put'; readonly token: string; readonly sha256: string }
  | { readonly kind: 'done'; readonly token: string; readonly isLost: boolean }
  | { readonly kind: 'cancelled'; readonly token: string }
  /** An end, as it was sent. `stray`: nobody asked for this response. `taken`: the response to a report of it was 200. */
  | { readonly kind: 'said' | 'stray' | 'taken'; readonly token: string; readonly reply: object };

export interface Book {
  readonly lines: readonly Line[];
  readonly write: (line: Line) => void;
}

export function openBook(path: string): Book {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  // A line that the death of the process cut off was never written.
  const whole = text.split('\n').slice(0, -1);
  return {
    lines: whole.filter(Boolean).map((line) => JSON.parse(line) as Line),
    write: (line) => appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`),
  };
}
