/**
 * Decides which entry a provider call belongs to. Until a send, the entries in the plan are tried in order. After a
 * possible send there is one entry, which the intent names, whatever the configuration says meanwhile.
 */
import type { ExternalStep } from '@farebox/worker';

interface Candidate {
  readonly provider: string;
  readonly model: string;
}

interface Planned extends Candidate {
  readonly spare?: Candidate;
}

interface Belongs {
  readonly candidates: readonly Candidate[];
  /**
   * False: the call may have been sent to another entry, by a commit that a failover lost. Then nothing more may be
   * sent.
   */
  readonly maySend: boolean;
}

export function candidatesFor({ provider, model, spare }: Planned, found: ExternalStep['found']): Belongs {
  const planned = [{ provider, model }, ...(spare === undefined ? [] : [spare])];
  if (found.phase === 'pending') return { candidates: planned, maySend: true };
  const named = planned.filter((each) => each.provider === found.provider);
  return named.length === 1
    ? { candidates: named, maySend: true }
    : { candidates: planned.slice(0, 1), maySend: planned.length === 1 };
}
