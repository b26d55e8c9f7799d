/** What worker and child say to each other, over the child's IPC channel as JSON. One task at a time. */
import { IMAGE_TYPES } from '@farebox/kernel';
import type { InputFile } from '@farebox/worker';
import { type Static, Type } from 'typebox';
import { type Limits, REFUSED_REASONS } from '../operations/operation.ts';

/** The worker has held it to the declaration of its operation before it comes here. */
export interface Task {
  readonly operation: string;
  readonly directory: string;
  readonly parameters: unknown;
  readonly inputs: Readonly<Record<string, InputFile>>;
  readonly limits: Limits;
}

const closed = { additionalProperties: false } as const;
const side = Type.Integer({ minimum: 1, maximum: 65_535 });

const Output = Type.Object(
  {
    artifacts: Type.Array(
      Type.Object(
        {
          // One name, so that it cannot lead out of the directory of the run.
          file: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*[.][a-z0-9]+$', maxLength: 64 }),
          mimeType: Type.Enum([...IMAGE_TYPES]),
          width: side,
          height: side,
        },
        closed,
      ),
      { maxItems: 16 },
    ),
    result: Type.Optional(Type.Unknown()),
    pixels: Type.Integer({ minimum: 1 }),
  },
  closed,
);

/** The child reads hostile bytes, so even its response is checked before it is believed. */
export const Reply = Type.Union([
  Type.Object({ kind: Type.Literal('done'), output: Output }, closed),
  Type.Object({ kind: Type.Literal('refused'), reason: Type.Enum([...REFUSED_REASONS]) }, closed),
  Type.Object({ kind: Type.Literal('defect'), message: Type.String({ maxLength: 2000 }) }, closed),
]);

/** How far a task is; as often as the operation has parts. */
export const Progress = Type.Object(
  { kind: Type.Literal('progress'), share: Type.Number({ minimum: 0, maximum: 1 }) },
  closed,
);
export type Progress = Static<typeof Progress>;

export type Reply = Static<typeof Reply>;
export type TaskOutput = Static<typeof Output>;

/** Characters of `result` as JSON, at most. */
export const RESULT_CHARACTERS_MAX = 64 * 1024;
