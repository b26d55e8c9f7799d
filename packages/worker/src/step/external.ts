/**
 * The journal of one step's provider call, bound to the claim: a worker that lost the execution can neither write nor
 * send. Sending also needs a valid lease, an artifact store that accepts the future result, and no stored response.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClaimedExecution, type ExternalJournal, type OpenStep, leaseOf } from '@farebox/executions';
import { type Clock, type Micros, failpoint, invariant, micros, minMicros, timesMicros } from '@farebox/kernel';
import { type Leased, WorkStopped, stopWork } from '../leased.ts';
import { type ExternalStep, type OutsideFiles, TryLater } from '../operation.ts';
import { retryWhileAway } from '../database-retry.ts';
import { type StepLocation, Remembered } from '../spool/call-result.ts';
import type { Spool } from '../spool/spool.ts';

export interface ExternalUse {
  readonly location: StepLocation;
  readonly leased: Leased;
  readonly journal: ExternalJournal;
  readonly spool: Spool;
  readonly files: OutsideFiles;
  readonly clock: Clock;
  readonly follow: (event: 'execution call sent', fields: { readonly step: number; readonly provider: string }) => void;
  /** Called when an intent is committed or withdrawn. While one exists, the execution must not end without an outcome. */
  readonly onOpen: (open: boolean) => void;
}

const NOT_BEGUN: Omit<OpenStep, 'index'> = { phase: 'pending', provider: null, ref: null, ageSeconds: 0 };

const STORE_AWAY_SECONDS = 5;
const LEASE_POLL_MS = 50;

export function externalStep(claimed: ClaimedExecution, use: ExternalUse): ExternalStep {
  const { location, leased, journal, spool, clock, onOpen, follow } = use;
  const { step: index } = location;
  const { id } = leased;
  const step = { ...leaseOf(leased), index };
  const token = `${id}.${index}`;
  const exposureMicros = exposureOf(claimed, index);
  const { index: _, ...found } = claimed.open?.index === index ? claimed.open : { index, ...NOT_BEGUN };

  /** Each write is safe to repeat. A lost response would otherwise make an unsent call look like a sent one. */
  const written = <T>(write: () => Promise<T>): Promise<T> => retryWhileAway(write, () => leased.stop !== 'lost');

  function mustBeLeased(isHeld: boolean): void {
    if (isHeld) return;
    stopWork(leased, 'lost');
    throw new WorkStopped('lost');
  }

  const isLeased = (): boolean => clock.monotonicMs() < leased.leaseEndsMs;

  /** The database responds again, so a heartbeat or the news of another claim arrives soon. */
  async function untilLeased(): Promise<void> {
    while (!isLeased() && leased.stop === null) await sleep(LEASE_POLL_MS);
    mustBeLeased(leased.stop !== 'lost');
  }

  return {
    files: use.files,
    token,
    exposureMicros,
    found: { ...found, inReview: claimed.inReview },
    secondsLeft: () => (leased.deadlineMs - clock.monotonicMs()) / 1000,
    maySend: () => isLeased() && leased.stop !== 'lost',
    async dispatch(provider) {
      if (!claimed.inReview) await canKeep(location, spool);
      await failpoint('worker.dispatch.before', id);
      const reply = await written(() => journal.dispatch({ ...step, token, provider, exposureMicros }));
      mustBeLeased(reply !== 'lost');
      if (reply === 'committed') onOpen(true);
      await failpoint('worker.dispatch.after', id);
      if (reply === 'committed') {
        follow('execution call sent', { step: index, provider });
        await untilLeased();
      }
      return reply === 'committed' ? 'committed' : 'refused';
    },
    async undelivered() {
      mustBeLeased(await written(() => journal.undelivered(step)));
      onOpen(false);
    },
    async submitted(named) {
      await failpoint('worker.submitted.before', id);
      mustBeLeased(await written(() => journal.submitted(step, named)));
      await failpoint('worker.submitted.after', id);
    },
  };
}

/**
 * Checks before money is spent: the result can be stored, and no earlier claim, which the database has lost, has spent
 * the money already.
 */
async function canKeep(location: StepLocation, spool: Spool): Promise<void> {
  const before = await spool.ready(location).catch((error: unknown) => {
    throw new TryLater(STORE_AWAY_SECONDS, { cause: error });
  });
  if (before !== null) throw new Remembered(before);
}

/** The step's part of the hold; all of it if the plan has one step. */
function exposureOf({ plan, maximumMicros }: ClaimedExecution, index: number): Micros {
  const price = plan[index]?.price;
  invariant(price !== undefined, 'a step to run is in the plan');
  if (plan.length === 1) return maximumMicros;
  return minMicros(timesMicros(micros(price.unitPriceMicros), BigInt(price.unitsMax)), maximumMicros);
}
