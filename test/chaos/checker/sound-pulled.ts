/** Sells calls of an own tool whose runner asks for work, in the sound run. Only tests use it. */
import type { Evidence } from './evidence.ts';
import type { Mutable } from './mutable.ts';
import { giveUp } from './seeded-breaches.ts';
import { RESOLVE_BY } from './sound-history.ts';
import { buyReviewed, lineOf, sellAnOwnTool } from './sound-own.ts';

type Found = Mutable<Evidence>;

function claim(evidence: Found, token: string, lease: string): void {
  const { at, body } = lineOf(evidence, 'begun', token);
  evidence.runs.push({ at, kind: 'claimed', token, lease, body });
}

function take(evidence: Found, token: string, at: string): void {
  const { reply } = lineOf(evidence, 'said', token);
  evidence.runs.push({ at, kind: 'taken', token, reply: structuredClone(reply) });
}

/** The success was claimed twice, because its first claim was lost. */
export function sellAPulledTool(evidence: Found): void {
  sellAnOwnTool(evidence, { runner: { kind: 'pull' } });
  for (const token of ['exe_1.0', 'exe_2.0']) {
    claim(evidence, token, 'one');
    take(evidence, token, lineOf(evidence, 'said', token).at);
  }
  claim(evidence, 'exe_1.0', 'another');
}

/** Its review ends without an outcome, and its runner reports an end. */
export function reviewARun(evidence: Found, takenAt: string): void {
  buyReviewed(evidence);
  claim(evidence, 'exe_3.0', 'one');
  take(evidence, 'exe_3.0', takenAt);
  giveUp(evidence, RESOLVE_BY);
  Object.assign(evidence.webhooks.at(-1)!, { endedAt: RESOLVE_BY, at: RESOLVE_BY, signedAt: RESOLVE_BY });
  Object.assign(evidence.deliveries.at(-1)!, { delivered_at: RESOLVE_BY });
}
