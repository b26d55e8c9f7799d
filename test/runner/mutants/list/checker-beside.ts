/** The checker of chaos runs compares what happens beside executions; without one of these checks a seeded breach is not found. */
import type { Mutant } from '../mutant.ts';

const CHECKED = {
  tests: ['test/chaos/checker/beside.test.ts'],
  titles: ['%s alone is broken by %s'],
} as const;

const SOURCES = { ...CHECKED, tests: ['test/chaos/checker/other-sources.test.ts'] } as const;

export const checkerBesideMutants: readonly Mutant[] = [
  {
    name: 'the checker believes any entry in the log of acts',
    threat: 'I1',
    file: 'test/chaos/checker/invariants/i01-given.ts',
    defence: 'return told === expected ? []',
    without: 'return true ? []',
    ...CHECKED,
  },
  {
    name: 'the checker believes any statement',
    threat: 'I1',
    file: 'test/chaos/checker/invariants/i01-statements.ts',
    defence: 'statement[name] === due[name] ? []',
    without: 'true ? []',
    ...CHECKED,
  },
  {
    name: 'the checker believes any booked cost',
    threat: 'I3',
    file: 'test/chaos/checker/invariants/i03-booked.ts',
    defence: 'if (booked !== arisen && (',
    without: 'if (booked < 0 && (',
    ...CHECKED,
  },
  {
    name: 'the checker believes any expiry of a file',
    threat: 'I7',
    file: 'test/chaos/checker/invariants/i07-facts.ts',
    defence: 'return keptMs === RETENTION_MS ||',
    without: 'return keptMs !== 0 ||',
    ...CHECKED,
  },
  {
    name: 'the checker measures no file',
    threat: 'I7',
    file: 'test/chaos/checker/invariants/i07-facts.ts',
    defence: 'if (file.deleted_at !== null || object === undefined) return [];',
    without: 'if (file.id !== null || object === undefined) return [];',
    ...CHECKED,
  },
  {
    name: 'the checker believes any key',
    threat: 'I8',
    file: 'test/chaos/checker/invariants/i08-attributed.ts',
    defence: 'return lineage === undefined || lineage === row.key_lineage',
    without: 'return lineage === undefined || lineage !== null',
    ...CHECKED,
  },
  {
    name: 'the checker believes any time of a settlement',
    threat: 'I8',
    file: 'test/chaos/checker/invariants/i08-times.ts',
    defence: ".filter(({ kind, created_at }) => !sameTime(created_at, kind === 'reserve' ? begun : ended))",
    without: '.filter(({ kind }) => kind === null)',
    ...CHECKED,
  },
  {
    name: 'the checker believes a cancel that does nothing',
    threat: 'I9',
    file: 'test/chaos/checker/invariants/i09-cancels.ts',
    defence: 'if (requestedAt === null && !hadEnded)',
    without: 'if (requestedAt === null && hadEnded)',
    ...CHECKED,
  },
  {
    name: 'the checker counts no webhooks',
    threat: 'I11',
    file: 'test/chaos/checker/invariants/i14-deliveries.ts',
    defence: 'if (afterMs < pauseMs)',
    without: 'if (afterMs < 0)',
    ...CHECKED,
  },
  {
    name: 'the checker believes any report of margins',
    threat: 'I3',
    file: 'test/chaos/checker/invariants/i03-margins.ts',
    defence: 'return is === wanted ? []',
    without: 'return true ? []',
    ...SOURCES,
  },
  {
    name: 'the checker believes that any own tool took a cost',
    threat: 'I3',
    file: 'test/chaos/checker/invariants/i03-services.ts',
    defence: 'for (const { token, tool } of ownCallsIn(evidence))',
    without: 'for (const { token, tool } of ownCallsIn(evidence).slice(0, 0))',
    ...SOURCES,
  },
  {
    name: 'the checker believes any charge of a step',
    threat: 'I3',
    file: 'test/chaos/checker/invariants/i03-steps.ts',
    defence: 'return charged === due ? []',
    without: 'return true ? []',
    ...SOURCES,
  },
  {
    name: 'the checker believes any name of a line',
    threat: 'I12',
    file: 'test/chaos/checker/invariants/i12-receipts.ts',
    defence: 'return isSame ? []',
    without: 'return true ? []',
    ...SOURCES,
  },
  {
    name: 'the checker believes that an unclaimed run began',
    threat: 'I4',
    file: 'test/chaos/checker/invariants/i04-claims.ts',
    defence: 'own?.leases.size === 0',
    without: 'own?.leases.size === -1',
    ...SOURCES,
  },
];
