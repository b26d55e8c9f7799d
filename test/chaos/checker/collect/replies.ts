/** Asks the running system over HTTP for its own view, with the keys of its customers and of other projects. */
import { createHash } from 'node:crypto';
import type { Replies } from '../evidence.ts';
import type { StoredFile } from '../files.ts';
import type { Run } from './run.ts';

const READS_MAX = 200;
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
  /** Gets every signed URL that a response contains, for the search in the logs. */
  readonly onSignedUrl: (url: string) => void;
}

export async function collectReplies({ run, artifacts, onSignedUrl }: Asked): Promise<Replies> {
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
  return {
    usage,
    listed,
    read: await Promise.all(sample(all, READS_MAX).map(({ id, projectId }) => readOne(id, projectId, get))),
    foreign: await Promise.all(sample(all, FOREIGN_MAX).map((each) => readAsStranger(each, customers, get))),
    downloads: await Promise.all(sample(artifacts, DOWNLOADS_MAX).map((file) => download(file, get, onSignedUrl))),
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

async function readOne(id: string, projectId: string, get: Get): Promise<Replies['read'][number]> {
  const data = dataOf<Replies['read'][number]>(await get(projectId, `/tools/executions/${id}`));
  const { status, chargedMicros } = data;
  return { id, status, chargedMicros, sha256: createHash('sha256').update(JSON.stringify(data)).digest('hex') };
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

async function download({ id, project_id, execution_id }: StoredFile, get: Get, onSignedUrl: (url: string) => void) {
  const path = `/tools/executions/${execution_id}/artifacts/${id}/download`;
  const reply = await get(project_id, path);
  if (reply.status !== 200) return { fileId: id, sha256: `refused: ${reply.text}` };
  const { url } = dataOf<{ url: string }>(reply);
  onSignedUrl(url);
  const bytes = Buffer.from(await (await fetch(url, { signal: AbortSignal.timeout(REPLY_MS_MAX) })).arrayBuffer());
  return { fileId: id, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Spread evenly over all items, including the first and the last. */
function sample<T>(items: readonly T[], max: number): T[] {
  if (items.length <= max) return [...items];
  return Array.from({ length: max }, (_, index) => items[Math.round((index * (items.length - 1)) / (max - 1))] as T);
}
