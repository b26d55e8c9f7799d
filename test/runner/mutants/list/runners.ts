/** Calls of own tools: only signed responses of the right runner count, within what was bought. */
import type { Mutant } from '../mutant.ts';

const APP = 'apps/worker-provider/src';
const tests = [`${APP}/runners.test.ts`] as const;
const money = [`${APP}/runner-money.test.ts`] as const;
const RUNNERS = 'packages/tools/src/runners';
const egress = [`${RUNNERS}/guard-runner.test.ts`] as const;

export const runnerMutants: readonly Mutant[] = [
  {
    name: 'the late cost of a failure that is not billed is on record',
    threat: 'I3',
    file: `${APP}/invoices.ts`,
    defence: "reply.kind === 'failed' && reply.billed === 'none'",
    without: "reply.kind === 'failed' && reply.cost === null",
    tests: [`${APP}/invoices.test.ts`],
    titles: ['the late cost of %s is on record as it is owed'],
  },
  {
    name: 'an unsigned response of a runner is believed',
    threat: 'I4',
    file: `${APP}/adapters/runner/runner-api.ts`,
    defence: 'if (!verified.ok) throw',
    without: 'if (!verified.ok && body.length > 1e9) throw',
    tests,
    titles: ['a response that is %s is never a result: the outcome stays open'],
  },
  {
    name: 'a redirect of a runner is its response',
    threat: 'SSRF',
    file: `${APP}/adapters/runner/runner-api.ts`,
    defence: 'if (status >= 300 && status < 400) throw',
    without: 'if (status === 0) throw',
    tests,
    titles: ['a response that is %s is never a result: the outcome stays open'],
  },
  {
    name: 'the units that a runner states are charged, however many',
    threat: 'I12',
    file: `${APP}/runners/result-of.ts`,
    defence: 'quotedUnits: BigInt(unitsMax),',
    without: 'quotedUnits: 1_000_000n,',
    tests: money,
    titles: ['units above the bought ones are charged as those, and are a finding'],
  },
  {
    name: 'a failure costs what the runner states, although the manifest says that it costs nothing',
    threat: 'I3',
    file: `${APP}/call/endings.ts`,
    defence: 'chargesFailures || ended.costMicros === undefined ?',
    without: 'chargesFailures || ended.costMicros !== undefined ?',
    tests: money,
    titles: ['a failure for %s is told as %s, and costs nothing by default'],
  },
  {
    name: 'a run that nobody got costs what its runner states after a cancel, although the manifest says that it costs nothing',
    threat: 'I3',
    file: `${APP}/call/endings.ts`,
    defence: "stop === 'cancel' ? unlessFree(run, await replied(run, reply, 'all')) :",
    without: "stop === 'cancel' ? await replied(run, reply, 'all') :",
    tests: money,
    titles: ['onFailure: %s, a run with a file that cannot be downloaded costs %s after a cancel'],
  },
  {
    name: 'the live runner works for test projects',
    threat: 'I10',
    file: `${APP}/runners/entries.ts`,
    defence: "return side === 'live' ? runner.url : (runner.test?.url ?? null);",
    without: 'return side === null ? null : runner.url;',
    tests,
    titles: ['a call of a test project never reaches the live runner: it gets the words of the manifest'],
  },
  {
    name: 'a runner at a private address is called',
    threat: 'SSRF',
    file: `${RUNNERS}/guard-runner.ts`,
    defence: 'const isAllowed = isOpen ? () => true : isPublicAddress;',
    without: 'const isAllowed = () => true;',
    tests: egress,
    titles: [
      '%s is refused before anything is resolved',
      'a name that leads to a private address is refused, even beside a public one',
    ],
  },
  {
    name: 'a runner has a file fetched from the private host of another one',
    threat: 'SSRF',
    file: `${APP}/runners/entries.ts`,
    defence: 'egress: ownHostOf(url, egress)',
    without: 'egress',
    tests,
    titles: ['a runner has no file fetched from the listed host of another runner'],
  },
  {
    name: 'a runner is called without TLS',
    threat: 'SSRF',
    file: `${RUNNERS}/guard-runner.ts`,
    defence: "if (url.protocol !== 'https:' && !(isOpen && url.protocol === 'http:'))",
    without: "if (url.protocol === 'file:')",
    tests: egress,
    titles: ['%s is refused before anything is resolved'],
  },
  {
    name: 'a step that waits for a place loads its files again and again',
    threat: 'resource exhaustion',
    file: 'packages/worker/src/step/run-step.ts',
    defence:
      'const leave = await dependencies.admit?.({ ...stepAt(claimed, index), isBegun: isOpen(claimed, index) });',
    without: 'const leave = undefined as (() => void) | undefined;',
    tests: ['packages/worker/src/admission.test.ts'],
    titles: ['a step that waits for a place reads no file, and has its place until its end'],
  },
];
