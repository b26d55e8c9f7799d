/** I7: a file has its object, with its very bytes; an object without a file is one that an interrupted run can have left. */
import type { Evidence, StoredFile } from '../evidence.ts';

export function checkArtifacts({ files, objects, executions, steps, answers }: Evidence): string[] {
  const live = files.filter(({ deleted_at }) => deleted_at === null);
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const found = live.flatMap((file) => {
    const object = byKey.get(file.object_key);
    if (object === undefined) return [`${file.id} has no object ${file.object_key}`];
    if (object.sha256 !== digestOf(file)) return [`${file.id}: the object has other bytes`];
    return object.sizeBytes === file.size_bytes
      ? []
      : [`${file.id}: ${object.sizeBytes} bytes, not ${file.size_bytes}`];
  });
  const projects = new Map(executions.map(({ id, project_id }) => [id, project_id]));
  const recorded = new Set(live.map(({ object_key }) => object_key));
  for (const { key } of objects) {
    if (!recorded.has(key) && !isLeftover(key, projects)) found.push(`nobody can have left the object ${key}`);
  }
  const succeeded = new Set(steps.filter(({ status }) => status === 'succeeded').map(stepName));
  for (const file of live) {
    if (file.origin === 'artifact' && !succeeded.has(stepName({ ...file, index: file.step })))
      found.push(`${file.id} is an artifact of a step that did not succeed`);
  }
  const digests = new Map(files.map((file) => [file.id, digestOf(file)]));
  for (const { fileId, sha256 } of answers.downloads)
    if (digests.get(fileId) !== sha256) found.push(`the download of ${fileId} gives other bytes`);
  return found;
}

const digestOf = ({ sha256 }: StoredFile): string => sha256.replace('\\x', '');

const stepName = ({ execution_id, index }: { execution_id: string | null; index: number | null }): string =>
  `${execution_id}.${index}`;

/** Under the execution of the very project, or an upload of a project: put before its row, and the row was never written. */
function isLeftover(key: string, projects: ReadonlyMap<string, string>): boolean {
  const [, project, execution] = /^projects\/([^/]+)\/executions\/([^/]+)\//.exec(key) ?? [];
  if (execution !== undefined) return projects.get(execution) === project;
  const [, owner] = /^projects\/([^/]+)\/uploads\//.exec(key) ?? [];
  return owner !== undefined && [...projects.values()].includes(owner);
}
