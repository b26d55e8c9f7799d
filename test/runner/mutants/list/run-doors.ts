/** A runner that asks for work gets runs of its tool only, loses none with its connection, and cannot stop the others. */
import type { Mutant } from '../mutant.ts';

const tests = ['apps/gateway/src/http/serve-runs.test.ts'] as const;

export const runDoorMutants: readonly Mutant[] = [
  {
    name: 'a run is lost with the connection of its claim',
    threat: 'I6',
    file: 'apps/gateway/src/http/serve-runs.ts',
    defence: 'if (response.destroyed) handBack();',
    without: 'if (response.destroyed) return;',
    tests,
    titles: ['a run whose client left while it was claimed is handed back, and another runner gets it'],
  },
  {
    name: 'a gateway says for the runner that a run has not begun',
    threat: 'I11',
    file: 'apps/gateway/src/http/serve-runs.ts',
    defence: "{ status: 'handed_back', reply",
    without: "{ status: 'not_taken', reply",
    tests,
    titles: ['a run whose client left while it was claimed is handed back, and another runner gets it'],
  },
  {
    name: 'a runner key is accepted with any secret',
    threat: 'fail-open auth, missing scope',
    file: 'apps/gateway/src/runs/runner-keys.ts',
    defence: 'found !== null && isRunnerSecret(pepper, token, found.secretHmac)',
    without: 'found !== null',
    tests,
    titles: ['a correct public id with a wrong secret is refused'],
  },
  {
    name: 'a runner that asks too often cannot extend its leases',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/http/serve-runs.ts',
    defence: 'lineage: `${runner.keyId}:${kind}`',
    without: 'lineage: runner.keyId',
    tests,
    titles: ['claims and reports have limits of their own, so that a runner that asks too often keeps its leases'],
  },
  {
    name: 'one runner key fills all places for claims that wait',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/runs/run-claims.ts',
    defence: 'slotsPerKey: [limits.perTool, limits.perKey]',
    without: 'slotsPerKey: [limits.all, limits.all]',
    tests: ['apps/gateway/src/runs/run-claims.test.ts'],
    titles: ['beyond the limits of a key, a tool and the gateway a claim is refused with a time to come again'],
  },
  {
    name: 'reports of one run hold every connection of the database',
    threat: 'I13',
    file: 'apps/gateway/src/runs/run-reports.ts',
    defence: 'slots: 4, slotsPerKey: [2, 1]',
    without: 'slots: 400, slotsPerKey: [200, 100]',
    tests: ['apps/gateway/src/runs/run-reports.test.ts'],
    titles: ['reports that wait for each other leave the connections of the database to customers and other runners'],
  },
  {
    name: 'the end of a run is refused for a number with many digits',
    threat: 'I6',
    file: 'apps/gateway/src/runs/run-bodies.ts',
    defence: '  const body = reportIn(bytes);',
    without: '  const body = parseJsonObject(bytes);',
    tests: ['apps/gateway/src/runs/run-bodies.test.ts'],
    titles: ['a report may have what the worker refuses to believe: the run ends all the same'],
  },
];
