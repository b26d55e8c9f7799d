/** Every failpoint of the system: around each transaction and each request to a provider or store. A test compares the list with the code. */

const EDGES = {
  gateway: ['gateway.accept'],
  worker: ['worker.claim', 'worker.step', 'worker.record', 'worker.finish', 'worker.handback'],
  provider: ['worker.dispatch', 'worker.submitted', 'worker.review'],
  keeper: ['keeper.sweep', 'keeper.review'],
} as const;

/**
 * Failpoints outside the matrix. The keeper reaches some only at `resolveBy` of a review whose response was stored meanwhile and
 * that no worker claimed, which the matrix's workers always do; `apps/keeper/src/remembered.test.ts` tests these. No customer of
 * the matrix uses exports (`apps/keeper/src/exports-killed.test.ts` kills a keeper there) or payments by card
 * (`apps/gateway/src/process/payments.test.ts` kills a gateway).
 */
export const ELSEWHERE: readonly string[] = [
  'keeper.adopt.before',
  'keeper.adopt.after',
  'keeper.export.before',
  'keeper.export.after',
  'gateway.payment.after',
];

const around = (edges: readonly string[]): string[] => edges.flatMap((edge) => [`${edge}.before`, `${edge}.after`]);

/** Reached only in runs with a provider worker. */
const PAID_POINTS: readonly string[] = [...around(EDGES.provider), ...around(['keeper.review']), 'worker.sent.after'];

export const POINTS: readonly string[] = [
  ...around([...EDGES.gateway, ...EDGES.worker, ...EDGES.provider, ...EDGES.keeper]),
  'worker.sent.after',
];

export const pointsOf = ({ hasProvider }: { readonly hasProvider: boolean }): readonly string[] =>
  hasProvider ? POINTS : POINTS.filter((point) => !PAID_POINTS.includes(point));
