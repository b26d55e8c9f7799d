/** Reviews: paid provider calls with an unknown outcome. */
import { Type } from 'typebox';
import {
  Count,
  ExecutionId,
  JsonObject,
  MicrosJson,
  ModelName,
  ProjectId,
  Timestamp,
  ToolName,
  closed,
  int32,
  list,
  named,
  nullable,
  oneOf,
  shownText,
} from '../../schemas/primitives.ts';
import { PAGE_MAX, pageQuery } from './page.ts';

const Text = Type.String({ maxLength: 500 });

export const OpenReview = Type.Object(
  {
    projectId: ProjectId,
    executionId: ExecutionId,
    tool: ToolName,
    model: nullable(ModelName),
    step: int32(0, { description: 'The index of the step whose provider call has an unknown outcome.' }),
    reason: Type.String({ maxLength: 100, description: 'Why the outcome is not known.' }),
    since: Timestamp,
    exposureMicros: { ...MicrosJson, description: 'The most that the provider call may have cost.' },
    heldMicros: { ...MicrosJson, description: 'The amount on hold for the execution.' },
    resolveBy: {
      ...Timestamp,
      description: 'When the review ends in favour of the customer, if nothing decides it before.',
    },
    nextLookupAt: { ...Timestamp, description: 'When the provider is asked next.' },
    lookups: Count,
    cancelRequested: Type.Boolean(),
    hasStoredResponse: Type.Boolean({
      description: 'A stored provider response waits for a worker. Only this response can decide the review.',
    }),
    asked: Type.Object(
      {
        provider: Text,
        model: Text,
        operation: Text,
        parameters: JsonObject,
        token: nullable({
          ...Text,
          description: 'A token that was sent with the call, so that the provider can find it.',
        }),
        ref: nullable({ ...Text, description: "The provider's id of the call." }),
        dispatchedAt: nullable(Timestamp),
      },
      closed,
    ),
    proven: list(Type.Object({ step: int32(0), costMicros: nullable(MicrosJson) }, closed), 20),
  },
  named('OpenReview', 'A paid provider call with an unknown outcome, and everything that is known about it.'),
);
/** A cursor by position, because a review that ends between two pages has no id to continue from. */
const Cursor = Type.String({
  pattern: '^[0-9]{1,13}\\.exe_[0-9a-z]{26}$',
  maxLength: 44,
  description: 'The `nextBefore` of the page before. The page begins with the next review to end.',
});
export const OpenReviewList = Type.Object(
  { reviews: list(OpenReview, PAGE_MAX), nextBefore: nullable(Cursor) },
  named('OpenReviewList', 'Open reviews; those with the earliest `resolveBy` first.'),
);
export const ReviewQuery = pageQuery(Cursor);

export const ResolveReviewRequest = Type.Object(
  {
    resolution: oneOf(
      'ReviewResolution',
      ['verified_cost', 'customer_favour'],
      '`verified_cost`: charge the cost that the provider confirmed, or only record it if failed runs of the tool are free. `customer_favour`: charge nothing for this provider call; the platform bears its cost.',
    ),
    verifiedCostMicros: Type.Optional({
      ...MicrosJson,
      description: 'Required for `verified_cost`. Together with all other costs at most the amount on hold.',
    }),
    reason: shownText(500, 'How the decision was verified, for the audit log.'),
  },
  named('ResolveReviewRequest', 'The decision of a review.'),
);
export const ResolvedReview = Type.Object(
  {
    executionId: ExecutionId,
    status: Type.Literal('failed', { type: 'string' }),
    chargedMicros: MicrosJson,
    releasedMicros: MicrosJson,
  },
  named('ResolvedReview', 'The execution after the review. It is not retried, and the rest of its hold is released.'),
);
