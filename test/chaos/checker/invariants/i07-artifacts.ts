/**
 * I7: a file has its object with exactly its bytes until it expires; a success has the files that it promised; an object without a file is one that
 * an interrupted run can leave.
 */
import type { Evidence } from '../evidence.ts';
import type { StoredFile } from '../files.ts';
import { type Forgotten, forgottenIn } from '../forgotten.ts';
import { checkOutputs } from '../outputs.ts';

export function checkArtifacts(evidence: Evidence): string[] {
  const { run, files, objects, executions, steps, replies } = evidence;
  const live = files.filter(({ deleted_at }) => deleted_at === null);
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const found = [...checkOutputs(evidence), ...files.flatMap(checkDeletion)];
  for (const file of live) {
    const object = byKey.get(file.object_key);
    if (object === undefined) found.push(`${file.id} has no object ${file.object_key}`);
    else if (object.sha256 !== digestOf(file)) found.push(`${file.id}: the object has other bytes`);
    else if (object.sizeBytes !== file.size_bytes)
      found.push(`${file.id}: ${object.sizeBytes} bytes, not ${file.size_bytes}`);
  }
  const forgotten = forgottenIn(evidence);
  const projects = new Map(executions.map(({ id, project_id }) => [id, project_id]));
  const parts = evidence.uploads.flatMap((upload) => upload.parts);
  const recorded = new Set([...live, ...parts].map(({ object_key }) => object_key));
  for (const { key } of objects) {
    if (!recorded.has(key) && !isLeftover(key, projects, forgotten) && !isProbe(key, run.part))
      found.push(`no worker can have left the object ${key} behind`);
  }
  const succeeded = new Set(steps.filter(({ status }) => status === 'succeeded').map(stepName));
  for (const file of live) {
    if (file.origin === 'artifact' && !succeeded.has(stepName({ ...file, index: file.step })))
      found.push(`${file.id} is an artifact of a step that did not succeed`);
  }
  const digests = new Map(files.map((file) => [file.id, digestOf(file)]));
  for (const { fileId, sha256 } of replies.downloads)
    if (digests.get(fileId) !== sha256) found.push(`the download of ${fileId} gives other bytes`);
  return found;
}

/** A file that a customer may still download is not deleted. */
const checkDeletion = ({ id, deleted_at, expires_at }: StoredFile): string[] =>
  deleted_at !== null && Date.parse(deleted_at) < Date.parse(expires_at)
    ? [`${id} was deleted at ${deleted_at}, and was to be kept until ${expires_at}`]
    : [];

const PROBE = /^projects\/probe-\d+$/;
/** Parts in which workers are killed, or the store is away when they would remove their probe. */
const PROBES_STAY: ReadonlySet<string> = new Set(['mix', 'matrix', 'outage store']);

const digestOf = ({ sha256 }: StoredFile): string => sha256.replace('\\x', '');

const stepName = ({ execution_id, index }: { execution_id: string | null; index: number | null }): string =>
  `${execution_id}.${index}`;

/** An object that a worker wrote to test the store and could not remove. */
const isProbe = (key: string, part: string): boolean => PROBES_STAY.has(part) && PROBE.test(key);

/** An object below an execution or an upload of this project, whole or in parts, that was put before its row; the row was never written. */
function isLeftover(key: string, projects: ReadonlyMap<string, string>, { isGone }: Forgotten): boolean {
  const [, project, execution] = /^projects\/([^/]+)\/executions\/([^/]+)\//.exec(key) ?? [];
  if (execution !== undefined) return isGone(execution) || projects.get(execution) === project;
  const [, owner] = /^projects\/([^/]+)\/(?:uploads|resumable)\//.exec(key) ?? [];
  return owner !== undefined && [...projects.values()].includes(owner);
}
