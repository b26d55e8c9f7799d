/** The committed measurement behind docs/pricing.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `tool` or `tool/model` → units of its example, and processor seconds. */
export type Figures = Readonly<Record<string, { readonly units: number; readonly cpuSeconds: number }>>;

export interface Measured {
  readonly machine: string;
  readonly date: string;
  readonly figures: Figures;
}

export const MEASURED = join(import.meta.dirname, 'measured.json');

export const readMeasured = (): Measured => JSON.parse(readFileSync(MEASURED, 'utf8')) as Measured;
