/** A free, binding quote. It writes nothing; `blockers` says what would refuse the execution at this moment. */
import { type Blocker, type Quote as WireQuote, roleAllows } from '@tollgate/contract';
import { spendingBlockers } from '@tollgate/ledger';
import { microsToJson } from '@tollgate/kernel';
import type { Identity } from '@tollgate/identity';
import type { Dependencies } from '../call/dependencies.ts';
import type { Handler } from '../call/endpoint.ts';
import { executesNow } from '../accept/platform-switch.ts';
import { quoteFor, type RequestQuote } from '../accept/quoting.ts';
import { checkedBody } from '../call/validation.ts';

type Needs = Pick<Dependencies, 'offers' | 'circuits' | 'executionEnabled' | 'files' | 'templates' | 'usage'>;

export const createQuote =
  (needs: Needs): Handler<'createQuote'> =>
  async ({ identity, body }) => {
    const request = checkedBody('createQuote', body);
    const { id: projectId } = identity.project;
    const catalog = await needs.offers.catalogOf(identity.project);
    const quote = await quoteFor({ ...needs, catalog }, { ...request, projectId });
    return { status: 200, data: wireQuote(quote, await blockersOf(needs, identity, quote)) };
  };

/** Every gate that would refuse the execution now, in the order in which it would meet them. */
async function blockersOf(needs: Needs, identity: Identity, quote: RequestQuote): Promise<Blocker[]> {
  const { key, member, project } = identity;
  const blockers: Blocker[] = [];
  if (!key.scopes.includes('tools:execute')) blockers.push('platform_api_key_scope_required');
  if (!roleAllows('tools:execute', { role: member.role, projectEnabled: project.executionEnabled })) {
    blockers.push('project_permission_required');
  }
  if (!quote.availability.available) blockers.push('tool_unavailable');
  else if (await needs.circuits.anyOpen(quote.providers)) blockers.push('tool_temporarily_unavailable');
  if (!executesNow(needs, identity)) blockers.push('execution_disabled');
  return [...blockers, ...spendingBlockers(await needs.usage(project.id, key.lineage), quote.maximumMicros)];
}

function wireQuote(quote: RequestQuote, blockers: Blocker[]): WireQuote {
  return {
    tool: quote.tool,
    model: quote.model,
    priceVersion: quote.quotedVersion,
    currency: 'USD',
    minimumChargeMicros: microsToJson(quote.minimumMicros),
    maximumChargeMicros: microsToJson(quote.maximumMicros),
    breakdown: quote.breakdown.map((line) => ({
      description: line.description,
      unit: line.unit,
      quantity: line.quantity,
      amountMicros: microsToJson(line.amountMicros),
      unitPriceMicros: microsToJson(line.unitPriceMicros),
    })),
    blockers,
  };
}
