/** Templates: named pipelines of a project, in versions that never change. */
import { Type, type Static, type TSchema } from 'typebox';
import { LIMITS, TEMPLATE_LIMITS, TEMPLATE_NAME, TOOL_NAME } from '../limits.ts';
import { TEMPLATE_ITEM_TYPES, TEMPLATE_PARAMETER_TYPES } from '../vocabulary.ts';
import {
  JsonObject,
  Name,
  SHOWN_LINES,
  SHOWN_TEXT,
  Timestamp,
  ToolName,
  described,
  int32,
  list,
  named,
  nullable,
  text,
  wordOf,
} from './primitives.ts';

const { choicesMax, itemsMax, parametersMax, textMax, versionsMax } = TEMPLATE_LIMITS;

const TemplateName = Type.String({
  $id: 'TemplateName',
  pattern: TEMPLATE_NAME.source,
  maxLength: 40,
  description: 'Identifies a template in its project. Its tool name is this name with `@` before it.',
});
const VersionNumber = int32(1, { maximum: versionsMax, description: 'The version number, from 1.' });

const Title = { ...Name, pattern: SHOWN_TEXT, description: 'The name for people, of one line.' };
const Words = Type.String({
  maxLength: 500,
  pattern: SHOWN_LINES,
  description: 'Help for the people who fill in the parameter.',
});
const Bound = Type.Number({ format: 'double', description: 'A bound of a number; of an integer, a whole number.' });
const Length = int32(0, { maximum: textMax, description: 'A length in characters.' });
const Items = int32(0, { maximum: itemsMax, description: 'A number of list items.' });
const AnyValue = Type.Unknown({ description: 'A value that is valid for the parameter.' });

const ofOne = {
  title: Type.Optional(Title),
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
      description: 'The allowed texts.',
    }),
  ),
};

const TemplateItem = Type.Object(
  {
    type: described(
      wordOf('TemplateItemType', TEMPLATE_ITEM_TYPES, 'The type of a list item.'),
      'The type of every item.',
    ),
    ...ofOne,
  },
  named('TemplateItem', 'The type and the bounds of list items.'),
);

export const TemplateParameter = Type.Object(
  {
    type: described(
      wordOf('TemplateParameterType', TEMPLATE_PARAMETER_TYPES, 'The type of a parameter.'),
      'The type of the value.',
    ),
    ...ofOne,
    items: Type.Optional(described(TemplateItem, 'The type and the bounds of the items; only for a list.')),
    minItems: Type.Optional(Items),
    maxItems: Type.Optional(Items),
    default: Type.Optional(AnyValue),
    example: Type.Optional(AnyValue),
  },
  named(
    'TemplateParameter',
    'A parameter with bounds: a number needs `minimum` and `maximum`, a text `enum` or `maxLength`, a list `items` and `maxItems`. A parameter without `default` is required. `example` is the value for validation and for the example in the catalog.',
  ),
);

/** A map type that client generators support. */
const mapOf = <T extends TSchema>(value: T, maxProperties: number, description: string) =>
  Type.Unsafe<Readonly<Record<string, Static<T>>>>({
    type: 'object',
    additionalProperties: value,
    maxProperties,
    description,
  });

const TemplateStep = Type.Object(
  {
    tool: Type.String({
      pattern: TOOL_NAME.source,
      maxLength: 64,
      description: 'The name of a tool that pipelines can use.',
    }),
    arguments: described(JsonObject, 'The arguments of the tool; values may refer to parameters and earlier steps.'),
  },
  named(
    'TemplateStep',
    'A step as in a pipeline. Any value may be `{"$parameter": "width"}` instead, and a file may be `{"step": 0, "artifact": 0}`, the output of an earlier step.',
  ),
);

const content = {
  title: Type.Optional(Title),
  description: Type.Optional({
    ...text('The effect of the template, for the people who choose a tool.'),
    pattern: SHOWN_LINES,
  }),
  parameters: mapOf(TemplateParameter, parametersMax, 'Parameters by name, in display order.'),
  steps: Type.Array(TemplateStep, {
    minItems: 1,
    maxItems: LIMITS.stepsMax,
    description: 'The steps, which run one after the other in this order.',
  }),
};

export const TemplateRequest = Type.Object(
  {
    name: described(TemplateName, 'The name without `@`. A new name makes a new template.'),
    ...content,
    activate: Type.Optional(
      Type.Boolean({ description: 'Whether this version becomes the active version of `@name`. Default true.' }),
    ),
  },
  named('TemplateRequest', 'The first or the next version of a template.'),
);

const summary = {
  name: described(TemplateName, 'The name without `@`.'),
  tool: described(ToolName, 'The name with `@`, for quotes and executions.'),
  activeVersion: nullable(VersionNumber, 'The version that `tool` runs; null if no version was activated yet.'),
  latestVersion: described(VersionNumber, 'The number of the version that was saved last.'),
  archivedAt: nullable(Timestamp, 'When the template was archived; null if it is offered.'),
  updatedAt: described(Timestamp, 'When a version was last saved or activated, or the template archived.'),
};

const TemplateSummary = Type.Object(
  summary,
  named(
    'TemplateSummary',
    'A template in a list. `activeVersion` is the version that the tool runs; null if no version was activated yet.',
  ),
);

export const TemplateList = Type.Object(
  { templates: list(TemplateSummary, TEMPLATE_LIMITS.namesMax, 'All templates, sorted by name.') },
  named('TemplateList', 'All templates of the project, sorted by name, including archived ones.'),
);

export const Template = Type.Object(
  { ...summary, version: VersionNumber, createdAt: described(Timestamp, 'When this version was saved.'), ...content },
  named(
    'Template',
    'One version of a template. `version`, `createdAt` and the content never change; the other fields show the current state of the template.',
  ),
);

export const ActivateRequest = Type.Object(
  { version: VersionNumber },
  named('ActivateRequest', 'The version to activate, which may be an earlier one.'),
);
export const ArchiveRequest = Type.Object({}, named('ArchiveRequest', 'An empty object.'));

export type Template = Static<typeof Template>;
export type TemplateItem = Static<typeof TemplateItem>;
export type TemplateParameter = Static<typeof TemplateParameter>;
export type TemplateRequest = Static<typeof TemplateRequest>;
export type TemplateStep = Static<typeof TemplateStep>;
export type TemplateSummary = Static<typeof TemplateSummary>;
