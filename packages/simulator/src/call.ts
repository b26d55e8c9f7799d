/** A paid call as both dialects bring it, and what was bought. Holds no text of the customer's: that is never written down. */
import { createHash } from 'node:crypto';

export const PROVIDERS = ['openai', 'predictions'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Enough to make the same result again after a restart. */
export type Work =
  | {
      readonly kind: 'picture';
      readonly format: 'png' | 'jpeg';
      readonly width: number;
      readonly height: number;
      readonly seed: string;
      /** One of its colours is. */
      readonly transparent?: boolean;
      /** Where the file itself was not asked for. */
      readonly asLink?: true;
    }
  | { readonly kind: 'speech'; readonly seconds: number; readonly characters: number }
  | { readonly kind: 'transcript'; readonly words: string; readonly seconds: number }
  | { readonly kind: 'video'; readonly seconds: number };

export interface Call {
  readonly provider: Provider;
  /** The Idempotency-Key. */
  readonly token: string | null;
  readonly model: string;
  /** Where a directive may stand. */
  readonly text: string;
  readonly work: Work;
  /** Of everything that was asked: the same token for something else is the caller's mistake. */
  readonly digest: string;
}

export const digestOf = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex').slice(0, 32);
};
