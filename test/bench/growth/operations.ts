/** The operations that are measured while the history grows: every statement of a request and of the keeper, as the code sends it. */
import type { Database } from '@farebox/db';
import {
  createExecutionStore,
  createWorkerStore,
  type ExecutionStore,
  type ListRequest,
  openExecutions,
  sweepDue,
} from '@farebox/executions';
import { readUsage } from '@farebox/ledger';
import { ledgerCheckTick } from '@farebox/ledger-check';
import { createKeyDirectory } from '@farebox/identity';
import { endOf, type Projects, requestOf, TOOLS } from './fill.ts';

export interface Operation {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

export interface Subject {
  /** Explains each statement and runs it. */
  readonly database: Database;
  /** Explains each statement and changes nothing. */
  readonly dry: Database;
  readonly projects: Projects;
  /** Ids of ended executions of the measured project, from every part of the history. */
  readonly ids: readonly string[];
  readonly token: string;
  readonly pepper: string;
}

/** Requests that share one query under load. */
const BATCH = 32;
const PAGE = 20;
const CHECKED = { rows: 100, transfers: 1000, everySeconds: 0 } as const;
const SWEEP_LIMIT = 200;

export function operationsOf({ database, dry, projects, ids, token, pepper }: Subject): readonly Operation[] {
  const gateway = createExecutionStore(database);
  return [
    ...writing(database, projects),
    { name: 'poll (32)', run: () => Promise.all(spread(ids, BATCH).map((id) => gateway.get(projects.measured, id))) },
    ...lists(gateway, { projectId: projects.measured, middle: ids[Math.floor(ids.length / 2)]! }),
    { name: 'usage', run: () => readUsage(database, projects.measured) },
    // A new directory has an empty cache. The query for a key also returns its project.
    { name: 'project, by key', run: () => createKeyDirectory({ database, pepper }).find(token) },
    { name: 'sweep', run: () => sweepDue(dry, SWEEP_LIMIT) },
    { name: 'backlog', run: () => openExecutions(database) },
    { name: 'ledger check, one tick', run: () => ledgerCheckTick(database, CHECKED) },
  ];
}

/** Each run creates its own executions and passes them to the next operation. */
function writing(database: Database, projects: Projects): readonly Operation[] {
  const gateway = createExecutionStore(database);
  const worker = createWorkerStore(database, { engine: 'image', leaseSeconds: 60 });
  let requests = Array.from({ length: BATCH }, () => requestOf(projects, 1));
  let accepted: { readonly projectId: string; readonly id: string }[] = [];
  let claimed: Awaited<ReturnType<typeof worker.claim>>[] = [];
  return [
    {
      name: 'accept (32)',
      run: async () => {
        requests = requests.map(() => requestOf(projects, 1));
        const outcomes = await Promise.all(requests.map((request) => gateway.accept(request)));
        accepted = outcomes.map((outcome) => {
          if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
          return { projectId: projects.measured, id: outcome.execution.id };
        });
      },
    },
    { name: 'accept, replay', run: () => gateway.accept(requests[0]!) },
    {
      name: 'claim (32)',
      run: async () => (claimed = await Promise.all(accepted.map((execution) => worker.claim(execution)))),
    },
    { name: 'heartbeat (32)', run: () => worker.heartbeat(claimed.map((held) => held!)) },
    {
      name: 'finish (32)',
      run: () => Promise.all(claimed.map((held, index) => worker.finish(endOf(held!, requests[index]!)))),
    },
  ];
}

const STATUSES: readonly ListRequest['status'][] = [undefined, 'queued', 'needs_review', 'failed', 'succeeded'];

/** Every combination of filters, from the newest execution and from the middle of the history. */
function lists(
  { list }: ExecutionStore,
  { projectId, middle }: { readonly projectId: string; readonly middle: string },
): readonly Operation[] {
  const operations: Operation[] = [];
  for (const status of STATUSES)
    for (const tool of [undefined, TOOLS.common, TOOLS.rare])
      for (const before of [undefined, middle])
        operations.push(listing(list, { projectId, limit: PAGE, status, tool, before }));
  const idempotencyKey = 'growth-there-is-none';
  operations.push(listing(list, { projectId, limit: PAGE, idempotencyKey }));
  operations.push(listing(list, { projectId, limit: PAGE, idempotencyKey, status: 'failed', tool: TOOLS.rare }));
  return operations;
}

function listing(list: ExecutionStore['list'], request: ListRequest): Operation {
  const { status, tool, before, idempotencyKey } = request;
  const filters = [status, tool, idempotencyKey && 'key', before && 'before'].filter(Boolean);
  return { name: `list${filters.map((filter) => ` ${filter}`).join(' +')}`, run: () => list(request) };
}

const spread = <T>(values: readonly T[], count: number): readonly T[] =>
  Array.from({ length: count }, (_, at) => values[Math.floor((at * values.length) / count)]!);
