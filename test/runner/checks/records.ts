/** Decision records as data: number, title and superseding record. The index and its check read them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DecisionRecord {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  /** The number of the record that supersedes this one completely or in part. */
  readonly supersededBy: string | null;
  readonly inPart: boolean;
  /** The numbers after "Supersedes" in this record's text. */
  readonly supersedes: readonly string[];
}

export function recordOf(file: string, text: string): DecisionRecord {
  const [, number = '', heading = ''] = /^# (\d{4}) (.+)$/m.exec(text) ?? [];
  const whole = /^\*{1,2}Superseded by (\d{4})[.:]\*/m.exec(text)?.[1];
  const part = / \(([^()]*) superseded by (\d{4})\)$/.exec(heading);
  const supersedes = [...text.matchAll(/\bSupersedes (?:[a-z ]* )?(\d{4})/g)].map(([, each]) => each!);
  return {
    file,
    number,
    title: part === null ? heading : heading.slice(0, part.index),
    supersededBy: whole ?? part?.[2] ?? null,
    inPart: part !== null,
    supersedes,
  };
}

export function readRecords(root: string): DecisionRecord[] {
  const folder = join(root, 'docs/decisions');
  const files = readdirSync(folder).filter((file) => /^\d{4}-.*\.md$/.test(file));
  return files.toSorted().map((file) => recordOf(file, readFileSync(join(folder, file), 'utf8')));
}

/** Contradictions between records, one line each. */
export function problemsOfRecords(records: readonly DecisionRecord[]): string[] {
  const byNumber = new Map(records.map((record) => [record.number, record]));
  return records.flatMap(({ file, number, supersededBy, supersedes }) => [
    ...(file.startsWith(`${number}-`) && number !== '' ? [] : [`${file}: its title does not begin with its number`]),
    ...(byNumber.get(number)?.file === file ? [] : [`${file}: its number is taken`]),
    ...(supersededBy === null || byNumber.has(supersededBy) ? [] : [`${file}: there is no record ${supersededBy}`]),
    ...supersedes
      .filter((each) => byNumber.get(each)?.supersededBy !== number)
      .map(
        (each) => `${file}: supersedes ${each}, which does not say so ("*Superseded by ${number}.*" under its title)`,
      ),
  ]);
}
