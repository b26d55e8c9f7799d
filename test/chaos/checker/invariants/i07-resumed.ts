/**
 * I7 for uploads in parts: a client that received its file id has a file of exactly the sent bytes; the received parts of an
 * unfinished upload are in the store; and the storage counter of a project equals what it stores and what it has announced.
 */
import type { Evidence } from '../evidence.ts';
import { exchangesOf } from '../exchanges.ts';
import type { OpenUpload } from '../files.ts';

export function checkResumed(evidence: Evidence): string[] {
  return [
    ...checkTold(evidence),
    ...evidence.uploads.flatMap((upload) => checkParts(upload, evidence)),
    ...checkCount(evidence),
  ];
}

function checkTold({ client, files }: Evidence): string[] {
  const digests = new Map(
    client.flatMap(({ request, wholeSha256 }) => (wholeSha256 === undefined ? [] : [[request, wholeSha256]])),
  );
  return exchangesOf(client).flatMap(({ request, projectId, reply: { status, fileId } }) => {
    const sha256 = digests.get(request);
    if (sha256 === undefined || status !== 200) return [];
    const file = files.find(({ id, project_id }) => id === fileId && project_id === projectId);
    return file?.sha256 === `\\x${sha256}`
      ? []
      : [`request ${request} received ${fileId ?? 'no file'}, which is not what was sent in parts`];
  });
}

/** A finished upload has no parts left; the parts of an unfinished one are contiguous up to its offset. */
function checkParts(
  { id, project_id, offset_bytes, size_bytes, file_id, parts }: OpenUpload,
  { objects, files }: Evidence,
): string[] {
  const found: string[] = [];
  let end = 0;
  for (const { offset_bytes: offset, size_bytes: bytes, object_key } of parts) {
    if (offset !== end) found.push(`${id}: the part at ${offset} does not follow ${end}`);
    end = offset + bytes;
    if (objects.find(({ key }) => key === object_key)?.sizeBytes !== bytes)
      found.push(`${id}: the part at ${offset} has no object of ${bytes} bytes`);
  }
  if (file_id === null)
    return end === offset_bytes ? found : [...found, `${id}: has ${end} bytes, and says ${offset_bytes}`];
  const file = files.find((each) => each.id === file_id && each.project_id === project_id);
  if (file?.size_bytes !== size_bytes || parts.length > 0)
    found.push(`${id}: is not the file ${file_id} that it names`);
  return found;
}

function checkCount({ storage, files, uploads }: Evidence): string[] {
  const kept = new Map<string, number>();
  const add = (project: string, bytes: number): void => void kept.set(project, (kept.get(project) ?? 0) + bytes);
  for (const { project_id, size_bytes, deleted_at } of files) if (deleted_at === null) add(project_id, size_bytes);
  for (const { project_id, size_bytes, file_id } of uploads) if (file_id === null) add(project_id, size_bytes);
  const counted = new Map(storage.map(({ project_id, stored_bytes }) => [project_id, stored_bytes]));
  return [...new Set([...kept.keys(), ...counted.keys()])].flatMap((project) => {
    const [has, says] = [kept.get(project) ?? 0, counted.get(project) ?? 0];
    return has === says ? [] : [`${project} keeps ${has} bytes and is counted ${says}`];
  });
}
