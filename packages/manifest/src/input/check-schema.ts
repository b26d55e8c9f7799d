/**
 * Checks a schema of a manifest. An input schema is closed and bounds every value, so that a request is bounded and a
 * price has a highest value. A schema of results describes them only, because the runner protocol bounds them.
 */
import { below, checkMembers, ELEMENT, isObject, type Pointer, type Problems } from '@farebox/price-rules';
import { MANIFEST_LIMITS } from '../limits.ts';
import { checkBounds } from './bounds.ts';
import { type Form, FORMS, formOf, TEXTS, TYPE_WORDS } from './forms.ts';
import { checkKeywords } from './keywords.ts';

/** `part`: a condition on a part of a result, which needs no type. */
export type SchemaUse = 'input' | 'result' | 'part';

interface Walk {
  readonly use: SchemaUse;
  readonly problems: Problems;
  readonly files: Pointer[];
  nodes: number;
}

interface Place {
  /** JSON Pointer into the manifest. */
  readonly at: string;
  /** Pointer of the argument, with `*` for elements. */
  readonly argument: Pointer;
  readonly depth: number;
  /** Defaults are filled into objects only. */
  readonly isProperty: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** Adds each problem. @returns the pointers of the file arguments, with `*` for the elements of an array. */
export function checkSchema(
  schema: unknown,
  at: string,
  { use, problems }: { readonly use: SchemaUse; readonly problems: Problems },
): readonly Pointer[] {
  const walk: Walk = { use, problems, files: [], nodes: 0 };
  if (use === 'input' && !(isObject(schema) && formOf(schema) === 'object'))
    problems.add(at, 'must be a schema of an object: { "type": "object", "additionalProperties": false, … }');
  else checkNode(schema, { at, argument: '', depth: 1, isProperty: false }, walk);
  if (walk.nodes > MANIFEST_LIMITS.schemaNodes)
    problems.add(at, `has more than ${MANIFEST_LIMITS.schemaNodes} schemas: ask for less`);
  return walk.files;
}

function checkNode(schema: unknown, place: Place, walk: Walk): void {
  walk.nodes += 1;
  if (walk.nodes > MANIFEST_LIMITS.schemaNodes) return;
  const { at, depth } = place;
  if (!isObject(schema)) return walk.problems.add(at, 'must be a JSON Schema in an object');
  if (depth > MANIFEST_LIMITS.schemaDepth)
    return walk.problems.add(at, `is nested more than ${MANIFEST_LIMITS.schemaDepth} levels deep: ask for less`);
  const form = formOf(schema);
  if (form === null && walk.use !== 'part')
    return walk.problems.add(below(at, 'type'), `must be one of ${TYPE_WORDS}; or write "enum", "const" or "$ref"`);
  if (form === 'file' && walk.use !== 'input')
    return walk.problems.add(below(at, '$ref'), 'must not be in a result: list its files in "output.artifacts"');
  const mayDefault = walk.use === 'input' && place.isProperty && form !== 'file';
  const optional = [...keywordsOf(form), ...TEXTS, ...(mayDefault ? ['default'] : [])];
  checkMembers(schema, [], { at, problems: walk.problems, optional });
  checkKeywords(schema, at, walk.problems);
  if (form !== null) checkBounds(schema, form, { at, problems: walk.problems, isInput: walk.use === 'input' });
  if (form === 'file') walk.files.push(place.argument);
  checkInside(schema, place, walk);
}

const keywordsOf = (form: Form | null): readonly string[] =>
  form === null ? [...new Set(Object.values(FORMS).flat())].filter((keyword) => keyword !== '$ref') : FORMS[form];

function checkInside(schema: Members, { at, argument, depth }: Place, walk: Walk): void {
  const { properties, items } = schema;
  if (isObject(properties)) {
    const names = Object.keys(properties);
    if (names.length > MANIFEST_LIMITS.properties)
      return walk.problems.add(below(at, 'properties'), `has more than ${MANIFEST_LIMITS.properties} properties`);
    for (const name of names) {
      const inside = below(below(at, 'properties'), name);
      const problem = propertyProblem(name, walk.use);
      if (problem !== null) walk.problems.add(inside, problem);
      const place = { at: inside, argument: below(argument, name), depth: depth + 1, isProperty: true };
      checkNode(properties[name], place, walk);
    }
  } else if (properties !== undefined) walk.problems.add(below(at, 'properties'), 'must be an object of schemas');
  if (items !== undefined)
    checkNode(
      items,
      { at: below(at, 'items'), argument: below(argument, ELEMENT), depth: depth + 1, isProperty: false },
      walk,
    );
}

const PROPERTY = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

function propertyProblem(name: string, use: SchemaUse): string | null {
  if (!PROPERTY.test(name)) return 'must have a name of a letter, then at most 63 letters, digits, "_" and "-"';
  // A pipeline takes an object with this member for a file.
  if (name === 'fileId' && use === 'input') return 'is the name of the member of every file: write another one';
  // Validators in other programs may take an inherited member for one of the request.
  return Object.hasOwn(Object.prototype, name)
    ? 'has a name that every JavaScript object has: write another one'
    : null;
}
