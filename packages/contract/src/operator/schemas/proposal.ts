/** Proposals: money that a second operator must confirm. */
import { Type } from 'typebox';
import {
  ExecutionId,
  MicrosJson,
  ProjectId,
  Timestamp,
  closed,
  list,
  named,
  nullable,
  oneOf,
} from '../../schemas/primitives.ts';
import { ProposalId, Why } from './money.ts';
import { PAGE_MAX, pageQuery } from './page.ts';

export const Proposal = Type.Object(
  {
    id: ProposalId,
    projectId: ProjectId,
    kind: oneOf('FundingKind', ['top_up', 'credit', 'adjustment', 'refund'], 'The booking that it becomes.'),
    amountMicros: MicrosJson,
    reference: Type.String({ maxLength: 200 }),
    executionId: nullable(ExecutionId),
    reason: nullable(Type.String({ maxLength: 500 })),
    proposedBy: Type.String({
      maxLength: 500,
      description: 'The `sub` of the proposing operator, who cannot confirm the proposal.',
    }),
    proposedAt: Timestamp,
    outcome: nullable(oneOf('ProposalOutcome', ['confirmed', 'declined'], 'The decision; null while it is open.')),
  },
  named('Proposal', 'A booking that one operator proposed and another must confirm.'),
);
export const ProposalQuery = pageQuery(ProposalId);
export const ProposalList = Type.Object(
  { proposals: list(Proposal, PAGE_MAX), nextBefore: nullable(ProposalId) },
  named('ProposalList', 'Open proposals, newest first.'),
);
export const DecisionRequest = Type.Object({ reason: Type.Optional(Why) }, closed);
