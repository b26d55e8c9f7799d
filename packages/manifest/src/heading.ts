/** The members of a manifest that present a tool: version, name, title, description and category. */
import { CATEGORIES, RESERVED_TOOL_NAMES, SHOWN_LINES, SHOWN_TEXT, TOOL_NAME } from '@farebox/contract';
import type { Problems } from '@farebox/price-rules';
import { MANIFEST_LIMITS } from './limits.ts';
import type { ManifestCategory } from './manifest.ts';

/** The first words of names that belong to Farebox. A test compares them with the tools of the catalog. */
const RESERVED_WORDS = ['audio', 'image', 'speech', 'video', 'rehearsal', 'pipeline', 'farebox'] as const;

/** Kinds of tools that only Farebox itself has. */
const OWN_CATEGORIES: readonly string[] = ['pipeline', 'development'];
const CATEGORY_WORDS = Object.keys(CATEGORIES).filter((word) => !OWN_CATEGORIES.includes(word));

export function checkHeading(manifest: Readonly<Record<string, unknown>>, problems: Problems): void {
  const { farebox, name, title, description, category } = manifest;
  const add = (at: string, problem: string | null): void => {
    if (problem !== null) problems.add(at, problem);
  };
  add('/farebox', farebox === 1 ? null : 'must be 1, the version of this form of manifests');
  add('/name', nameProblem(name));
  add('/title', textProblem(title, MANIFEST_LIMITS.titleCharacters, SHOWN_TEXT));
  add('/description', textProblem(description, MANIFEST_LIMITS.descriptionCharacters, SHOWN_LINES));
  if (!isCategory(category)) add('/category', `must be one of ${listed(CATEGORY_WORDS)}`);
}

const listed = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ');

const isCategory = (value: unknown): value is ManifestCategory => CATEGORY_WORDS.some((word) => word === value);

/** @returns why a name cannot be that of a tool of a manifest; null if it can. */
function nameProblem(name: unknown): string | null {
  if (typeof name !== 'string') return 'must be a text such as "acme-read-text"';
  if (name.startsWith('@')) return 'must not begin with "@": those are names of templates';
  const foreign = Array.from(name.slice(0, NAME_SHOWN)).find((character) => !/[a-z0-9-]/.test(character));
  if (foreign !== undefined)
    return `has the character ${codeOf(foreign)}: write lower-case letters from a to z, digits and "-"`;
  if (!TOOL_NAME.test(name)) return 'must have 3 to 64 characters and begin with a letter';
  if (name.endsWith('-') || name.includes('--')) return 'must have one "-" between two words, and none at the end';
  const [word = ''] = name.split('-');
  if (RESERVED_WORDS.some((reserved) => reserved === word))
    return `begins with "${word}", which is reserved for Farebox: begin with a word for your team, such as "acme-"`;
  if (RESERVED_TOOL_NAMES.some((reserved) => reserved === name)) return 'is a path of the API: write another name';
  return name.includes('-') ? null : 'must begin with a word for your team and "-", such as "acme-"';
}

const NAME_SHOWN = 200;

/** Letters of other alphabets look like those of ours, so the message names the code point. */
const codeOf = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /^[\x20-\x7e]$/.test(character) ? `"${character}"` : `U+${code}`;
};

function textProblem(value: unknown, most: number, shown: string): string | null {
  if (typeof value === 'string' && value.trim() !== '' && value.length <= most && new RegExp(shown, 'u').test(value))
    return null;
  return `must be a text of 1 to ${most} characters without control characters`;
}
