/** Asks the running system over HTTP for its own view, with the keys of its customers and of other projects. */
import { createHash } from 'node:crypto';
import type { Batch } from '../batch.ts';
import type { Replies } from '../evidence.ts';
import type { StoredFile } from '../files.ts';
import type { Run } from './run.ts';
import { readAll, readBatches, readMargins, readStatements } from './views.ts';

const FOREIGN_MAX = 20;
const DOWNLOADS_MAX = 20;
/** Time limit of one response: all requests are sent at once. */
const REPLY_MS_MAX = 60_000;
/** A well-formed id, so that the system looks it up. */
const ABSENT = 'exe_01h24000007000800000000000';

interface Listed {
  readonly id: string;
  readonly projectId: string;
}

export interface Asked {
  readonly run: Run;
  readonly artifacts: readonly StoredFile[];
  readonly batches: readonly Batch[];
  /** Gets every signed URL that a response contains, for the search in the logs. */
  readonly onSignedUrl: (url: string) => void;
}

export async function collectReplies({ run, artifacts, batches, onSignedUrl }: Asked): Promise<Replies> {
  const { customers } = run;
  const token = new Map(customers.map(({ projectId, tokens }) => [projectId, tokens[0] as string]));
  let turn = 0;
  const get = async (projectId: string, path: string): Promise<{ status: number; text: string }> => {
    const gateway = run.gatewayUrls[turn++ % run.gatewayUrls.length];
    const headers = { authorization: `Bearer ${token.get(projectId)}` };
    const reply = await fetch(`${gateway}${path}`, { headers, signal: AbortSignal.timeout(REPLY_MS_MAX) });
    return { status: reply.status, text: await reply.text() };
  };

  const usage: Replies['usage'][number][] = [];
  const listed: Replies['listed'][number][] = [];
  for (const { projectId } of customers) {
    const reply = await get(projectId, '/tools/usage');
    usage.push({ projectId, data: reply.status === 200 ? dataOf(reply) : {} });
    listed.push({ projectId, ids: await listAll(projectId, get) });
  }
  const all = listed.flatMap(({ projectId, ids }) => ids.map((id): Listed => ({ id, projectId })));
  const read = async <T>(projectId: string, path: string): Promise<T> => dataOf<T>(await get(projectId, path));
  const margins = await readMargins(run);
  const wanted = sample(artifacts, DOWNLOADS_MAX);
  const downloads = await Promise.all(wanted.map((file) => download(file, get, onSignedUrl)));
  return {
    usage,
    listed,
    ...(await readAll(all, read)),
    batches: await readBatches(
      batches.map(({ id, project_id: projectId }) => ({ id, projectId })),
      read,
    ),
    statements: await readStatements(run),
    ...(margins === undefined ? {} : { margins }),
    foreign: await Promise.all(sample(all, FOREIGN_MAX).map((each) => readAsStranger(each, customers, get))),
    downloads: downloads.map(({ fileId, sha256 }) => ({ fileId, sha256 })),
    addresses: downloads.flatMap(({ address }) => address ?? []),
  };
}

type Get = (projectId: string, path: string) => Promise<{ readonly status: number; readonly text: string }>;

const dataOf = <T>({ status, text }: { status: number; text: string }): T => {
  if (status !== 200) throw new Error(`the checker was answered ${status} ${text}`);
  return (JSON.parse(text) as { data: T }).data;
};

async function listAll(projectId: string, get: Get): Promise<string[]> {
  const ids: string[] = [];
  let before: string | null = null;
  do {
    const path: string = `/tools/executions?limit=100${before === null ? '' : `&before=${before}`}`;
    const page: { executions: { id: string }[]; nextBefore: string | null } = dataOf(await get(projectId, path));
    ids.push(...page.executions.map(({ id }) => id));
    before = page.nextBefore;
  } while (before !== null);
  return ids;
}

async function readAsStranger({ id, projectId }: Listed, customers: Run['customers'], get: Get) {
  const stranger = customers.find((other) => other.projectId !== projectId);
  if (stranger === undefined) return { asked: id, theirs: '', absent: '' };
  const ask = async (wanted: string): Promise<string> => {
    const { status, text } = await get(stranger.projectId, `/tools/executions/${wanted}`);
    return `${status} ${text.replace(/,"requestId":"[^"]*"/, '').replace(/("documentation":")https?:\/\/[^/"]*/, '$1')}`;
  };
  return { asked: id, theirs: await ask(id), absent: await ask(ABSENT) };
}

interface Got extends Downloads {
  /** Undefined if no address was given. */
  readonly address?: Replies['addresses'][number];
}
type Downloads = Replies['downloads'][number];

async function download(file: StoredFile, get: Get, onSignedUrl: (url: string) => void): Promise<Got> {
  const { id: fileId, project_id, execution_id } = file;
  const reply = await get(project_id, `/tools/executions/${execution_id}/artifacts/${fileId}/download`);
  if (reply.status !== 200) return { fileId, sha256: `refused: ${reply.text}` };
  const { url, expiresAt } = dataOf<{ url: string; expiresAt: string }>(reply);
  const validMs = Date.parse(expiresAt) - Date.now();
  onSignedUrl(url);
  const response = await fetch(url, { signal: AbortSignal.timeout(REPLY_MS_MAX) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const mimeType = response.headers.get('content-type') ?? '';
  const address = { fileId, sizeBytes: bytes.length, mimeType, validMs };
  return { fileId, sha256: createHash('sha256').update(bytes).digest('hex'), address };
}

/** Spread evenly over all items, including the first and the last. */
function sample<T>(items: readonly T[], max: number): T[] {
  if (items.length <= max) return [...items];
  return Array.from({ length: max }, (_, index) => items[Math.round((index * (items.length - 1)) / (max - 1))] as T);
}
