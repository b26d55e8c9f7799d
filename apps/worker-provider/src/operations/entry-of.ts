/**
 * Which entry a paid call belongs to. Until something may have been sent, those that its plan names are tried in their order; from
 * then on there is one, which the intent names, whatever the configuration says meanwhile.
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
  /** False: it may have been sent to another of them, by a commit that a failover forgot. Then nothing more may be. */
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
