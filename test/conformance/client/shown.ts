/**
 * Compares the JSON that pages show (the endings of docs/when-things-go-wrong.md, the session of README.md) with the responses of
 * the system under test: everything shown must be identical. `…` on a page stands for omitted fields or the rest of a text; a
 * time matches any time.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '../../../docs/when-things-go-wrong.md');
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Parses JSON as a page shows it. */
export const parseShown = (text: string): unknown =>
  JSON.parse(text.replaceAll(/,\s*…/g, '').replaceAll('[…]', '[]')) as unknown;

/** The executions that the page shows below the bold title, in order. */
export function shown(title: string): unknown[] {
  const [, below] = readFileSync(PAGE, 'utf8').split(`**${title}.**`);
  const [, block] = /```json\n([^]*?)```/.exec(below ?? '') ?? [];
  if (block === undefined) throw new Error(`the page shows no "${title}"`);
  return block
    .trim()
    .split(/\n(?=\{)/)
    .map(parseShown);
}

interface Comparing {
  /** Fields whose numbers depend on the moment. */
  readonly varying?: readonly string[];
  /** Path of the compared part. */
  readonly at?: string;
}

/** Returns one line for each difference between the page and the response. */
export function unlike(page: unknown, answered: unknown, { varying = [], at = '' }: Comparing = {}): string[] {
  if (typeof page === 'object' && page !== null && typeof answered === 'object' && answered !== null) {
    return Object.entries(page).flatMap(([name, value]) => {
      const found = (answered as Record<string, unknown>)[name];
      if (varying.includes(name) && typeof value === typeof found) return [];
      return unlike(value, found, { varying, at: `${at}/${name}` });
    });
  }
  return isSame(page, answered)
    ? []
    : [`${at}: ${JSON.stringify(page)} on the page, answered ${JSON.stringify(answered)}`];
}

function isSame(page: unknown, answered: unknown): boolean {
  if (typeof page !== 'string' || typeof answered !== 'string') return page === answered;
  if (TIME.test(page)) return TIME.test(answered);
  const parts = page.split('…').map((part) => part.replaceAll(/[^\w ]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(answered);
}
