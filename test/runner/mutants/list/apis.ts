/** HTTP APIs as runners: keys stay with their hosts, arguments in their places, and nothing open is taken for an end. */
import type { Mutant } from '../mutant.ts';

const APP = 'apps/worker-provider/src';
const API = `${APP}/adapters/openapi`;
const adapter = [`${API}/adapter.test.ts`] as const;
const MCP = `${APP}/adapters/mcp`;
const mcp = [`${MCP}/adapter.test.ts`] as const;
const lookUp = [`${API}/look-up.test.ts`] as const;

export const apiMutants: readonly Mutant[] = [
  {
    name: 'the key of an API is sent to any host',
    threat: 'SSRF',
    file: 'packages/tools/src/runners/api-keys.ts',
    defence: "hosts.includes(ofHost?.toLowerCase() ?? '')",
    without: 'hosts.length >= 0',
    tests: ['packages/tools/src/runners/api-keys.test.ts'],
    titles: ['%s gets no key of another host'],
  },
  {
    name: 'an argument leads to another path of an API',
    threat: 'SSRF',
    file: `${API}/request.ts`,
    defence: "['', '.', '..'].includes(text)",
    without: "['', '.', '...'].includes(text)",
    tests: [`${API}/request.test.ts`],
    titles: ['the argument %j makes no path, so the call is refused before it is sent'],
  },
  {
    name: 'the name of a call leads to another path of an API',
    threat: 'SSRF',
    file: `${API}/adapter.ts`,
    defence: "typeof text === 'string' && REF.test(text)",
    without: "typeof text === 'string' && text !== ''",
    tests: adapter,
    titles: ['a call whose name is that of %j has no usable name, so its outcome is open'],
  },
  {
    name: 'the state of another call is believed',
    threat: 'I10',
    file: `${API}/adapter.ts`,
    defence: 'named !== null && named !== ref',
    without: 'named !== null && named === null',
    tests: lookUp,
    titles: ['%s proves nothing about the call'],
  },
  {
    name: 'each API is sent a call again whose response was lost',
    threat: 'I4',
    file: `${API}/adapter.ts`,
    defence: 'idempotency: idempotencyHeader !== undefined,',
    without: 'idempotency: true,',
    tests: [`${APP}/packs.test.ts`],
    titles: ['%s: a lost response begins no second work'],
  },
  {
    name: 'a negative cost of an API is silently nothing',
    threat: 'I3',
    file: `${API}/response.ts`,
    defence: 'if (amount === null) findings(\'"cost"',
    without: 'if (amount === undefined) findings(\'"cost"',
    tests: adapter,
    titles: ['the stated cost %s is read digit by digit, or counts as not stated with a finding'],
  },
  {
    name: 'a call of an MCP tool that may have arrived is taken for one that was not sent',
    threat: 'I4',
    file: `${MCP}/tool-call.ts`,
    defence: 'seen.wasSent ||= isCall;',
    without: 'seen.wasSent &&= isCall;',
    tests: mcp,
    titles: ['%s to the call: the call is never repeated'],
  },
  {
    name: 'an error inside of an MCP server is taken for a refusal',
    threat: 'I4',
    file: `${MCP}/tool-call.ts`,
    defence: "['-32600', '-32601', '-32602']",
    without: "['-32600', '-32601', '-3260']",
    tests: mcp,
    titles: ['%s to the call: the call is never repeated'],
  },
  {
    name: 'a stated cost of an MCP tool that is no amount is silently nothing',
    threat: 'I3',
    file: `${MCP}/adapter.ts`,
    defence: 'if (amount === null) findings(\'"cost"',
    without: 'if (amount === undefined) findings(\'"cost"',
    tests: mcp,
    titles: ['a cost of %s is read digit by digit, or counts as not stated with a finding'],
  },
];
