/** Fills in the variables of a text as Compose does: `${A}`, `${A-b}`, `${A:-b}`, `${A:?message}`, `${A:+b}`, also inside b. */

export interface Reference {
  /** The reference as it is written. */
  readonly text: string;
  readonly name: string;
  readonly kind: '' | '-' | ':-' | ':?' | ':+';
  readonly rest: string;
}

/** All references, those inside other references too. */
export const referencesIn = (text: string): Reference[] =>
  outermost(text).flatMap((each) => [each, ...referencesIn(each.rest)]);

/** Throws when a required variable is missing, even one in a default that is not used. */
export function filled(text: string, env: Readonly<Record<string, string>>): string {
  let result = text;
  for (const { text: written, name, kind, rest } of outermost(text)) {
    const otherwise = kind === ':?' ? rest : filled(rest, env);
    const value = env[name] ?? '';
    if (kind === ':?' && value === '') throw new Error(`${name}: ${rest}`);
    result = result.replace(written, () => valueOf({ kind, value, isSet: name in env, otherwise }));
  }
  return result;
}

interface Choice {
  readonly kind: Reference['kind'];
  readonly value: string;
  readonly isSet: boolean;
  readonly otherwise: string;
}

function valueOf({ kind, value, isSet, otherwise }: Choice): string {
  if (kind === ':-') return value === '' ? otherwise : value;
  if (kind === '-') return isSet ? value : otherwise;
  if (kind === ':+') return value === '' ? '' : otherwise;
  return value;
}

function outermost(text: string): Reference[] {
  const found: Reference[] = [];
  for (let begin = text.indexOf('${'); begin !== -1; begin = text.indexOf('${', begin)) {
    const end = endOf(text, begin);
    const written = text.slice(begin, end);
    const [, name, kind = '', rest = ''] = /^\$\{(\w+)(?:(-|:-|:\?|:\+)([^]*))?\}$/.exec(written) ?? [];
    if (name === undefined) throw new Error(`Compose has no variable of the form ${written}`);
    found.push({ text: written, name, kind: kind as Reference['kind'], rest });
    begin = end;
  }
  return found;
}

/** The position after the brace that closes the reference at `begin`. */
function endOf(text: string, begin: number): number {
  let depth = 0;
  for (let at = begin; at < text.length; at += 1) {
    if (text.startsWith('${', at)) depth += 1;
    if (text[at] !== '}') continue;
    depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error(`nothing closes ${text.slice(begin, begin + 40)}`);
}
