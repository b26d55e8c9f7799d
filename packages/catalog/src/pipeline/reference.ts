/** References of a pipeline step to artifacts of earlier steps, and tool schemas that are widened to accept them. */
import { LIMITS } from '@farebox/contract';
import { type TSchema, Type } from 'typebox';

/** The most artifacts that a step may store. */
const ARTIFACTS_MAX = 100;

const artifactReference = Type.Object(
  {
    step: Type.Integer({
      title: 'Step',
      minimum: 0,
      maximum: LIMITS.stepsMax - 1,
      description: 'Index of an earlier step of this pipeline, from 0.',
    }),
    artifact: Type.Integer({
      title: 'Artifact',
      minimum: 0,
      maximum: ARTIFACTS_MAX - 1,
      description: 'Index of an artifact of that step, from 0.',
    }),
  },
  {
    title: 'Result of an earlier step',
    additionalProperties: false,
    description: 'An artifact of an earlier step of this pipeline.',
  },
);

/** For clients: the tool's own schema, in which each file may also be an artifact. */
export const publishedSchema = (schema: TSchema): TSchema =>
  widened(schema, (file) => {
    const { title, description, ...rest } = file as TSchema & Words;
    return { title, description, anyOf: [{ ...rest, title: 'File of the project' }, artifactReference] };
  });

/** For validation: accepts the same values, and reports problems for the form that the client meant. */
export const checkedSchema = (schema: TSchema): TSchema =>
  widened(schema, (file) => ({
    if: { type: 'object', properties: { step: {} }, required: ['step'] },
    then: artifactReference,
    else: file,
  }));

/** A schema inside another one must not name its dialect. */
function widened(schema: TSchema, widen: (file: TSchema) => TSchema): TSchema {
  const { $schema: _, ...rest } = schema as TSchema & { $schema?: string };
  return { title: 'Arguments', ...widenedPart(rest, widen) };
}

/** Files occur in a field, in the items of a list, or in a field of an item. */
function widenedPart(schema: TSchema, widen: (file: TSchema) => TSchema): TSchema {
  const { properties, items } = schema as Parts;
  if (isFileArgument(schema)) return widen(schema);
  if (items !== undefined) return { ...schema, items: widenedPart(items, widen) };
  if (properties === undefined) return schema;
  const fields = Object.entries(properties).map(([name, each]) => [name, widenedPart(each, widen)] as const);
  return { ...schema, properties: Object.fromEntries(fields) };
}

interface Parts {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
}

interface Words {
  readonly title?: string;
  readonly description?: string;
}

/** Recognizes the schemas that `fileArgument` makes. */
const isFileArgument = (schema: TSchema): boolean => (schema as Parts).properties?.['fileId'] !== undefined;
