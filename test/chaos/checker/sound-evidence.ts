/** A small run that kept every promise: the starting point of the checks' tests. */
import type { Evidence, Execution, Transfer } from './evidence.ts';
import { completed, type Uncompleted } from './sound-beside.ts';
import { called, ended, LATER, RESOLVE_BY } from './sound-history.ts';
import { acceptedAs, asked, AT, CATALOG, sold, TEMPLATES, workOf } from './sound-orders.ts';

const EFFECT = '2026-11-21T08:00:02.000Z';
const QUIET = '2026-11-21T08:00:06.000Z';
const EXPIRES = '2026-12-21T08:00:00.000Z';
const ONE = {
  project_id: 'proj_1',
  key_lineage: 'key_1',
  epoch: 1,
  attempts: 1,
  cancel_requested_at: null,
  resolve_by: null,
  created_at: AT,
  started_at: LATER,
};
const TOOK = { provider: 'openai', model: 'sim-image', step: 0, late_micros: null };
const bill = (amountMicros: number) => [{ step: 0, unit: 'image', quantity: 3, amountMicros }];

const execution = (id: string, own: Partial<Execution>): Execution => ({
  ...ONE,
  ...acceptedAs(id),
  id,
  idempotency_key: `key-${id}`,
  status: 'succeeded',
  status_reason: null,
  minimum_micros: 100,
  maximum_micros: 400,
  charged_micros: 300,
  billing: bill(300),
  finished_at: LATER,
  ...own,
});

const transfer = (id: number, kind: Transfer['kind'], [amount, of]: readonly [number, string | null]): Transfer => ({
  id,
  project_id: 'proj_1',
  kind,
  debit: kind === 'top_up' ? 'funding' : kind === 'reserve' ? 'available' : 'held',
  credit: kind === 'reserve' ? 'held' : kind === 'settle' ? 'spent' : 'available',
  amount_micros: amount,
  execution_id: of,
  refunds: null,
  created_at: kind === 'settle' || kind === 'release' ? LATER : AT,
});

const failed = { status: 'failed', status_reason: 'moderated', charged_micros: 50, billing: [{ amountMicros: 50 }] };
const open = {
  status: 'needs_review',
  charged_micros: null,
  billing: null,
  finished_at: null,
  resolve_by: RESOLVE_BY,
} as const;

const CAPS = { capMicros: '2000', keyCapMicros: '1900', organizationCapMicros: '1800' };
const BELONGS = { organizationId: 'org_1', lineages: ['key_1', 'key_2', 'key_3'] };

export const soundEvidence = (): Evidence => completed(uncompleted());

const uncompleted = (): Uncompleted => ({
  run: {
    part: 'defects',
    executions: 3,
    templates: TEMPLATES,
    recoveredAt: AT,
    settledAfterMs: 5000,
    machine: [],
    quietAt: QUIET,
    reviewResolveSeconds: 25,
    clocksAgree: true,
    ownTools: [],
    forgotten: null,
    customers: [{ ...CAPS, ...BELONGS, projectId: 'proj_1', fundedMicros: '2000' }],
  },
  faults: [],
  accounts: [
    {
      id: 'proj_1',
      organization_id: 'org_1',
      environment: 'live',
      monthly_cap_micros: 2000,
      funded_micros: 2000,
      available_micros: 1250,
      held_micros: 400,
      spent_micros: 350,
    },
  ],
  transfers: [
    transfer(1, 'top_up', [2000, null]),
    transfer(2, 'reserve', [400, 'exe_1']),
    transfer(3, 'reserve', [400, 'exe_2']),
    transfer(4, 'settle', [300, 'exe_1']),
    transfer(5, 'release', [100, 'exe_1']),
    transfer(6, 'settle', [50, 'exe_2']),
    transfer(7, 'release', [350, 'exe_2']),
    transfer(8, 'reserve', [400, 'exe_3']),
  ],
  usage: [{ project_id: 'proj_1', month: '2026-11-01', settled_requests: 2, charged_micros: 350 }],
  organizations: [{ id: 'org_1', monthly_cap_micros: 1800 }],
  keyCaps: [{ project_id: 'proj_1', lineage_id: 'key_1', monthly_cap_micros: 1900, held_micros: 400 }],
  keyUsage: [{ project_id: 'proj_1', lineage_id: 'key_1', month: '2026-11-01', charged_micros: 350 }],
  executions: [execution('exe_1', {}), execution('exe_2', failed), execution('exe_3', open)],
  batches: [],
  steps: [
    { execution_id: 'exe_1', index: 0, status: 'succeeded', claim_token: 'claim-exe_1', units: 3, result: null },
    { execution_id: 'exe_2', index: 0, status: 'failed', claim_token: 'claim-exe_2', units: 0, result: null },
    { execution_id: 'exe_3', index: 0, status: 'unknown', claim_token: 'claim-exe_3', units: null, result: null },
  ],
  files: [
    {
      id: 'file_1',
      project_id: 'proj_1',
      origin: 'artifact',
      execution_id: 'exe_1',
      step: 0,
      sha256: '\\xabc',
      size_bytes: 3,
      mime_type: 'image/png',
      width: 512,
      height: 512,
      duration_seconds: null,
      object_key: 'projects/proj_1/executions/exe_1/0-0-abc',
      created_at: AT,
      expires_at: EXPIRES,
      deleted_at: null,
    },
  ],
  uploads: [],
  storage: [{ project_id: 'proj_1', stored_bytes: 3 }],
  history: [
    ...ended('exe_1', 'succeeded'),
    ...ended('exe_2', 'failed'),
    ...ended('exe_3', 'needs_review'),
    ...called('exe_3', 'unknown'),
    ...called('exe_2', 'failed'),
    ...called('exe_1', 'succeeded'),
  ],
  objects: [
    { key: 'projects/proj_1/executions/exe_1/0-0-abc', sizeBytes: 3, sha256: 'abc' },
    { key: 'projects/proj_1/executions/exe_2/0-0-left', sizeBytes: 3, sha256: 'left' },
  ],
  costs: [
    {
      at: EFFECT,
      provider: 'openai',
      token: 'exe_1.0',
      model: 'sim-image',
      costMicros: 200,
      behaviour: { name: 'ok' },
      work: workOf('exe_1'),
    },
    {
      at: EFFECT,
      provider: 'openai',
      token: 'exe_2.0',
      model: 'sim-image',
      costMicros: 50,
      behaviour: { name: 'moderated-billed' },
      work: workOf('exe_2'),
    },
  ],
  recordedCosts: [
    { ...TOOK, execution_id: 'exe_1', stated_micros: 200, derived_micros: 200, booked_micros: 200 },
    { ...TOOK, execution_id: 'exe_2', stated_micros: 50, derived_micros: 50, booked_micros: 50 },
  ],
  runs: [],
  toolVersions: [],
  client: [
    ...asked(1, 'exe_1', {}),
    ...asked(2, 'exe_1', { status: 200, replayed: true, executionStatus: 'succeeded', chargedMicros: 300 }),
    ...asked(3, 'exe_2', {}),
    ...asked(4, 'exe_3', {}),
    { at: AT, request: 5, act: 'read', projectId: 'proj_1', executionId: 'exe_1', lineage: 0 },
    { at: AT, replyTo: 5, status: 200, id: 'exe_1', executionStatus: 'succeeded', chargedMicros: 300 },
    ...CATALOG,
  ],
  told: [
    { projectId: 'proj_1', resumed: false, from: null },
    { projectId: 'proj_1', id: 'exe_1', status: 'queued', chargedMicros: null, sha256: 'x' },
    { projectId: 'proj_1', resumed: true, from: 'exe_1.reserve' },
    { projectId: 'proj_1', id: 'exe_1', status: 'succeeded', chargedMicros: 300, sha256: 'abc' },
    { projectId: 'proj_1', id: 'exe_2', status: 'failed', chargedMicros: 50, sha256: 'abd' },
    { projectId: 'proj_1', id: 'exe_3', status: 'needs_review', chargedMicros: null, sha256: 'abe' },
  ],
  ...sold(execution('exe_1', {})),
  replies: {
    usage: [
      {
        projectId: 'proj_1',
        data: {
          currency: 'USD',
          month: '2026-11',
          settledRequests: 2,
          chargedMicros: 350,
          heldMicros: 400,
          availableMicros: 1250,
          monthlyCapMicros: 2000,
        },
      },
    ],
    listed: [{ projectId: 'proj_1', ids: ['exe_1', 'exe_2', 'exe_3'] }],
    read: [{ id: 'exe_1', status: 'succeeded', chargedMicros: 300, sha256: 'abc' }],
    foreign: [{ asked: 'exe_1', theirs: '404 {}', absent: '404 {}' }],
    downloads: [{ fileId: 'file_1', sha256: 'abc' }],
  },
  probes: [{ statement: 'DELETE FROM execution', refused: true }],
  leaks: [],
});
