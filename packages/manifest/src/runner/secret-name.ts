/**
 * Tells the name of a secret from its value. A manifest is stored, shown and never deleted, so a value in it would be
 * known to everybody who may read the catalog. No message repeats what was written.
 */

const PARTS_MAX = 8;
/** A word, with a number of at most four digits behind it; or such a number. */
const PART = /^(?:[a-z]{1,20}\d{0,4}|\d{1,4})$/;
/** The beginnings of keys that services give out. */
const KEYS: readonly string[] = ['sk', 'pk', 'rk', 'whsec', 'ghp', 'key', 'bearer', 'basic'];

/** @returns null if the text is a name such as `acme-runner`. */
export function secretNameProblem(secret: unknown): string | null {
  const parts = typeof secret === 'string' && secret.length <= 100 ? secret.split('-') : [];
  const [first = ''] = parts;
  const isName =
    parts.length > 0 && parts.length <= PARTS_MAX && /^[a-z]/.test(first) && parts.every((each) => PART.test(each));
  return isName && !KEYS.includes(first)
    ? null
    : 'must be the name of a secret, never its value: words in lower-case letters with "-" between them, such as "acme-runner"';
}
