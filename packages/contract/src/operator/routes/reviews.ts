/** The queue of open reviews, and an operator's decision of one. */
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
    summary: 'List executions under review',
    description:
      'Open reviews of all projects: the provider call, the time of the next lookup, and the time at which the review ends without evidence.',
    successes: { 200: { description: 'A page of reviews.', schema: OpenReviewList } },
    errors: [],
  },
  getReview: {
    ...ofReview,
    method: 'GET',
    path: '/projects/{projectId}/reviews/{executionId}',
    summary: 'Read a review',
    description: 'Returns everything that is known about the provider call.',
    successes: { 200: { description: 'The review.', schema: OpenReview } },
    errors: [],
  },
  resolveReview: {
    ...ofReview,
    method: 'POST',
    path: '/projects/{projectId}/reviews/{executionId}/resolve',
    act: 'review.resolve',
    summary: 'Resolve a review',
    description:
      'Ends the review with a cost that was verified with the provider, or in favour of the customer. If evidence arrives at the same time, only one of the two decides. The execution then is `failed`, and completed steps are charged at their cost.',
    body: {
      kind: 'json',
      schema: ResolveReviewRequest,
      example: {
        resolution: 'verified_cost',
        verifiedCostMicros: 40_000,
        reason: 'invoice 4711 of the provider lists the call',
      },
    },
    successes: { 200: { description: 'The execution after the review.', schema: ResolvedReview } },
    errors: ['review_not_open', 'review_has_evidence'],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
