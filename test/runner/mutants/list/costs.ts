/** Defences of the costs of services: what nobody got is free, and every cost is on record where it arose. */
import type { Mutant } from '../mutant.ts';

export const costMutants: readonly Mutant[] = [
  {
    name: 'a result that the database refuses is charged',
    threat: 'I3',
    file: 'packages/worker/src/commit.ts',
    defence: "step.costMicros === null || stop === 'cancel' ? step :",
    without: 'step.costMicros !== undefined ? step :',
    tests: ['packages/worker/src/external-charges.test.ts'],
    titles: ['a result that the database cannot store is free, kept, and its cost on record: stated as %s'],
  },
  {
    name: 'the late cost of a call at the spare of its plan is asked for at the first entry',
    threat: 'I3',
    file: 'packages/executions/src/core/unheard.ts',
    defence: 'askedOf(planned, open.provider), statedMicros: null',
    without: 'askedOf(planned, null), statedMicros: null',
    tests: ['packages/executions/src/core/unheard.test.ts'],
    titles: ['a call that was sent to the entry %s has its late cost asked for there'],
  },
  {
    name: 'a cost whose intent a failover has lost is missing in the report of margins',
    threat: 'I3',
    file: 'prisma/functions/reports/report_margin.sql',
    defence: 'WHERE coalesce(c.provider, s.provider) IS NOT NULL',
    without: 'WHERE s.provider IS NOT NULL',
    tests: ['apps/gateway/src/operator/report.test.ts'],
    titles: [
      'charges, refunds, provider costs and margins add up by tool, project and provider, without test projects',
    ],
  },
  {
    name: 'the report of margins leaves out charges of steps that were recorded before the end',
    threat: 'I3',
    file: 'prisma/functions/reports/report_margin.sql',
    defence: 'e.id = s.execution_id AND',
    without: 'false AND',
    tests: ['apps/gateway/src/operator/report.test.ts'],
    titles: [
      'charges, refunds, provider costs and margins add up by tool, project and provider, without test projects',
    ],
  },
  {
    name: 'a verified cost is charged for a failed run that is free',
    threat: 'I3',
    file: 'packages/executions/src/store/end-review.ts',
    defence: 'costMicros: isCharged ? verifiedCostMicros : ZERO_MICROS,',
    without: 'costMicros: isCharged !== undefined ? verifiedCostMicros : ZERO_MICROS,',
    tests: ['apps/gateway/src/operator/providers.test.ts'],
    titles: ['a run of a tool with onFailure: %s costs its customer %i after a verified cost of 300'],
  },
  {
    name: 'the review of a real call ends as soon as that of a rehearsal',
    threat: 'I6',
    file: 'packages/worker/src/commit.ts',
    defence: 'return isSimulated ?',
    without: 'return isSimulated !== undefined ?',
    tests: ['packages/worker/src/external.test.ts'],
    titles: ['the review of a call to %s ends after %i seconds'],
  },
];
