/** I10: no data of one project in another's responses; no key, signed URL or secret in logs, metrics or Redis. */
import type { Evidence } from '../evidence.ts';

export function checkSecrets({ leaks, replies, files, executions }: Evidence): string[] {
  const owner = new Map(executions.map(({ id, project_id }) => [id, project_id]));
  return [
    ...leaks,
    ...replies.foreign
      .filter(({ theirs, absent, asked }) => theirs !== absent || theirs.includes(asked))
      .map(({ asked, theirs }) => `a stranger who asks for ${asked} is answered ${theirs.slice(0, 200)}`),
    ...replies.listed.flatMap(({ projectId, ids }) =>
      ids.filter((id) => owner.get(id) !== projectId).map((id) => `${projectId} is shown ${id}`),
    ),
    ...files
      .filter(({ execution_id, project_id }) => execution_id !== null && owner.get(execution_id) !== project_id)
      .map(({ id, project_id }) => `file ${id} of another project is in ${project_id}`),
  ];
}
