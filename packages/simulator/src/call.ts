/** A paid call of either dialect, with the ordered work. It contains no customer text, which is never written to disk. */
import { createHash } from 'node:crypto';

export const PROVIDERS = ['openai', 'predictions'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Enough to produce the same result again after a restart. */
export type Work =
  | {
      readonly kind: 'picture';
      readonly format: 'png' | 'jpeg';
      readonly width: number;
      readonly height: number;
      readonly seed: string;
      /** Whether one of its colours is transparent. */
      readonly transparent?: boolean;
      /** Set if the file itself was not requested. */
      readonly asLink?: true;
    }
  | { readonly kind: 'speech'; readonly seconds: number; readonly characters: number }
  | { readonly kind: 'transcript'; readonly words: string; readonly seconds: number }
  | { readonly kind: 'video'; readonly seconds: number };

export interface Call {
  readonly provider: Provider;
  /** The Idempotency-Key of the call. */
  readonly token: string | null;
  readonly model: string;
  /** Text that may contain a directive. */
  readonly text: string;
  readonly work: Work;
  /** Digest of the whole request: the same token with another request is the caller's mistake. */
  readonly digest: string;
}

export const digestOf = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex').slice(0, 32);
};
