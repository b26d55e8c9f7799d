/** Evidence that tests change. */
import type { Evidence } from './evidence.ts';

/** Changes the evidence of the sound run. */
export type Change = (evidence: Mutable<Evidence>) => unknown;
export type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;
