/**
 * Asks the running system for its executions and batches in every way that it offers: lists, polls, reads of several, results of batches. Each
 * response is kept with its facts, and a whole execution with the digest of its form.
 */
import { type Json, sha256Of } from '../canonical.ts';
import type { BatchState, Shown } from '../sold.ts';
import type { Run } from './run.ts';

const POLLS_MAX = 60;
const READS_MAX = 1000;
const PAGE = 100;
/** Time limit of one response. */
const REPLY_MS_MAX = 60_000;

type Ask = (path: string, body?: object) => Promise<string>;

export interface EverythingShown {
  readonly shown: readonly Shown[];
  readonly batchStates: readonly BatchState[];
}

export async function collectShown({ customers, gatewayUrls }: Run): Promise<EverythingShown> {
  const shown: Shown[] = [];
  const batchStates: BatchState[] = [];
  let turn = 0;
  for (const { projectId, tokens } of customers) {
    const ask: Ask = async (path, body) => {
      const url = `${gatewayUrls[turn++ % gatewayUrls.length]}${path}`;
      const headers = { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const reply = await fetch(url, { headers, ...sent, signal: AbortSignal.timeout(REPLY_MS_MAX) });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`the checker was answered ${reply.status} ${text}`);
      return text;
    };
    const listed = await pages(ask, 'executions');
    shown.push(...listed.map((data) => formOf('list', data)));
    const ids = listed.map(({ id }) => String(id));
    shown.push(...(await readMany(ids.slice(0, READS_MAX), ask)));
    for (const id of sample(ids, POLLS_MAX)) shown.push(formOf('poll', dataIn(await ask(`/tools/executions/${id}`))));
    for (const batch of await pages(ask, 'batches')) {
      const { state, results } = await readBatch({ projectId, batch, ask });
      batchStates.push(state);
      shown.push(...results);
    }
  }
  return { shown, batchStates };
}

const dataIn = <T = Json>(text: string): T => (JSON.parse(text) as { readonly data: T }).data;

/** @param of `executions` or `batches`: the path, and the name of the list in a page. */
async function pages(ask: Ask, of: 'executions' | 'batches'): Promise<Json[]> {
  const all: Json[] = [];
  let before: string | null = null;
  do {
    const query: string = `limit=${PAGE}${before === null ? '' : `&before=${before}`}`;
    const page: Json = dataIn(await ask(`/tools/${of}?${query}`));
    all.push(...(page[of] as readonly Json[]));
    before = page['nextBefore'] as string | null;
  } while (before !== null);
  return all;
}

async function readMany(ids: readonly string[], ask: Ask): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (let from = 0; from < ids.length; from += PAGE) {
    const body = { ids: ids.slice(from, from + PAGE) };
    const { executions } = dataIn<{ readonly executions: readonly Json[] }>(await ask('/tools/executions/read', body));
    shown.push(...executions.map((data) => formOf('read', data)));
  }
  return shown;
}

interface Reading {
  readonly projectId: string;
  /** As the list shows it. */
  readonly batch: Json;
  readonly ask: Ask;
}

async function readBatch({ projectId, batch, ask }: Reading) {
  const id = String(batch['id']);
  const polled = dataIn(await ask(`/tools/batches/${id}`));
  const lines: { readonly index: number; readonly execution: Json }[] = [];
  for (let from = 0; from < Number(batch['executionCount']); from += PAGE) {
    const text = await ask(`/tools/batches/${id}/results?from=${from}`);
    lines.push(
      ...text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as (typeof lines)[number]),
    );
  }
  const order = lines.map(({ index, execution }) => ({ index, id: String(execution['id']) }));
  return {
    state: { id, projectId, polled, listed: batch, results: order },
    results: lines.map(({ execution }) => formOf('results', execution)),
  };
}

function formOf(via: Shown['via'], data: Json): Shown {
  const { output: _, ...facts } = data;
  return { via, id: String(data['id']), sha256: via === 'list' ? null : sha256Of(JSON.stringify(data)), data: facts };
}

/** Spread evenly over all items. */
const sample = <T>(items: readonly T[], max: number): T[] =>
  items.filter((_, index) => items.length <= max || index % Math.ceil(items.length / max) === 0);
