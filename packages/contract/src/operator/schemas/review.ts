/** Reviews: paid calls of which nobody can tell what they did. */
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
} from '../../schemas/primitives.ts';
import { PAGE_MAX, pageQuery } from './page.ts';

const Text = Type.String({ maxLength: 500 });

export const OpenReview = Type.Object(
  {
    projectId: ProjectId,
    executionId: ExecutionId,
    tool: ToolName,
    model: nullable(ModelName),
    step: int32(0, { description: 'Index of the step whose call has an unknown outcome.' }),
    reason: Type.String({ maxLength: 100, description: 'Why nobody knows.' }),
    since: Timestamp,
    exposureMicros: { ...MicrosJson, description: 'The most that the call may have cost.' },
    heldMicros: { ...MicrosJson, description: 'What is held for the execution.' },
    resolveBy: { ...Timestamp, description: "When it ends by itself, in the customer's favour." },
    nextLookupAt: { ...Timestamp, description: 'When its provider is asked next.' },
    lookups: Count,
    cancelRequested: Type.Boolean(),
    hasStoredResponse: Type.Boolean({
      description: 'A response of the provider is stored and waits for a worker: it decides, and nobody else can.',
    }),
    asked: Type.Object(
      {
        provider: Text,
        model: Text,
        operation: Text,
        parameters: JsonObject,
        token: nullable({ ...Text, description: 'Sent with the call, so that its provider can find it.' }),
        ref: nullable({ ...Text, description: "The provider's name of the call." }),
        dispatchedAt: nullable(Timestamp),
      },
      closed,
    ),
    proven: list(Type.Object({ step: int32(0), costMicros: nullable(MicrosJson) }, closed), 20),
  },
  named('OpenReview', 'A paid call without a known outcome, and all that is known of it.'),
);
/** A place and no id: a review that ends between two pages is no place any more. */
const Place = Type.String({
  pattern: '^[0-9]{1,13}\\.exe_[0-9a-z]{26}$',
  maxLength: 44,
  description: 'Where a page ended, as its `nextBefore` says; those that end later follow.',
});
export const OpenReviewList = Type.Object(
  { reviews: list(OpenReview, PAGE_MAX), nextBefore: nullable(Place) },
  named('OpenReviewList', 'Those that end first come first.'),
);
export const ReviewQuery = pageQuery(Place);

export const ResolveReviewRequest = Type.Object(
  {
    resolution: oneOf(
      'ReviewResolution',
      ['verified_cost', 'customer_favour'],
      "Charge what the provider took, or nothing for this call: the rest is the platform's loss.",
    ),
    verifiedCostMicros: Type.Optional({
      ...MicrosJson,
      description: 'Of `verified_cost`: with all else at most the hold.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'How it was verified, for the audit log.' }),
  },
  named('ResolveReviewRequest', 'How a review ends.'),
);
export const ResolvedReview = Type.Object(
  {
    executionId: ExecutionId,
    status: Type.Literal('failed', { type: 'string' }),
    chargedMicros: MicrosJson,
    releasedMicros: MicrosJson,
  },
  named('ResolvedReview', 'The execution after it: no retry follows, and what was not charged is available again.'),
);
