/** Messages between worker and child, as JSON over the child's IPC channel. One task at a time. */
import { IMAGE_TYPES } from '@farebox/kernel';
import type { InputFile } from '@farebox/worker';
import { type Static, Type } from 'typebox';
import { type Limits, REFUSED_REASONS } from '../operations/operation.ts';

/** The worker has checked the task against the declaration of its operation before sending it. */
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
          // A plain file name, so that it cannot lead out of the directory of the run.
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

/** The child reads hostile bytes, so even its reply is checked. */
export const Reply = Type.Union([
  Type.Object({ kind: Type.Literal('done'), output: Output }, closed),
  Type.Object({ kind: Type.Literal('refused'), reason: Type.Enum([...REFUSED_REASONS]) }, closed),
  Type.Object({ kind: Type.Literal('defect'), message: Type.String({ maxLength: 2000 }) }, closed),
]);

/** The progress of a task, sent after each part of the operation. */
export const Progress = Type.Object(
  { kind: Type.Literal('progress'), share: Type.Number({ minimum: 0, maximum: 1 }) },
  closed,
);
export type Progress = Static<typeof Progress>;

export type Reply = Static<typeof Reply>;
export type TaskOutput = Static<typeof Output>;

/** The most characters of `result` as JSON. */
export const RESULT_CHARACTERS_MAX = 64 * 1024;
