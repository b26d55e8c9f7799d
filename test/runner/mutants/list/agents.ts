/** Defences against an agent that spends the money of others. */
import type { Mutant } from '../mutant.ts';

const PAYING = 'packages/mcp/src/tools/paying.ts';
const TESTS = ['packages/mcp/src/paying.test.ts'] as const;
const TASKS = ['packages/mcp/src/tasks/tasks.test.ts'] as const;

export const agentMutants: readonly Mutant[] = [
  {
    name: 'a model pays more than the ceiling that it agreed to',
    threat: 'I3',
    file: PAYING,
    defence: 'if (maximumChargeMicros > maxChargeMicros)',
    without: 'if (false)',
    tests: TESTS,
    titles: ['%s is refused before anything is sent'],
  },
  {
    name: 'a quote that is executed again is paid again',
    threat: 'I5',
    file: 'packages/mcp/src/quote-id.ts',
    defence: "`mcp_${hash('sha256', quoteId)}`",
    without: "`mcp_${hash('sha256', quoteId + String(randomBytes(8)))}`",
    tests: TESTS,
    titles: ['a quote is one paid request, whatever the order of its arguments; two quotes are two'],
  },
  {
    name: 'a quote is paid for what was not quoted',
    threat: 'I3',
    file: PAYING,
    defence: 'if (!quoted.isFor(tool, args))',
    without: 'if (false)',
    tests: TESTS,
    titles: ['%s is refused before anything is sent'],
  },
  {
    name: 'a model spends more than its session may',
    threat: 'I3',
    file: 'packages/mcp/src/spend-limit.ts',
    defence: 'if (maximumMicros > remaining()) return false;',
    without: '',
    tests: TESTS,
    titles: ['a budget counts open holds, returns the unused rest, and is never exceeded by any order of calls'],
  },
  {
    name: 'a budget forgets what may have been accepted',
    threat: 'I3',
    file: 'packages/mcp/src/spend-limit.ts',
    defence: 'if (entry.sendings === 0 && !entry.isKept)',
    without: 'if (entry.sendings === 0)',
    tests: TESTS,
    titles: ['a budget keeps the amount of an unknown outcome, and returns the amount of a refused request'],
  },
  {
    name: 'a host that follows no tasks is answered one, and never sees what it paid for',
    threat: 'I11',
    file: PAYING,
    defence: 'if (followsTasks && !hasEnded(latest))',
    without: 'if (!hasEnded(latest))',
    tests: TASKS,
    titles: ['a host that does not declare task support gets ordinary results, and its task requests are refused'],
  },
  {
    name: 'a host reads tasks that has not said it follows any',
    threat: 'fail-open auth, missing scope',
    file: 'packages/mcp/src/tasks/requests.ts',
    defence: 'if (!session.followsTasks)',
    without: 'if (false)',
    tests: TASKS,
    titles: ['a host that does not declare task support gets ordinary results, and its task requests are refused'],
  },
  {
    name: 'an agent uploads any file of the machine',
    threat: 'leaks',
    file: 'packages/mcp/src/tools/upload-path.ts',
    defence: 'root !== null && realPath.startsWith(root === sep ? sep : root + sep)',
    without: 'root !== null',
    tests: ['packages/mcp/src/upload-path.test.ts'],
    titles: ['%s is refused'],
  },
  {
    name: 'an agent calls an endpoint without its scope',
    threat: 'fail-open auth, missing scope',
    file: 'apps/gateway/src/mcp/in-process.ts',
    defence: 'authorize(scope, identity);',
    without: '',
    tests: ['apps/gateway/src/mcp/in-process.test.ts'],
    titles: ['a key without the scope of an endpoint cannot reach it through a tool'],
  },
  {
    name: 'calls of one message are not counted',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/mcp/in-process.ts',
    defence: 'if (!isCounted) await count();',
    without: '',
    tests: ['apps/gateway/src/mcp/in-process.test.ts'],
    titles: ['the request counts for its first call; each further call counts too and is refused above the limit'],
  },
];
