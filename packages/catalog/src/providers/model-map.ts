/**
 * Parses `tool/model=provider model,…`. A model name may hold anything but commas and spaces, so versions and hashes
 * fit.
 */

/** `tool/model` → the provider's name of the model. */
export type ModelMap = ReadonlyMap<string, string>;

const PROVIDER_MODEL = /^[\x21-\x2b\x2d-\x7e]{1,200}$/;

/** Throws an Error with all problems; its message completes "VARIABLE …". */
export function parseModelMap(value: string, offered: readonly string[]): ModelMap {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(entryOf);
  const problems = entries.flatMap(({ name, model }, n) => {
    if (model === null) return [`has an entry that is not tool/model=name: ${JSON.stringify(name)}`];
    if (!offered.includes(name)) return [`names ${JSON.stringify(name)}, which is not one of ${offered.join(', ')}`];
    if (entries.findIndex((each) => each.name === name) < n) return [`names ${name} twice`];
    if (!PROVIDER_MODEL.test(model)) return [`needs the provider's name of a model after ${name}=`];
    return [];
  });
  if (problems.length > 0) throw new Error(problems.join('; '));
  return new Map(entries.map(({ name, model }) => [name, model ?? '']));
}

/** Splits at the first `=`: a provider's name of a model may contain more. */
function entryOf(entry: string): { readonly name: string; readonly model: string | null } {
  const at = entry.indexOf('=');
  return at < 0 ? { name: entry, model: null } : { name: entry.slice(0, at).trim(), model: entry.slice(at + 1).trim() };
}
