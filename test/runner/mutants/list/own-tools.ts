/** An own tool is sold in the version that is active, at the price of its manifest, and changes no other quote. */
import type { Mutant } from '../mutant.ts';

const CATALOG = 'packages/catalog/src';
const QUOTES = [`${CATALOG}/own/own-tools.test.ts`] as const;
const ACCEPTS = ['apps/gateway/src/accept/own-tools.test.ts'] as const;
const GATEWAYS = ['apps/gateway/src/process/own-tools.test.ts'] as const;

export const ownToolMutants: readonly Mutant[] = [
  {
    name: 'a gateway that is late sells a version that is no longer active',
    threat: 'I12',
    file: 'prisma/functions/executions/execution_accept_quoted.sql',
    defence: 'IF EXISTS (SELECT FROM tool_misfits(p_requests)) THEN',
    without: 'IF false THEN',
    tests: ACCEPTS,
    titles: ['a version is accepted only while it is active, alone and in a batch'],
  },
  {
    name: 'an outdated version is accepted where it is decided beside others',
    threat: 'I12',
    file: 'prisma/functions/executions/execution_decide_capped.sql',
    defence: "coalesce(item.project_id || ' ' || item.version = ANY (outdated), false)",
    without: 'false',
    tests: ACCEPTS,
    titles: ['an outdated request takes nothing from the requests that are accepted with it'],
  },
  {
    name: 'a batch does not say which own tools its items use',
    threat: 'I12',
    file: 'prisma/functions/batches/batch_accept.sql',
    defence: 'IF base_version IS NOT NULL THEN',
    without: 'IF false THEN',
    tests: ACCEPTS,
    titles: ['a batch with one outdated item is not accepted'],
  },
  {
    name: 'a retired tool is accepted',
    threat: 'I12',
    file: 'prisma/functions/tools/tool_misfits.sql',
    defence: 't.active_version = used.version AND t.retired_at IS NULL',
    without: 'coalesce(t.active_version = used.version, true)',
    tests: ACCEPTS,
    titles: ['a retired tool is not accepted by a gateway that still offers it'],
  },
  {
    name: 'a price of last week is accepted because an own tool is used',
    threat: 'I12',
    file: 'prisma/functions/executions/execution_accept_quoted.sql',
    defence: 'coalesce(r.base_price_version, r.price_version)',
    without: "coalesce(r.base_price_version || '!', r.price_version)",
    tests: ACCEPTS,
    titles: ['the version of table and terms must be in force as well'],
  },
  {
    name: 'publishing a tool refuses the open quotes of built-in tools',
    threat: 'I12',
    file: `${CATALOG}/catalog.ts`,
    defence: 'basePriceVersion: version,',
    without: 'basePriceVersion: priceVersion,',
    tests: [`${CATALOG}/own/version.test.ts`],
    titles: ['is that of the price table for built-in tools, whatever is published'],
  },
  {
    name: 'a quote of an own tool does not say which version it was of',
    threat: 'I12',
    file: `${CATALOG}/quote.ts`,
    defence: 'ownVersionOf(basePriceVersion, ownTools)',
    without: 'basePriceVersion',
    tests: GATEWAYS,
    titles: ['a quote of another tool stays valid when a tool is published; an old quote of the tool itself does not'],
  },
  {
    name: 'the quoted units are not those of the rule',
    threat: 'I12',
    file: `${CATALOG}/own/tool.ts`,
    defence: 'const unitsMax = Number(units);',
    without: 'const unitsMax = Number(units) + 1;',
    tests: QUOTES,
    titles: ['quotes the units of its rule, whatever the picture'],
  },
  {
    name: 'a test project reaches the live runner',
    threat: 'I10',
    file: `${CATALOG}/providers/provider.ts`,
    defence: "${isTest ? SIMULATED : ''}",
    without: "${isTest ? '' : ''}",
    tests: QUOTES,
    titles: ['names another entry for test projects, which never leads to the live runner'],
  },
  {
    name: 'a retired tool stays on offer',
    threat: 'I12',
    file: 'apps/gateway/src/process/tool-watch.ts',
    defence: 'byName.delete(name);',
    without: '',
    tests: GATEWAYS,
    titles: ['a retired tool is refused; its executions stay readable, and their replays return them'],
  },
  {
    name: 'one stored manifest that cannot be read hides every change of tools',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/process/tool-watch.ts',
    defence: 'return problem(error instanceof Error ? error.message : String(error));',
    without: 'throw error;',
    tests: GATEWAYS,
    titles: ['a manifest that this release cannot offer leaves all other tools on offer'],
  },
];
