/** Every named point of the system: around each edge of a transaction and each call to the outside. A test compares it with the code. */

const EDGES = {
  gateway: ['gateway.accept'],
  worker: ['worker.claim', 'worker.step', 'worker.record', 'worker.finish', 'worker.handback'],
  provider: ['worker.dispatch', 'worker.submitted', 'worker.review'],
  keeper: ['keeper.sweep', 'keeper.review'],
} as const;

/**
 * Not in the matrix: the keeper comes by them only at `resolveBy` of a review whose response was stored meanwhile and that no worker took, which the matrix's
 * workers always do. `apps/keeper/src/remembered.test.ts` brings it about. Nor what no customer of the matrix asks for: exports
 * (`apps/keeper/src/exports-killed.test.ts` kills a keeper there) and payments by card (`apps/gateway/src/process/payments.test.ts` a gateway).
 */
export const ELSEWHERE: readonly string[] = [
  'keeper.adopt.before',
  'keeper.adopt.after',
  'keeper.export.before',
  'keeper.export.after',
  'gateway.payment.after',
];

const around = (edges: readonly string[]): string[] => edges.flatMap((edge) => [`${edge}.before`, `${edge}.after`]);

/** Only reached where there is a worker for providers. */
const PAID_POINTS: readonly string[] = [...around(EDGES.provider), ...around(['keeper.review']), 'worker.sent.after'];

export const POINTS: readonly string[] = [
  ...around([...EDGES.gateway, ...EDGES.worker, ...EDGES.provider, ...EDGES.keeper]),
  'worker.sent.after',
];

export const pointsOf = ({ hasProvider }: { readonly hasProvider: boolean }): readonly string[] =>
  hasProvider ? POINTS : POINTS.filter((point) => !PAID_POINTS.includes(point));
