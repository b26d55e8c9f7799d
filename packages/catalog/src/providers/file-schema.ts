/** What a file of providers may say. Closed: a field that nobody reads is a setting that somebody believes in. */
import { Type, type Static } from 'typebox';
import { PROVIDER_KINDS } from './provider.ts';

/** What an entry's models may cost by: a price a unit, for what the service does not say itself. */
export const TARIFF_UNITS = ['call', 'image', 'character', 'audio-minute', 'output-second', 'predict-second'] as const;

const closed = { additionalProperties: false } as const;
const HOST = '^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?$';
const NAME = '^[a-z][a-z0-9-]{0,39}$';
/** As the service names it. */
const MODEL = '^[\\x21-\\x7e]{1,200}$';

const entrySchema = Type.Object(
  {
    kind: Type.Enum([...PROVIDER_KINDS]),
    url: Type.String(),
    key: Type.Object({ env: Type.Optional(Type.String()), file: Type.Optional(Type.String()) }, closed),
    idempotent: Type.Optional(Type.Boolean({ default: false })),
    refusedStatuses: Type.Optional(
      Type.Array(Type.Integer({ minimum: 400, maximum: 599 }), { default: [401, 402, 403, 429] }),
    ),
    outputHosts: Type.Optional(Type.Array(Type.String({ pattern: HOST }), { default: [] })),
    outputsOnLoopback: Type.Optional(Type.Boolean({ default: false })),
    models: Type.Record(
      Type.String({ pattern: MODEL }),
      Type.Object(
        { cost: Type.Optional(Type.String({ pattern: `^[0-9.]{1,30}/(?:${TARIFF_UNITS.join('|')})$` })) },
        closed,
      ),
    ),
  },
  closed,
);

export const fileSchema = Type.Object(
  {
    providers: Type.Record(Type.String({ pattern: NAME }), entrySchema, { ...closed, minProperties: 1 }),
    tools: Type.Record(
      Type.String(),
      Type.Array(Type.Object({ provider: Type.String(), model: Type.String() }, closed), { minItems: 1, maxItems: 2 }),
    ),
  },
  closed,
);

type Read<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> };
/** With its defaults filled in. */
export type WrittenEntry = Read<Static<typeof entrySchema>>;
export interface WrittenFile {
  readonly providers: Readonly<Record<string, WrittenEntry>>;
  readonly tools: Static<typeof fileSchema>['tools'];
}
