/** Templates: pipelines that a project keeps under a name, in versions that never change. */
import { Type, type Static, type TSchema } from 'typebox';
import { LIMITS, TEMPLATE_LIMITS, TEMPLATE_NAME, TOOL_NAME } from '../limits.ts';
import { TEMPLATE_ITEM_TYPES, TEMPLATE_PARAMETER_TYPES } from '../vocabulary.ts';
import { JsonObject, Name, Timestamp, ToolName, int32, list, named, nullable, text, wordOf } from './primitives.ts';

const { choicesMax, itemsMax, parametersMax, textMax, versionsMax } = TEMPLATE_LIMITS;

const TemplateName = Type.String({
  $id: 'TemplateName',
  pattern: TEMPLATE_NAME.source,
  maxLength: 40,
  description: 'Names a template in its project; the tool is this with `@` before it.',
});
const VersionNumber = int32(1, { maximum: versionsMax, description: 'Counts from 1.' });

const Words = Type.String({ maxLength: 500, description: 'For those who fill it in.' });
const Bound = Type.Number({ format: 'double', description: 'Of a number; integers have integers.' });
const Length = int32(0, { maximum: textMax, description: 'Characters of a text.' });
const Items = int32(0, { maximum: itemsMax, description: 'Of a list.' });
const AnyValue = Type.Unknown({ description: 'A value that the parameter takes.' });

const ofOne = {
  title: Type.Optional(Name),
  description: Type.Optional(Words),
  minimum: Type.Optional(Bound),
  maximum: Type.Optional(Bound),
  minLength: Type.Optional(Length),
  maxLength: Type.Optional(Length),
  enum: Type.Optional(
    Type.Array(Type.String({ maxLength: textMax }), {
      minItems: 1,
      maxItems: choicesMax,
      uniqueItems: true,
      description: 'The choices of a text.',
    }),
  ),
};

const TemplateItem = Type.Object(
  { type: wordOf('TemplateItemType', TEMPLATE_ITEM_TYPES, 'What it is.'), ...ofOne },
  named('TemplateItem', 'What a list consists of.'),
);

export const TemplateParameter = Type.Object(
  {
    type: wordOf('TemplateParameterType', TEMPLATE_PARAMETER_TYPES, 'What it takes.'),
    ...ofOne,
    items: Type.Optional(TemplateItem),
    minItems: Type.Optional(Items),
    maxItems: Type.Optional(Items),
    default: Type.Optional(AnyValue),
    example: Type.Optional(AnyValue),
  },
  named(
    'TemplateParameter',
    'A parameter, bounded: a number has `minimum` and `maximum`, a text `enum` or `maxLength`, a list `items` and `maxItems`. One without `default` is required. `example` is what the template is tried with and shown by.',
  ),
);

/** As a map, which generators of clients know. */
const mapOf = <T extends TSchema>(value: T, maxProperties: number, description: string) =>
  Type.Unsafe<Readonly<Record<string, Static<T>>>>({
    type: 'object',
    additionalProperties: value,
    maxProperties,
    description,
  });

const TemplateStep = Type.Object(
  {
    tool: Type.String({ pattern: TOOL_NAME.source, maxLength: 64, description: 'A tool that a pipeline can chain.' }),
    arguments: JsonObject,
  },
  named(
    'TemplateStep',
    'As in a pipeline. In place of any value may stand `{"$parameter": "width"}`, and `{"step": 0, "artifact": 0}` in place of a file.',
  ),
);

const content = {
  title: Type.Optional(Name),
  description: Type.Optional(text('What it does, for those who choose a tool.')),
  parameters: mapOf(TemplateParameter, parametersMax, 'Name → parameter, in the order in which they are shown.'),
  steps: Type.Array(TemplateStep, {
    minItems: 1,
    maxItems: LIMITS.stepsMax,
    description: 'Run in this order, one after the other.',
  }),
};

export const TemplateRequest = Type.Object(
  {
    name: TemplateName,
    ...content,
    activate: Type.Optional(
      Type.Boolean({ description: 'Whether `@name` means this version from now on; true where it is left out.' }),
    ),
  },
  named('TemplateRequest', 'The next version of a template, or its first.'),
);

const summary = {
  name: TemplateName,
  tool: ToolName,
  activeVersion: nullable(VersionNumber),
  latestVersion: VersionNumber,
  archivedAt: nullable(Timestamp),
  updatedAt: Timestamp,
};

const TemplateSummary = Type.Object(
  summary,
  named(
    'TemplateSummary',
    'A template in the list. `activeVersion` is what its tool runs; null: none was activated yet.',
  ),
);

export const TemplateList = Type.Object(
  { templates: list(TemplateSummary, TEMPLATE_LIMITS.namesMax) },
  named('TemplateList', 'All of the project, by their names; those that are archived too.'),
);

export const Template = Type.Object(
  { ...summary, version: VersionNumber, createdAt: Timestamp, ...content },
  named(
    'Template',
    'One version of a template. `version` and what follows it never change; what is before it is as it is now.',
  ),
);

export const ActivateRequest = Type.Object(
  { version: VersionNumber },
  named('ActivateRequest', 'The version that the tool shall mean, also an earlier one.'),
);
export const ArchiveRequest = Type.Object({}, named('ArchiveRequest', 'Empty.'));

export type Template = Static<typeof Template>;
export type TemplateItem = Static<typeof TemplateItem>;
export type TemplateParameter = Static<typeof TemplateParameter>;
export type TemplateRequest = Static<typeof TemplateRequest>;
export type TemplateStep = Static<typeof TemplateStep>;
export type TemplateSummary = Static<typeof TemplateSummary>;
