/** Reads every execution and batch as its project sees it, and the statements of each project as an operator sees them. */
import { createHash } from 'node:crypto';
import type { Statement } from '../acts.ts';
import type { Replies } from '../evidence.ts';
import type { MarginReport } from '../margin-report.ts';
import type { ShownBatch, ShownExecution } from '../views.ts';
import type { Run } from './run.ts';

/** Requests sent at once. */
const AT_ONCE = 100;
const REPLY_MS_MAX = 60_000;

interface Named {
  readonly id: string;
  readonly projectId: string;
}

/** Requests a path with a key of the project and returns the data; rejects without any. */
export type Read = <T>(projectId: string, path: string) => Promise<T>;

interface Execution extends Omit<ShownExecution, 'projectId' | 'artifacts'> {
  readonly output: { readonly artifacts: ShownExecution['artifacts'] };
}

export async function readAll(
  all: readonly Named[],
  read: Read,
): Promise<{ readonly read: Replies['read']; readonly shown: readonly ShownExecution[] }> {
  const both = await inTurns(all, async ({ id, projectId }) => {
    const data = await read<Execution>(projectId, `/tools/executions/${id}`);
    const { status, cancelRequested, chargedMicros, createdAt, finishedAt, output } = data;
    const sha256 = createHash('sha256').update(JSON.stringify(data)).digest('hex');
    const times = { createdAt, finishedAt };
    return {
      read: { id, status, chargedMicros, sha256 },
      shown: { id: data.id, projectId, status, cancelRequested, chargedMicros, ...times, artifacts: output.artifacts },
    };
  });
  return { read: both.map((each) => each.read), shown: both.map((each) => each.shown) };
}

/** A batch that its project is not shown is left out. */
export async function readBatches(all: readonly Named[], read: Read): Promise<ShownBatch[]> {
  const shown = await inTurns(all, ({ id, projectId }) =>
    read<ShownBatch>(projectId, `/tools/batches/${id}`).catch(() => null),
  );
  return shown.flatMap((batch) => {
    if (batch === null) return [];
    const { id, cancelRequested, counts, chargedMicros } = batch;
    return [{ id, cancelRequested, counts, chargedMicros }];
  });
}

/** The current month of each project; a statement that is not shown is left out. */
export async function readStatements({ customers, operators }: Run): Promise<Statement[]> {
  if (operators === undefined) return [];
  const [url] = operators.urls;
  const headers = { authorization: `Bearer ${operators.token}` };
  const shown = await inTurns(customers, async ({ projectId }) => {
    const path = `${url}/projects/${projectId}/statement`;
    const reply = await fetch(path, { headers, signal: AbortSignal.timeout(REPLY_MS_MAX) });
    const text = await reply.text();
    if (reply.status !== 200) return [];
    return [{ projectId, ...(JSON.parse(text) as { data: Omit<Statement, 'projectId'> }).data }];
  });
  return shown.flat();
}

/** The report of the current month. */
export async function readMargins({ operators }: Run): Promise<MarginReport | null | undefined> {
  if (operators === undefined) return undefined;
  const headers = { authorization: `Bearer ${operators.token}` };
  const reply = await fetch(`${operators.urls[0]}/report`, { headers, signal: AbortSignal.timeout(REPLY_MS_MAX) });
  const text = await reply.text();
  return reply.status === 200 ? (JSON.parse(text) as { data: MarginReport }).data : null;
}

async function inTurns<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    done.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))));
  return done;
}
