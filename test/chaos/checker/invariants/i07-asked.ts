/**
 * I7 for what a success made: a picture of the size and type that the client asked for, a film of its length, and an analysis that measured
 * the client's own picture. The parameters of a plan are compared with the client's request elsewhere.
 */
import type { Json } from '../canonical.ts';
import type { Evidence, Execution, Planned } from '../evidence.ts';
import type { StoredFile } from '../files.ts';
import type { Measured } from '../views.ts';

/** An encoder adds a part of a second at the end of a film. */
const PADDING_SECONDS = 0.5;

interface Done {
  readonly parameters: Json;
  readonly files: readonly StoredFile[];
  /** The results of the step, and of the execution if it is the last step. */
  readonly results: readonly unknown[];
  /** The picture that the step read, as the checker measured it; undefined if it is not known. */
  readonly source: Measured | undefined;
}

type Wrong = (done: Done) => readonly string[];

const each =
  (is: (file: StoredFile, done: Done) => boolean, what: (done: Done) => string): Wrong =>
  (done) =>
    done.files.filter((file) => !is(file, done)).map(({ id }) => `${id} ${what(done)}`);

const both =
  (...checks: readonly Wrong[]): Wrong =>
  (done) =>
    checks.flatMap((check) => check(done));

const CHECKS: Readonly<Record<string, Wrong>> = {
  resize: both(
    each(isResized, ({ parameters: { width } }) => `was to be ${String(width)} pixels wide`),
    each(
      ({ mime_type }, { source, parameters: { format } }) =>
        format !== 'source' || source === undefined || mime_type === source.mimeType,
      ({ source }) => `was to stay ${source?.mimeType}`,
    ),
  ),
  convert: each(
    ({ mime_type }, { parameters: { format } }) => mime_type === `image/${String(format)}`,
    ({ parameters: { format } }) => `was to be ${String(format)}`,
  ),
  'generate-image': each(
    ({ width, height }, { parameters: { size } }) => !/^\d+x\d+$/.test(String(size)) || `${width}x${height}` === size,
    ({ parameters: { size } }) => `was to be ${String(size)}`,
  ),
  'predict-video': each(
    ({ duration_seconds }, { parameters: { seconds } }) =>
      Math.abs((duration_seconds ?? Infinity) - Number(seconds)) <= PADDING_SECONDS,
    ({ parameters: { seconds } }) => `was to last ${String(seconds)} s`,
  ),
  analyze: ({ source, results }) =>
    source === undefined
      ? []
      : results.flatMap((result) => measuresOther((result ?? undefined) as Json | undefined, source)),
};

function measuresOther(result: Json | undefined, { width, height }: Measured): string[] {
  if (result === undefined) return []; // a missing result is a breach of its own
  return result['width'] === width && result['height'] === height
    ? []
    : [`describes ${String(result['width'])} × ${String(result['height'])}, and read ${width} × ${height}`];
}

/** It is never enlarged. */
function isResized({ width: is }: StoredFile, { parameters: { width, height }, source }: Done): boolean {
  if (typeof width !== 'number' || height !== undefined || is === null) return true;
  return source === undefined || source.width === null ? is <= width : is === Math.min(width, source.width);
}

export function checkAsked({ executions, steps, files, measured }: Evidence): string[] {
  const objects = new Map(measured.map((object) => [object.key, object]));
  const byId = new Map(files.map((file) => [file.id, file]));
  const made = Map.groupBy(files, ({ execution_id, step }) => `${execution_id}.${step}`);
  const done = new Map(steps.map((step) => [`${step.execution_id}.${step.index}`, step]));
  const sourceOf = ({ id, project_id }: Execution, { inputs }: Planned): Measured | undefined => {
    const { fileId, step } = (inputs?.['source'] ?? {}) as { readonly fileId?: string; readonly step?: number };
    const before = step === undefined ? [] : (made.get(`${id}.${step}`) ?? []);
    const file = fileId === undefined ? (before.length === 1 ? before[0] : undefined) : byId.get(fileId);
    return file?.project_id === project_id ? objects.get(file.object_key) : undefined;
  };
  return executions
    .filter(({ status }) => status === 'succeeded')
    .flatMap((execution) =>
      execution.plan.flatMap((planned, index) => {
        const name = `${execution.id}.${index}`;
        if (!('parameters' in planned)) return []; // its content was deleted
        const results = [done.get(name)?.result, index === execution.plan.length - 1 ? execution.result : undefined];
        const source = sourceOf(execution, planned);
        const work = { parameters: planned.parameters, files: made.get(name) ?? [], results, source };
        return (CHECKS[planned.operation]?.(work) ?? []).map((what) => `${name}: ${what}`);
      }),
    );
}
