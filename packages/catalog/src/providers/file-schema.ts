/** The schema of a providers file. It is closed: an unknown field would be a setting without effect. */
import { Type, type Static } from 'typebox';
import { PROVIDER_KINDS } from './provider.ts';

/** Units of a model's cost, which is a price per unit for costs that the service does not report itself. */
export const TARIFF_UNITS = ['call', 'image', 'character', 'audio-minute', 'output-second', 'predict-second'] as const;

const closed = { additionalProperties: false } as const;
const HOST = '^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?$';
const NAME = '^[a-z][a-z0-9-]{0,39}$';
/** The service's own name of a model. */
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
/** An entry with its defaults filled in. */
export type WrittenEntry = Read<Static<typeof entrySchema>>;
export interface WrittenFile {
  readonly providers: Readonly<Record<string, WrittenEntry>>;
  readonly tools: Static<typeof fileSchema>['tools'];
}
