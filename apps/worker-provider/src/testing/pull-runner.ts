/** A runner that asks for work itself, at the store that the gateway's door uses: it reports `running`, works, and reports the end. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@farebox/db';
import type { RunStart } from '@farebox/runner-protocol';
import { type Claim, pullRuns, type Reported, type ReportedStatus, type RunnerKey } from '@farebox/tools';

export type Claimed = Extract<Claim, { readonly kind: 'claimed' }>;

export interface PullRunner extends AsyncDisposable {
  /** Runs whose work began, in order: work that costs money. */
  readonly begun: RunStart[];
  /** Claims, in order. */
  readonly claims: Claimed[];
  readonly report: (claim: Pick<Claimed, 'token' | 'lease'>, reply: object) => Promise<Reported>;
  /** Asks for no more work. Work in progress goes on. */
  readonly stop: () => Promise<void>;
}

/** @param work the end of a run; null: the runner dies, and says nothing more of it. */
export function startPullRunner(
  database: Database,
  { id: keyId, tool }: Pick<RunnerKey, 'id' | 'tool'>,
  work: (start: RunStart, claim: Claimed) => object | null | Promise<object | null>,
): PullRunner {
  const runs = pullRuns(database);
  const begun: RunStart[] = [];
  const claims: Claimed[] = [];
  const stopping = new AbortController();
  const report: PullRunner['report'] = ({ token, lease }, reply) =>
    runs.report({
      tool,
      token,
      lease,
      status: (reply as { status: ReportedStatus }).status,
      reply: JSON.stringify(reply),
    });
  async function take(claim: Claimed): Promise<void> {
    claims.push(claim);
    if ((await report(claim, { status: 'running', progress: 0.1 })).kind !== 'taken') return;
    const start = JSON.parse(claim.start) as RunStart;
    begun.push(start);
    const end = await work(start, claim);
    if (end !== null) await report(claim, end);
  }
  async function ask(): Promise<void> {
    while (!stopping.signal.aborted) {
      const claim = await runs.claim({ tool, keyId });
      if (claim.kind === 'claimed') await take(claim);
      else await pause(50, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const asking = ask();
  const stop = (): Promise<void> => (stopping.abort(), asking);
  return { begun, claims, report, stop, [Symbol.asyncDispose]: stop };
}
