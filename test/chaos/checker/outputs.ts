/**
 * The output that each operation promises for a success: files, or a result. This is the checker's own table, written from the
 * catalog's published descriptions. A missing operation is a breach, so that no new tool goes unchecked.
 */
import type { Evidence, Execution, Planned } from './evidence.ts';
import type { StoredFile } from './files.ts';

interface Promised {
  readonly files: number;
  readonly result?: true;
  /** Type of each file. */
  readonly mimeType?: string;
  /** Duration of each file, except for what an encoder adds at its ends. */
  readonly seconds?: number;
  /** Units, for operations that the suite always requests with the same amount of work. */
  readonly units?: number;
}

const SOUND_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/mp4',
  opus: 'audio/ogg',
  flac: 'audio/flac',
};

/** Length of the only sound that customers convert. */
const SPEECH_SECONDS = 4.65;
const PADDING_SECONDS = 0.5;

/** The only film: 640 × 360 pixels for 5.04 s. Frames taken from it are charged for the whole film; a clip lasts a second. */
const FILM_MEGAPIXEL_SECONDS = Math.ceil(0.64 * 0.36 * 5.04);
const CLIP_SECONDS = 1;

const PROMISED: Readonly<Record<string, (parameters: Planned['parameters']) => Promised>> = {
  rehearse: ({ artifactBytes = 0 }) => ({ files: artifactBytes > 0 ? 1 : 0 }),
  resize: () => ({ files: 1 }),
  convert: () => ({ files: 1 }),
  analyze: () => ({ files: 0, result: true }),
  'convert-audio': ({ format = '' }) => ({
    files: 1,
    mimeType: SOUND_TYPES[format] ?? `the type of ${format}`,
    seconds: SPEECH_SECONDS,
    units: Math.ceil(SPEECH_SECONDS),
  }),
  'thumbnail-video': ({ frames }) => ({
    files: frames?.length ?? 0,
    result: true,
    mimeType: 'image/jpeg',
    units: FILM_MEGAPIXEL_SECONDS,
  }),
  'clip-video': () => ({
    files: 1,
    mimeType: 'video/mp4',
    seconds: CLIP_SECONDS,
    units: FILM_MEGAPIXEL_SECONDS,
  }),
  'generate-image': () => ({ files: 1 }),
  'generate-speech': () => ({ files: 1 }),
  'predict-image': () => ({ files: 1 }),
  'predict-video': () => ({ files: 1 }),
  transcribe: () => ({ files: 0, result: true }),
  'run-tool': ({ outputs = [] }) => ({ files: outputs.length, result: true, mimeType: 'image/png' }),
};

export function checkOutputs({ executions, steps, files }: Evidence): string[] {
  const artifacts = Map.groupBy(
    files.filter(({ origin }) => origin === 'artifact'),
    ({ execution_id, step }) => `${execution_id}.${step}`,
  );
  const done = new Map(steps.map((step) => [`${step.execution_id}.${step.index}`, step]));
  const kept = executions.filter(({ content_deleted_at: deletedAt = null }) => deletedAt === null);
  const deleted = executions.filter((execution) => !kept.includes(execution));
  const whole = kept.filter(({ plan }) => plan.every(hasParameters));
  const lost = kept
    .filter(({ plan }) => !plan.every(hasParameters))
    .map(({ id }) => `the content of ${id} is gone, and no deletion is recorded`);
  const remains = deleted.flatMap((execution) => checkDeleted(execution, { steps, files }));
  const undelivered = whole
    .filter(({ status }) => status === 'succeeded')
    .flatMap(({ id, plan }) =>
      plan.flatMap((planned, index) => {
        const name = `${id}.${index}`;
        const { result = null, units = null } = done.get(name) ?? {};
        return checkStep(planned, name, { files: artifacts.get(name) ?? [], result, units });
      }),
    );
  return [...lost, ...remains, ...undelivered];
}

/** Parameters are deleted together with the content. */
const hasParameters = (planned: Planned): boolean => 'parameters' in planned;

/** All content is gone: inputs, results and files. */
function checkDeleted(execution: Execution, { steps, files }: Pick<Evidence, 'steps' | 'files'>): string[] {
  const { id, finished_at: finishedAt, result = null, plan } = execution;
  const isThere = [
    finishedAt === null,
    result !== null,
    plan.some(hasParameters),
    steps.some((step) => step.execution_id === id && (step.result ?? null) !== null),
    files.some((file) => file.execution_id === id && file.origin === 'artifact' && file.deleted_at === null),
  ].some(Boolean);
  return isThere ? [`the content of ${id} was deleted, and is there`] : [];
}

interface Delivered {
  readonly files: readonly StoredFile[];
  readonly result: unknown;
  readonly units: number | null;
}

function checkStep({ operation, parameters }: Planned, name: string, delivered: Delivered): string[] {
  const { files, result, units } = delivered;
  const promised = PROMISED[operation]?.(parameters);
  if (promised === undefined) return [`the checker does not know what ${operation} delivers`];
  const found: string[] = [];
  if (files.length !== promised.files)
    found.push(`${name} succeeded with ${files.length} files, not ${promised.files}`);
  if (promised.result === true && result === null) found.push(`${name} succeeded, and its result is not there`);
  if (promised.units !== undefined && units !== promised.units)
    found.push(`${name} counted ${units} units of work, not ${promised.units}`);
  for (const file of files) found.push(...checkFile(promised, file).map((what) => `${file.id} of ${name} ${what}`));
  const bytes = parameters.artifactBytes ?? 0;
  for (const { id, size_bytes } of files)
    if (bytes > 0 && size_bytes !== bytes)
      found.push(`${id} of ${name} has ${size_bytes} bytes, not the ${bytes} asked for`);
  return found;
}

function checkFile({ mimeType, seconds }: Promised, { mime_type, duration_seconds }: StoredFile): string[] {
  const found: string[] = [];
  if (mimeType !== undefined && mime_type !== mimeType) found.push(`is ${mime_type}, not ${mimeType}`);
  if (seconds !== undefined && Math.abs((duration_seconds ?? Infinity) - seconds) > PADDING_SECONDS)
    found.push(`lasts ${duration_seconds} s, not ${seconds}`);
  return found;
}
