/** How a step of a pipeline names what an earlier one makes, and the schemas of tools widened by that. */
import { LIMITS } from '@tollgate/contract';
import { type TSchema, Type } from 'typebox';

/** Steps of today make one artifact at most; the bound only keeps the number small. */
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
      description: 'Which of the artifacts that step makes, from 0.',
    }),
  },
  {
    title: 'Result of an earlier step',
    additionalProperties: false,
    description: 'What an earlier step of this pipeline makes.',
  },
);

/** For clients: the tool's own schema, where each file may also be an artifact. */
export const publishedSchema = (schema: TSchema): TSchema =>
  widened(schema, (file) => ({
    title: titleOf(file),
    anyOf: [{ ...file, title: 'File of the project' }, artifactReference],
  }));

/** For us: the same values are valid, and a problem is told of the form that was meant. */
export const checkedSchema = (schema: TSchema): TSchema =>
  widened(schema, (file) => ({
    if: { type: 'object', properties: { step: {} }, required: ['step'] },
    then: artifactReference,
    else: file,
  }));

/** As a part of another schema it may not name its dialect. */
function widened(schema: TSchema, widen: (file: TSchema) => TSchema): TSchema {
  const { $schema: _, properties, ...rest } = schema as TSchema & { $schema?: string; properties: Properties };
  const fields = Object.entries(properties).map(([name, each]) => [name, isFileArgument(each) ? widen(each) : each]);
  return { title: 'Arguments', ...rest, properties: Object.fromEntries(fields) as Properties };
}

type Properties = Readonly<Record<string, TSchema>>;

const titleOf = (file: TSchema): unknown => (file as TSchema & { readonly title?: string }).title;

/** What fileArgument makes. */
const isFileArgument = (schema: TSchema): boolean =>
  'properties' in schema && 'fileId' in (schema.properties as Properties);
