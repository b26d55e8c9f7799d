/** I14: a client that streams a project gets all its executions and no others, and as last state of each the state that a poll returns. */
import type { Evidence } from '../evidence.ts';
import type { Told } from '../told.ts';

export function checkTold({ told, executions, replies }: Evidence): string[] {
  const projects = new Set(told.map(({ projectId }) => projectId));
  const rows = executions.filter(({ project_id }) => projects.has(project_id));
  const owners = new Map(executions.map(({ id, project_id }) => [id, project_id]));
  const last = new Map(told.flatMap((each): [string, Told][] => (each.id === undefined ? [] : [[each.id, each]])));
  const polled = new Map(replies.read.map((reply) => [reply.id, reply]));
  const missing = rows.filter(({ id }) => !last.has(id)).map(({ id }) => `no client received ${id}`);
  const foreign = told
    .filter(({ id, projectId }) => id !== undefined && owners.get(id) !== projectId)
    .map(({ id, projectId }) => `${projectId} received ${id}, which is not its own`);
  const anew = told
    .filter(({ resumed, from }) => resumed === false && from !== null)
    .map(({ projectId, from }) => `${projectId} could not resume from ${from}`);
  const stale = rows.flatMap(({ id, status, charged_micros }) => {
    const told = last.get(id);
    if (told === undefined) return [];
    if (told.status !== status || told.chargedMicros !== charged_micros)
      return [
        `${id} was last sent as ${told.status}, charged ${told.chargedMicros}; it is ${status}, charged ${charged_micros}`,
      ];
    const { sha256 = told.sha256 } = polled.get(id) ?? {};
    return sha256 === told.sha256 ? [] : [`${id} was last sent with other content than a poll returns`];
  });
  return [...missing, ...foreign, ...anew, ...stale];
}
