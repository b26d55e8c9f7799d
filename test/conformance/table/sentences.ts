/**
 * Reads from the test files which sentence each test proves. The sentence is a comment directly above the test or its `describe`:
 * `// spec 4.4.1: "Success is …"`. A test without a sentence is an error: it proves no promise.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Sentence {
  /** `spec 4.4.1`, `contract 3`, `issue 2.6`, … */
  readonly reference: string;
  readonly text: string;
}

export interface ProvenSentence extends Sentence {
  readonly file: string;
  readonly title: string;
}

export const SUITE = resolve(import.meta.dirname, '..');

const QUOTE = /^(spec|contract|issue|rfc|promises|threat)( [\d.]+)*: "(.+)"$/;
const START = /^(test|describe)[.(]/;
/** The title is the first string that a function follows. */
const TITLE = /(['`])((?:(?!\1)[^\\]|\\.)*)\1,\s*(?:async )?\(/s;

const testFiles = (): string[] => globSync('*.test.ts', { cwd: SUITE }).toSorted();

export function provenSentences(): ProvenSentence[] {
  return testFiles().flatMap((file) => sentencesOf(file, readFileSync(join(SUITE, file), 'utf8')));
}

/** Throws with the title of a test that quotes nothing. */
export function sentencesOf(file: string, source: string): ProvenSentence[] {
  const lines = source.split('\n');
  const proven: ProvenSentence[] = [];
  let above: Sentence[] = [];
  let around: { title: string; sentences: Sentence[] } | null = null;
  lines.forEach((line, index) => {
    const text = line.trim();
    const indented = line.startsWith(' ');
    if (line.startsWith('});')) around = null;
    if (text.startsWith('// ')) return above.push(...quoted(text.slice(3)));
    const call = START.exec(text)?.[1];
    if (call !== undefined) {
      const title = titleAt(lines, index);
      if (call === 'describe') around = { title, sentences: above };
      else proven.push(...claimed({ file, title, above, around: indented ? around : null }));
    }
    above = [];
  });
  return proven;
}

function quoted(comment: string): Sentence[] {
  const match = QUOTE.exec(comment);
  return match === null ? [] : [{ reference: `${match[1]}${match[2] ?? ''}`, text: match[3] as string }];
}

const titleAt = (lines: readonly string[], index: number): string =>
  TITLE.exec(lines.slice(index).join('\n'))?.[2] ?? '';

interface Claim {
  readonly file: string;
  readonly title: string;
  readonly above: readonly Sentence[];
  readonly around: { readonly title: string; readonly sentences: readonly Sentence[] } | null;
}

function claimed({ file, title, above, around }: Claim): ProvenSentence[] {
  const sentences = above.length > 0 ? above : (around?.sentences ?? []);
  if (title === '' || sentences.length === 0) throw new Error(`${file}: the test "${title}" quotes no sentence`);
  const fullTitle = around === null ? title : `${around.title} ${title}`;
  return sentences.map((sentence) => ({ ...sentence, file, title: fullTitle }));
}
