/**
 * Creates history for the growth benchmark by the same calls as the gateway and the worker: accept, claim, settle. One project has most of it.
 * The history is skewed on purpose: one tool has a tenth of the executions and never fails, so that some combinations of filters match few rows
 * and one matches none.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '@farebox/db';
import {
  type AcceptRequest,
  chargeOf,
  type ClaimedExecution,
  createExecutionStore,
  createWorkerStore,
  type Finishing,
  NO_CHARGE,
} from '@farebox/executions';
import { createOrganization, createProject } from '@farebox/identity';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';

export const TOOLS = { common: 'image-resize', rare: 'image-rotate' } as const;
const BALANCE_MICROS = micros(1_000_000_000_000n);
const WAVE = 500;
/** One in `FAILS_EVERY` executions of the common tool fails; one in `RARE_EVERY` executions uses the rare tool. */
const FAILS_EVERY = 50;
const RARE_EVERY = 10;
const OTHERS_EVERY = 4;

export interface Projects {
  readonly measured: string;
  readonly other: string;
}

export async function makeProjects(database: Database): Promise<Projects> {
  const organizationId = await createOrganization(database, 'Growth');
  const make = async (): Promise<string> => {
    const projectId = await createProject(database, { organizationId, name: 'Growth', monthlyCapMicros: null });
    await topUp(database, { projectId, amountMicros: BALANCE_MICROS, reference: 'growth' });
    return projectId;
  };
  return { measured: await make(), other: await make() };
}

/** Adds the executions numbered `from` to `to`, all ended. Returns one id in a hundred, for the measured project. */
export async function fill(
  database: Database,
  projects: Projects,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string[]> {
  const kept: string[] = [];
  for (let at = from; at < to; at += WAVE) {
    const numbers = Array.from({ length: Math.min(WAVE, to - at) }, (_, index) => at + index);
    const ended = await live(
      database,
      numbers.map((number) => requestOf(projects, number)),
    );
    kept.push(
      ...ended
        .filter(({ projectId }, index) => projectId === projects.measured && index % 100 === 1)
        .map(({ id }) => id),
    );
  }
  return kept;
}

/** Accepts executions that no worker claims: they stay queued. */
export async function leaveOpen(database: Database, projects: Projects, count: number): Promise<void> {
  const { accept } = createExecutionStore(database);
  await Promise.all(Array.from({ length: count }, (_, number) => accept(requestOf(projects, number))));
}

/** Accepts, claims and settles each request. */
async function live(database: Database, requests: readonly AcceptRequest[]): Promise<readonly ClaimedExecution[]> {
  const gateway = createExecutionStore(database);
  const worker = createWorkerStore(database, { engine: 'image', leaseSeconds: 60 });
  const accepted = await Promise.all(requests.map((request) => gateway.accept(request)));
  const claimed = await Promise.all(
    accepted.map(async (outcome, index) => {
      if (outcome.kind !== 'accepted') throw new Error(`accept answered ${outcome.kind}`);
      const held = await worker.claim({ projectId: requests[index]!.projectId, id: outcome.execution.id });
      if (held === null) throw new Error('what was just accepted could not be claimed');
      return held;
    }),
  );
  const ended = await Promise.all(claimed.map((held, index) => worker.finish(endOf(held, requests[index]!))));
  if (ended.includes(false)) throw new Error('what was claimed was no longer held');
  return claimed;
}

export function requestOf({ measured, other }: Projects, number: number): AcceptRequest {
  const id = randomUUID();
  return {
    projectId: number % OTHERS_EVERY === 0 ? other : measured,
    keyId: 'key_growth',
    keyLineage: 'key_growth',
    idempotencyKey: `${number}-${id}`,
    bodyHash: 'ab'.repeat(32),
    tool: number % RARE_EVERY === 1 ? TOOLS.rare : TOOLS.common,
    model: null,
    priceVersion: '2026-11-21.00000000',
    minimumMicros: micros(10n),
    maximumMicros: micros(100n),
    plan: PLAN,
    maxRuntimeSeconds: 60,
  };
}

const PLAN: AcceptRequest['plan'] = [
  {
    name: 'resize',
    engine: 'image',
    operation: 'resize',
    parameters: {},
    inputs: {},
    price: { description: 'Resize', unit: 'megapixel', unitPriceMicros: '50', unitsMax: 1_000 },
  },
];

export function endOf(held: ClaimedExecution, request: AcceptRequest): Finishing {
  const { id, projectId, claimToken } = held;
  const number = Number.parseInt(request.idempotencyKey, 10);
  const at = new Date();
  const step = {
    index: 0,
    attempt: 1,
    result: undefined,
    costMicros: null,
    startedAt: at,
    finishedAt: at,
    artifacts: [],
  };
  const fails = request.tool === TOOLS.common && number % FAILS_EVERY === 3;
  const end = fails
    ? { status: 'failed' as const, error: { status: 'execution_failed', message: 'It failed.' }, charge: NO_CHARGE }
    : { status: 'succeeded' as const, error: null, charge: chargeOf(held.plan, [{ index: 0, units: 1n }], held) };
  const steps = [{ ...step, status: end.status, units: fails ? 0n : 1n }];
  return { id, projectId, claimToken, statusReason: null, result: undefined, steps, ...end };
}
