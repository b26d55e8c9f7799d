/**
 * What each operation promises to a success: files, or a result. The checker's own table, from the catalog's published descriptions; an
 * operation that is missing here is a breach, so that no new tool goes unjudged.
 */
import type { Evidence, Planned, StoredFile } from './evidence.ts';

interface Promised {
  readonly files: number;
  readonly result?: true;
}

const PROMISED: Readonly<Record<string, (parameters: Planned['parameters']) => Promised>> = {
  rehearse: ({ artifactBytes = 0 }) => ({ files: artifactBytes > 0 ? 1 : 0 }),
  resize: () => ({ files: 1 }),
  convert: () => ({ files: 1 }),
  analyze: () => ({ files: 0, result: true }),
  'generate-image': () => ({ files: 1 }),
  'generate-speech': () => ({ files: 1 }),
  'predict-image': () => ({ files: 1 }),
  'predict-video': () => ({ files: 1 }),
  transcribe: () => ({ files: 0, result: true }),
};

export function checkOutputs({ executions, steps, files }: Evidence): string[] {
  const artifacts = Map.groupBy(
    files.filter(({ origin }) => origin === 'artifact'),
    ({ execution_id, step }) => `${execution_id}.${step}`,
  );
  const results = new Map(steps.map(({ execution_id, index, result }) => [`${execution_id}.${index}`, result]));
  return executions
    .filter(({ status }) => status === 'succeeded')
    .flatMap(({ id, plan }) =>
      plan.flatMap((planned, index) => {
        const name = `${id}.${index}`;
        return checkStep(planned, name, { files: artifacts.get(name) ?? [], result: results.get(name) ?? null });
      }),
    );
}

interface Delivered {
  readonly files: readonly StoredFile[];
  readonly result: unknown;
}

function checkStep({ operation, parameters }: Planned, name: string, { files, result }: Delivered): string[] {
  const promised = PROMISED[operation]?.(parameters);
  if (promised === undefined) return [`nobody has told the checker what ${operation} delivers`];
  const found: string[] = [];
  if (files.length !== promised.files)
    found.push(`${name} succeeded with ${files.length} files, not ${promised.files}`);
  if (promised.result === true && result === null) found.push(`${name} succeeded, and its result is not there`);
  const bytes = parameters.artifactBytes ?? 0;
  for (const { id, size_bytes } of files)
    if (bytes > 0 && size_bytes !== bytes)
      found.push(`${id} of ${name} has ${size_bytes} bytes, not the ${bytes} asked for`);
  return found;
}
