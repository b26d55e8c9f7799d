/** The start of a run, as the runner gets it: its files by URL, and nothing of the project. */
import type { JsonObject, JsonValue } from '@farebox/catalog';
import { invariant } from '@farebox/kernel';
import { memberOf, partsOf, type Pointer } from '@farebox/price-rules';
import { type RunInput, type RunStart, usdText } from '@farebox/runner-protocol';
import type { ContextOf, OutsideFiles } from '@farebox/worker';

type Run = ContextOf<'run-tool'>;

/** A put that began in time may end a little later. */
const PUT_SECONDS = 60;

export interface Timing {
  readonly now: Date;
  readonly maxRuntimeSeconds: number;
}

export function startOf({ parameters, external }: Run, { now, maxRuntimeSeconds }: Timing): RunStart {
  const { files, exposureMicros, found } = external;
  const { tool, version, outputs, unitsMax } = parameters;
  // The run time of an execution began when a worker first took it, so less of it is left than the tool has.
  const leftSeconds = Math.max(0, Math.min(maxRuntimeSeconds - found.ageSeconds, external.secondsLeft()));
  const deadline = new Date(now.getTime() + leftSeconds * 1000);
  const expiresAt = new Date(deadline.getTime() + PUT_SECONDS * 1000);
  return {
    protocol: 1,
    tool,
    version,
    arguments: withFiles(parameters, (n) => ({ input: n })),
    inputs: parameters.files.map((pointer, n) => inputOf(files, { pointer, n, expiresAt })),
    outputs: outputs.map(({ mimeTypes, sizeBytesMax }, n) => ({
      put: files.putUrlOf(n, { sizeBytesMax, mimeTypes, expiresAt }),
      mimeTypes,
      sizeBytesMax,
    })),
    limits: { deadline: deadline.toISOString(), unitsMax, costMaxUsd: usdText(exposureMicros) },
  };
}

export const fieldOf = (n: number): string => `files/${n}`;

interface Wanted {
  readonly pointer: Pointer;
  readonly n: number;
  readonly expiresAt: Date;
}

function inputOf(files: OutsideFiles, { pointer, n, expiresAt }: Wanted): RunInput {
  const field = fieldOf(n);
  const facts = files.inputs[field];
  invariant(facts !== undefined, 'a call that is sent has its files');
  return { pointer, url: files.urlOf(field, expiresAt), ...facts };
}

/** The arguments with a value in place of the client's reference to each file. @param valueOf by the number of the file. */
export const withFiles = (
  { arguments: given, files }: Pick<Run['parameters'], 'arguments' | 'files'>,
  valueOf: (n: number) => JsonValue,
): JsonObject =>
  files.reduce<JsonValue>((all, pointer, n) => replaced(all, partsOf(pointer) ?? [], valueOf(n)), given) as JsonObject;

function replaced(value: unknown, parts: readonly string[], by: JsonValue): JsonValue {
  const [name, ...rest] = parts;
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((each: JsonValue, at) => (String(at) === name ? replaced(each, rest, by) : each));
  return { ...(value as JsonObject), [name]: replaced(memberOf(value, name), rest, by) };
}
