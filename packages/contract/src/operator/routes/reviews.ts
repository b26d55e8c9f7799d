/** The queue of reviews, and ending one by an operator's word. */
import { ExecutionId, ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import { OpenReview, OpenReviewList, ResolvedReview, ResolveReviewRequest, ReviewQuery } from '../schemas/review.ts';

const ofReview = {
  tag: 'Reviews',
  access: 'platform',
  params: { projectId: ProjectId, executionId: ExecutionId },
} as const;

export const reviewRoutes = {
  listReviews: {
    method: 'GET',
    path: '/reviews',
    tag: 'Reviews',
    access: 'platform',
    query: ReviewQuery,
    summary: 'Executions under review',
    description:
      'Of all projects: what was asked of which provider, when it is looked at next, and by when it ends by itself.',
    successes: { 200: { description: 'A page of reviews.', schema: OpenReviewList } },
    errors: [],
  },
  getReview: {
    ...ofReview,
    method: 'GET',
    path: '/projects/{projectId}/reviews/{executionId}',
    summary: 'One review',
    description: 'Everything that is known of the call.',
    successes: { 200: { description: 'The review.', schema: OpenReview } },
    errors: [],
  },
  resolveReview: {
    ...ofReview,
    method: 'POST',
    path: '/projects/{projectId}/reviews/{executionId}/resolve',
    act: 'review.resolve',
    summary: 'End a review',
    description:
      'With a cost that was verified with the provider, or in the favour of the customer. Evidence that comes at the same moment and this word cannot both end it. The execution has failed then, and steps that are done are charged at their cost.',
    body: {
      kind: 'json',
      schema: ResolveReviewRequest,
      example: {
        resolution: 'verified_cost',
        verifiedCostMicros: 40_000,
        reason: 'invoice 4711 of the provider lists the call',
      },
    },
    successes: { 200: { description: 'How it ended.', schema: ResolvedReview } },
    errors: ['review_not_open', 'review_has_evidence'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
