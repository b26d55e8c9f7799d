/** The operation `run-tool`: its parameters, input files and artifacts, for the plans of all own tools and for the worker. */
import { Type } from 'typebox';
import type { JsonObject } from '../json.ts';
import { paidOperation } from '../operations/declaration.ts';
import { side, text } from '../operations/parameters.ts';

/** Limits of one artifact. Later steps of a pipeline are priced by them, so a larger artifact cannot be delivered. */
const output = Type.Object(
  {
    mimeTypes: Type.Array(text, { minItems: 1 }),
    sizeBytesMax: Type.Integer({ minimum: 1 }),
    pixelsMax: Type.Optional(Type.Integer({ minimum: 1 })),
    sideMax: Type.Optional(side),
    secondsMax: Type.Optional(Type.Number({ minimum: 0 })),
  },
  { additionalProperties: false },
);

export const runTool = paidOperation({
  parameters: {
    tool: text,
    version: Type.Integer({ minimum: 1 }),
    /** With defaults filled in. The values at `files` are file references of the client. */
    arguments: Type.Unsafe<JsonObject>({ type: 'object' }),
    /** JSON Pointers of the file arguments that are present: element n is the input `files/n`. */
    files: Type.Array(text),
    outputs: Type.Array(output),
    unitsMax: Type.Integer({ minimum: 1 }),
  },
  inputs: ['files[]?'],
  artifacts: { each: 'outputs' },
});
