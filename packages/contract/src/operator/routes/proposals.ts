/** Money that waits for a second operator: above an amount of the configuration nobody gives it alone. */
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
    summary: 'Money that waits for a second operator',
    description: 'Of all projects, newest first, by pages.',
    successes: { 200: { description: 'A page of proposals.', schema: ProposalList } },
    errors: [],
  },
  confirmProposal: {
    ...decide,
    path: '/projects/{projectId}/proposals/{proposalId}/confirm',
    act: 'proposal.confirm',
    summary: 'Confirm what another operator proposed',
    description: 'Books it, if it still fits. By a platform operator other than the one who proposed it.',
    successes: { 200: { description: 'The balance after it.', schema: Booked } },
    errors: ['insufficient_balance', 'execution_not_found'],
  },
  declineProposal: {
    ...decide,
    path: '/projects/{projectId}/proposals/{proposalId}/decline',
    act: 'proposal.decline',
    summary: 'Decline what an operator proposed',
    description: 'It is never booked, and its reference is not used again. By any platform operator.',
    successes: { 200: { description: 'The proposal.', schema: Proposal } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
