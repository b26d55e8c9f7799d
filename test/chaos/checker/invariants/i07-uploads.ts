/**
 * I7 for uploads: a sender that was answered 200 has a file in its own project, which its response names, and a project has the same bytes
 * only once.
 */
import type { Evidence } from '../evidence.ts';
import { exchangesOf } from '../exchanges.ts';
import { forgottenIn } from '../forgotten.ts';

/** Their response is the file itself; that of an upload in parts only contains it. */
const WHOLE: ReadonlySet<string> = new Set(['upload', 'put']);

export function checkUploads(evidence: Evidence): string[] {
  const { client, files } = evidence;
  const { overlaps } = forgottenIn(evidence);
  const owners = new Map(files.map(({ id, project_id }) => [id, project_id]));
  const found = exchangesOf(client).flatMap(({ act, request, projectId, at, reply }) => {
    const { status, file, id, fileId } = reply;
    if (!(WHOLE.has(act) || act === 'resumed') || status !== 200 || file === undefined || overlaps(at, reply.at))
      return [];
    const told = WHOLE.has(act) ? id : fileId;
    if (told !== file.id) return [`request ${request} stored ${file.id}, and was answered ${told}`];
    // A file that an address named and did not store is a breach of I5.
    return act === 'put' || owners.get(file.id) === projectId
      ? []
      : [`request ${request} stored ${file.id}, which is not in its project`];
  });
  const uploads = files.filter(({ origin, deleted_at }) => origin === 'upload' && deleted_at === null);
  for (const same of Map.groupBy(uploads, ({ project_id, sha256 }) => `${project_id} ${sha256}`).values())
    if (same.length > 1) found.push(`${same.map(({ id }) => id).join(' and ')} are the same bytes of a project`);
  return found;
}
