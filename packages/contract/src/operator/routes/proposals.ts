/** Proposals: above a configured amount, a second operator must confirm that money is given. */
import { ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import { Booked, ProposalId } from '../schemas/money.ts';
import { DecisionRequest, Proposal, ProposalList, ProposalQuery } from '../schemas/proposal.ts';

const decide = {
  tag: 'Proposals',
  method: 'POST',
  params: { projectId: ProjectId, proposalId: ProposalId },
  access: { project: 'ADMIN' },
  body: { kind: 'json', optional: true, schema: DecisionRequest, example: { reason: 'agreed by telephone' } },
} as const;

export const proposalRoutes = {
  listProposals: {
    tag: 'Proposals',
    method: 'GET',
    access: 'platform',
    path: '/proposals',
    query: ProposalQuery,
    summary: 'List proposals',
    description:
      'Payments, credits, adjustments and refunds of all projects that wait for a second operator, newest first.',
    successes: { 200: { description: 'A page of proposals.', schema: ProposalList } },
    errors: [],
  },
  confirmProposal: {
    ...decide,
    path: '/projects/{projectId}/proposals/{proposalId}/confirm',
    act: 'proposal.confirm',
    summary: 'Confirm a proposal of another operator',
    description:
      'Books the amount if it is still valid. Only for a platform operator other than the one who proposed it.',
    successes: { 200: { description: 'The balance after the change.', schema: Booked } },
    errors: ['insufficient_balance', 'execution_not_found'],
  },
  declineProposal: {
    ...decide,
    path: '/projects/{projectId}/proposals/{proposalId}/decline',
    act: 'proposal.decline',
    summary: 'Decline a proposal',
    description: 'The amount is never booked, and its reference cannot be used again. For any platform operator.',
    successes: { 200: { description: 'The proposal.', schema: Proposal } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
