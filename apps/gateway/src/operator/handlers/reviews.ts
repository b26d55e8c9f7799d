/**
 * Reviews: list, details, and ending one. A stored response is evidence, and an operator cannot end a review that has
 * evidence.
 */
import { AppError, invalidRequest, notFound, PAGE_DEFAULT } from '@farebox/contract';
import { endReview, findReview, type OpenReview, type ReviewPosition } from '@farebox/executions';
import type { Transaction } from '@farebox/db';
import { callResultKey } from '@farebox/files';
import { type Micros, micros, microsToJson, subMicros } from '@farebox/kernel';
import type { Manifest } from '@farebox/manifest';
import { findToolVersion } from '@farebox/tools';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, ActThen, OperatorRequest, Read } from '../endpoint.ts';

type Needs = Pick<OperatorDependencies, 'artifacts' | 'reviews'>;

export const listReviews =
  (needs: Needs): Read<'listReviews'> =>
  async ({ query: { before, limit = PAGE_DEFAULT } }) => {
    const after = before === undefined ? undefined : positionFrom(before);
    const found = await needs.reviews.listReviews({ after, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const reviews = await Promise.all(shown.map((each) => wireReview(needs, each)));
    return { reviews, nextBefore: last === undefined ? null : wirePosition(last) };
  };

const wirePosition = ({ resolveBy, executionId }: ReviewPosition): string => `${resolveBy.getTime()}.${executionId}`;

function positionFrom(text: string): ReviewPosition {
  const [instant, executionId = ''] = text.split('.');
  return { resolveBy: new Date(Number(instant)), executionId };
}

export const getReview =
  (needs: Needs): Read<'getReview'> =>
  async ({ params }) => {
    const found = await needs.reviews.findReview(params);
    if (found === null) throw notFound('review');
    return wireReview(needs, found);
  };

export const resolveReview = (
  needs: Pick<Needs, 'artifacts'> & Pick<OperatorDependencies, 'follow'>,
): ActThen<'resolveReview'> => ({
  act: resolve(needs),
  afterwards: async (data, { params: { projectId, executionId } }) => {
    const { status, chargedMicros } = data as { readonly status: string; readonly chargedMicros: number };
    needs.follow('execution ended', { projectId, executionId, status, reason: 'review_resolved', chargedMicros });
    return data;
  },
});

const resolve =
  (needs: Pick<Needs, 'artifacts'>): Act<'resolveReview'> =>
  async (transaction, { params, body }) => {
    const verifiedCostMicros = costOf(body);
    const found = await findReview(transaction, params);
    if (found === null) throw notFound('review');
    const before = await wireReview(needs, found);
    if (before.hasStoredResponse) throw new AppError('review_has_evidence');
    const isCharged = await chargesFailure(transaction, found);
    const ended = await endReview(transaction, { ...params, verifiedCostMicros, isCharged });
    if (ended.kind === 'above_hold') throw invalidRequest({ '/verifiedCostMicros': 'is above what is held' });
    if (ended.kind !== 'ended') throw new AppError('review_not_open');
    const { chargedMicros } = ended.charge;
    const data = {
      executionId: params.executionId,
      status: 'failed',
      chargedMicros: microsToJson(chargedMicros),
      releasedMicros: microsToJson(subMicros(found.heldMicros, chargedMicros)),
    };
    const { reason: _, ...decision } = body;
    const after = { ...data, ...decision };
    return { data, entry: { target: params.executionId, before: withoutContent(before), after } };
  };

/** A failed run of a team's tool is free if its manifest says so, and the catalog has told the customer. */
async function chargesFailure(
  transaction: Transaction,
  { asked: { operation, parameters } }: OpenReview,
): Promise<boolean> {
  if (operation !== 'run-tool') return true;
  const version = await findToolVersion(transaction, String(parameters['tool']), Number(parameters['version']));
  const { price } = JSON.parse(version?.manifest ?? '{}') as Partial<Manifest>;
  return price?.onFailure === 'stated';
}

type Resolution = OperatorRequest<'resolveReview'>['body'];

function costOf({ resolution, verifiedCostMicros }: Resolution): Micros | null {
  const isVerified = resolution === 'verified_cost';
  if (isVerified && verifiedCostMicros === undefined)
    throw invalidRequest({ '/verifiedCostMicros': 'is required for verified_cost' });
  if (!isVerified && verifiedCostMicros !== undefined)
    throw invalidRequest({ '/verifiedCostMicros': 'stands for verified_cost only' });
  return verifiedCostMicros === undefined ? null : micros(BigInt(verifiedCostMicros));
}

async function wireReview({ artifacts }: Pick<Needs, 'artifacts'>, review: OpenReview) {
  const { asked, since, resolveBy, nextLookupAt, exposureMicros, heldMicros, proven, ...rest } = review;
  const key = callResultKey({ projectId: review.projectId, executionId: review.executionId, step: review.step });
  return {
    ...rest,
    since,
    exposureMicros: microsToJson(exposureMicros),
    heldMicros: microsToJson(heldMicros),
    resolveBy: resolveBy.toISOString(),
    nextLookupAt: nextLookupAt.toISOString(),
    hasStoredResponse: (await artifacts.stat(key)) !== null,
    asked: { ...asked, dispatchedAt: asked.dispatchedAt?.toISOString() ?? null },
    proven: proven.map(({ step, costMicros }) => ({
      step,
      costMicros: costMicros === null ? null : microsToJson(costMicros),
    })),
  };
}

/** Leaves out the customer's input, such as a prompt, because the audit log is kept forever. */
function withoutContent({ asked: { parameters: _, ...asked }, ...review }: Awaited<ReturnType<typeof wireReview>>) {
  return { ...review, asked };
}
