/** Proposals that wait for a second operator, and their decision. The database also refuses a confirmation by the proposer. */
import { AppError, invalidRequest, notFound, PAGE_DEFAULT } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import { decideProposal, findProposal, type Proposal } from '@farebox/ledger';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Caller, Read } from '../endpoint.ts';
import { bookNow, mustBeOperator } from '../funding.ts';

export const listProposals =
  ({ proposals }: Pick<OperatorDependencies, 'proposals'>): Read<'listProposals'> =>
  async ({ query: { before, limit = PAGE_DEFAULT } }) => {
    // One more row than the page shows if there are older ones.
    const found = await proposals.readProposals({ before, limit: limit + 1 });
    const shown = found.slice(0, limit).map(wireProposal);
    return { proposals: shown, nextBefore: found.length > limit ? (shown.at(-1)?.id ?? null) : null };
  };

export const confirmProposal: Act<'confirmProposal'> = async (transaction, { caller, params }) => {
  const proposal = await waiting(transaction, { ...params, caller });
  if (proposal.proposedBy === caller.subject) {
    const reason = 'who proposed it cannot confirm it';
    throw new AppError('project_permission_required', { details: { reason } });
  }
  const { data, entry } = await bookNow(transaction, proposal);
  await decideProposal(transaction, proposal, { by: caller.subject, outcome: 'confirmed' });
  const after = { ...entry?.after, proposalId: proposal.id, proposedBy: proposal.proposedBy };
  return { data, entry: { target: proposal.id, before: entry?.before ?? null, after } };
};

export const declineProposal: Act<'declineProposal'> = async (transaction, { caller, params }) => {
  const proposal = await waiting(transaction, { ...params, caller });
  await decideProposal(transaction, proposal, { by: caller.subject, outcome: 'declined' });
  const data = wireProposal({ ...proposal, outcome: 'declined' });
  return { data, entry: { target: proposal.id, before: wireProposal(proposal), after: data } };
};

interface Asked {
  readonly projectId: string;
  readonly proposalId: string;
  readonly caller: Caller;
}

async function waiting(transaction: Transaction, { projectId, proposalId, caller }: Asked): Promise<Proposal> {
  const proposal = await findProposal(transaction, { projectId, id: proposalId });
  if (proposal === null) throw notFound('proposal');
  mustBeOperator(caller);
  if (proposal.outcome !== null) throw invalidRequest({ '': `it was ${proposal.outcome}` });
  return proposal;
}

const wireProposal = ({ amountMicros, proposedAt, ...proposal }: Proposal) => ({
  ...proposal,
  amountMicros: Number(amountMicros),
  proposedAt: proposedAt.toISOString(),
});
