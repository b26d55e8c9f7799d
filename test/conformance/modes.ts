/** The modes in which each file of the suite runs. Each file states them below its opening comment, so that a new one cannot be forgotten. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file runs in services mode only if one of these can change its result. */
const REASONS = ['queue', 'rate limit', 'store', 'gateways'];

const MARK = /^\/\/ Modes: embedded(?:, services \((.+)\))?\.$/gm;

/** The reasons why a file also runs in services mode; empty: only embedded mode. Throws for a file that does not state them exactly once. */
export function reasonsIn(file: string, source: string): readonly string[] {
  const [mark, ...others] = source.matchAll(MARK);
  if (mark === undefined || others.length > 0) throw new Error(`${file} must say its modes once; see modes.ts`);
  const reasons = mark[1]?.split(', ') ?? [];
  const unknown = reasons.filter((reason) => !REASONS.includes(reason));
  if (unknown.length > 0)
    throw new Error(`${file} runs in services mode for ${unknown.join()}; there are: ${REASONS.join()}`);
  return reasons;
}

export function filesOf(mode: string): readonly string[] {
  const all = globSync('*.test.ts', { cwd: import.meta.dirname }).map(
    (file) => [file, reasonsIn(file, readFileSync(join(import.meta.dirname, file), 'utf8'))] as const,
  );
  return all.filter(([, reasons]) => mode !== 'services' || reasons.length > 0).map(([file]) => file);
}
