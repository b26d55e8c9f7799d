/** Money that waits for a second operator. */
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
    kind: oneOf('FundingKind', ['top_up', 'credit', 'adjustment', 'refund'], 'What it becomes.'),
    amountMicros: MicrosJson,
    reference: Type.String({ maxLength: 200 }),
    executionId: nullable(ExecutionId),
    reason: nullable(Type.String({ maxLength: 500 })),
    proposedBy: Type.String({ maxLength: 500, description: 'The subject of the operator, who cannot confirm it.' }),
    proposedAt: Timestamp,
    outcome: nullable(oneOf('ProposalOutcome', ['confirmed', 'declined'], 'What became of it.')),
  },
  named('Proposal', 'Money that one operator wants to give.'),
);
export const ProposalQuery = pageQuery(ProposalId);
export const ProposalList = Type.Object(
  { proposals: list(Proposal, PAGE_MAX), nextBefore: nullable(ProposalId) },
  named('ProposalList', 'What waits for a second operator, newest first.'),
);
export const DecisionRequest = Type.Object({ reason: Type.Optional(Why) }, closed);
