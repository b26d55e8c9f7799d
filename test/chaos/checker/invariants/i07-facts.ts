/**
 * I7 for what is said about files: type, size, pixels, length and digest are those of the bytes, as their sender made them or as the checker measures
 * them; a file is kept for 30 days from when it was first stored, and every response shows it alike; a download address ends within five minutes.
 */
import type { Change, Evidence } from '../evidence.ts';
import { type Exchange, exchangesOf } from '../exchanges.ts';
import type { StoredFile } from '../files.ts';
import type { Measured, ShownFile } from '../views.ts';

const RETENTION_MS = 30 * 24 * 3_600_000;
const ADDRESS_MS_MAX = 300_000;
/** Readers count what an encoder adds at the ends of a sound differently. */
const SECONDS_APART_MAX = 0.1;
/** Times of different processes differ by less. */
const SLACK_MS = 1000;
const UNKNOWN_TYPE = 'application/octet-stream';
const UPLOADS: ReadonlySet<string> = new Set(['upload', 'put', 'resumed']);

export function checkFacts(evidence: Evidence): string[] {
  const { files, measured, replies, executions, history } = evidence;
  const objects = new Map(measured.map((object) => [object.key, object]));
  const rows = new Map(files.map((file) => [file.id, file]));
  const kept = new Set(executions.filter(({ content_deleted_at: at = null }) => at === null).map(({ id }) => id));
  const found = files.flatMap((file) => [
    ...checkRetention(file),
    ...checkMeasured(file, objects.get(file.object_key)),
  ]);
  const changes = Map.groupBy(history, ({ execution_id }) => execution_id);
  for (const file of files) found.push(...checkMade(file, changes.get(file.execution_id ?? '')));
  const made = Map.groupBy(files, ({ execution_id }) => execution_id);
  for (const { id, artifacts } of replies.shown) {
    if (!kept.has(id)) continue;
    const own = made.get(id) ?? [];
    if (artifacts.length !== own.length)
      found.push(`${id} is shown with ${artifacts.length} files, and has ${own.length}`);
    for (const file of artifacts) found.push(...checkShown(file, rows.get(file.id)));
  }
  for (const { fileId, sizeBytes, mimeType, validMs } of replies.addresses) {
    const row = rows.get(fileId);
    if (row?.size_bytes !== sizeBytes || row.mime_type !== mimeType)
      found.push(
        `the download of ${fileId} gives ${sizeBytes} bytes of ${mimeType}, not ${row?.size_bytes} of ${row?.mime_type}`,
      );
    if (!(validMs > 0 && validMs <= ADDRESS_MS_MAX))
      found.push(`the download address of ${fileId} is valid for ${validMs} ms`);
  }
  return [...found, ...checkUploads(evidence, rows)];
}

function checkRetention({ id, created_at, expires_at, deleted_at }: StoredFile): string[] {
  const keptMs = Date.parse(expires_at) - Date.parse(created_at);
  // The content of an execution can be deleted earlier; then its files expire.
  return keptMs === RETENTION_MS || (deleted_at !== null && keptMs < RETENTION_MS)
    ? []
    : [`${id} is kept from ${created_at} until ${expires_at}`];
}

/** A row has whole milliseconds, the diary has microseconds. */
const ROUNDING_MS = 1;

/** An artifact is stored by a transaction that changed its execution or a step of it; the diary has the start of each. */
function checkMade({ id, origin, created_at }: StoredFile, changes: readonly Change[] = []): string[] {
  if (origin === 'upload') return [];
  const madeMs = Date.parse(created_at);
  return changes.some(({ began }) => Math.abs(Date.parse(began) - madeMs) <= ROUNDING_MS)
    ? []
    : [`${id} was stored at ${created_at}, when nothing happened to its execution`];
}

function checkMeasured(file: StoredFile, object: Measured | undefined): string[] {
  if (file.deleted_at !== null || object === undefined) return []; // without its object it is a breach of its own
  const said = { ...file, mimeType: file.mime_type, seconds: file.duration_seconds };
  return differences(said, { ...object, mimeType: object.mimeType ?? UNKNOWN_TYPE }).map(
    (what) => `${file.id} ${what}`,
  );
}

type Facts = Pick<Measured, 'mimeType' | 'width' | 'height' | 'seconds'>;

function differences(said: Facts, is: Facts): string[] {
  const found: string[] = [];
  if (said.mimeType !== is.mimeType) found.push(`is said to be ${said.mimeType}, and is ${is.mimeType}`);
  if (said.width !== is.width || said.height !== is.height)
    found.push(`is said to be ${said.width} × ${said.height}, and is ${is.width} × ${is.height}`);
  const areSame =
    said.seconds === null || is.seconds === null ? said.seconds === is.seconds : isNear(said.seconds, is.seconds);
  if (!areSame) found.push(`is said to last ${said.seconds} s, and lasts ${is.seconds} s`);
  return found;
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= SECONDS_APART_MAX;

function checkShown(file: ShownFile, row: StoredFile | undefined): string[] {
  const {
    id,
    mimeType,
    sizeBytes,
    sha256,
    createdAt,
    expiresAt,
    width = null,
    height = null,
    durationSeconds = null,
  } = file;
  if (row === undefined) return [`${id} is shown, and does not exist`];
  const times = [createdAt, expiresAt].map((at) => Date.parse(at));
  const said = JSON.stringify([mimeType, sizeBytes, `\\x${sha256}`, ...times, width, height, durationSeconds]);
  const kept = [row.created_at, row.expires_at].map((at) => Date.parse(at));
  const facts = [row.mime_type, row.size_bytes, row.sha256, ...kept, row.width, row.height, row.duration_seconds];
  const is = JSON.stringify(facts);
  return said === is ? [] : [`${id} is shown as ${said}, and is ${is}`];
}

interface Sent extends Exchange {
  readonly sent: Measured;
}

function checkUploads({ client, run, files }: Evidence, rows: ReadonlyMap<string, StoredFile>): string[] {
  const uploads = exchangesOf(client).flatMap((each): Sent[] => {
    const { bytes: sent } = each.asked;
    return UPLOADS.has(each.act) && sent !== undefined ? [{ ...each, sent }] : [];
  });
  const senders = Map.groupBy(uploads, ({ projectId, sent }) => `${projectId} \\x${sent.sha256}`);
  const found = uploads.flatMap((upload) => checkUpload(upload, rows));
  for (const file of files.filter(({ origin, mime_type }) => origin === 'upload' && mime_type.startsWith('image/'))) {
    const sent = senders.get(`${file.project_id} ${file.sha256}`) ?? [];
    if (sent.length === 0) found.push(`${file.id} was stored, and nobody sent it`);
    const firstMs = Math.min(...sent.map(({ at }) => Date.parse(at)));
    const told = sent.filter(({ reply }) => reply.file?.id === file.id).map(({ reply }) => Date.parse(reply.at));
    const untilMs = told.length === 0 ? Infinity : Math.min(...told);
    const storedMs = Date.parse(file.created_at);
    if (run.clocksAgree && sent.length > 0 && !(storedMs >= firstMs - SLACK_MS && storedMs <= untilMs + SLACK_MS))
      found.push(`${file.id} was stored at ${file.created_at}, and sent first at ${new Date(firstMs).toISOString()}`);
  }
  return found;
}

/** The response describes the bytes that were sent. */
function checkUpload({ request, sent, reply }: Sent, rows: ReadonlyMap<string, StoredFile>): string[] {
  if (reply.status !== 200) return [];
  const { file } = reply;
  if (file === undefined) return [`request ${request} stored a file, and its response describes none`];
  const { mimeType, width = null, height = null, durationSeconds: seconds = null } = file;
  const row = rows.get(file.id);
  if (row === undefined) return []; // an upload that is not stored is a breach of I5
  const found = [...differences({ mimeType, width, height, seconds }, sent), ...checkShown(file, row)];
  if (file.sha256 !== sent.sha256 || file.sizeBytes !== sent.sizeBytes)
    found.push(`has ${file.sizeBytes} bytes of ${file.sha256}, and sent were ${sent.sizeBytes} of ${sent.sha256}`);
  return found.map((what) => `request ${request}: ${file.id} ${what}`);
}
