/** A batch is accepted whole or not at all, once, within its ceiling, and belongs to one project. */
import type { Mutant } from '../mutant.ts';

const STORE = ['packages/executions/src/store/batches/batches.test.ts'] as const;
const WHOLE = ['packages/executions/src/store/batches/whole.test.ts'] as const;
const HTTP = ['apps/gateway/src/handlers/batches.test.ts'] as const;

export const batchMutants: readonly Mutant[] = [
  {
    name: 'half a batch may stand, and stays',
    threat: 'I2',
    file: 'prisma/functions/batches/batch_is_whole.sql',
    defence: 'IF problem IS NOT NULL THEN',
    without: 'IF false THEN',
    tests: WHOLE,
    titles: ['adding, removing or exchanging an execution of a batch, and a batch without executions'],
  },
  {
    name: 'a batch whose executions the balance has not all of is accepted in part',
    threat: 'I2',
    file: 'prisma/functions/batches/batch_accept.sql',
    defence: 'sum(item.maximum_micros) INTO size',
    without: 'max(item.maximum_micros) INTO size',
    tests: STORE,
    titles: ['writes nothing beyond the balance, states the balance, and leaves the key usable'],
  },
  {
    name: 'the same key twice makes two batches',
    threat: 'I1',
    file: 'prisma/functions/batches/batch_accept.sql',
    defence:
      'FROM batch AS b WHERE b.project_id = p_project AND b.idempotency_key = p_idempotency_key;\n  IF FOUND THEN\n    RETURN;',
    without:
      'FROM batch AS b WHERE b.project_id = p_project AND b.idempotency_key = p_idempotency_key;\n  IF false THEN\n    RETURN;',
    tests: STORE,
    titles: ['creates one batch for 20 identical requests at once on two gateways'],
  },
  {
    name: 'another body under the key of a batch is answered with the batch',
    threat: 'I1',
    file: 'prisma/functions/batches/batch_accept.sql',
    defence: "b.body_sha256 = decode(p_body_sha256, 'hex') THEN 'found'",
    without: "true THEN 'found'",
    tests: STORE,
    titles: ['refuses a used key with another body or lineage; a key used by an execution is no conflict'],
  },
  {
    name: 'the ceiling of a batch is ignored',
    threat: 'I3',
    file: 'apps/gateway/src/accept/check-price.ts',
    defence: 'if (BigInt(sentMaximumChargeMicros) >= now.maximumMicros) return;',
    without: 'if (now.maximumMicros >= 0n) return;',
    tests: HTTP,
    titles: ['below the ceiling'],
  },
  {
    name: "the cancel of a batch reaches another project's",
    threat: 'I10',
    file: 'prisma/functions/batches/batch_cancel.sql',
    defence: 'SELECT * INTO b FROM batch WHERE project_id = p_project AND id = p_id FOR NO KEY UPDATE;',
    without: 'SELECT * INTO b FROM batch WHERE id = p_id FOR NO KEY UPDATE; p_project := b.project_id;',
    tests: STORE,
    titles: ['a batch of another project is not found'],
  },
  {
    name: "any key of the project cancels another key's batch",
    threat: 'I10',
    file: 'prisma/functions/batches/batch_cancel.sql',
    defence: 'ELSIF b.key_lineage <> p_lineage AND NOT p_admin THEN',
    without: 'ELSIF false THEN',
    tests: WHOLE,
    titles: ['is allowed with the creating key and as an ADMIN'],
  },
  {
    name: "another project's batch is read",
    threat: 'I10',
    file: 'packages/executions/src/store/batches/read.ts',
    defence: 'WHERE b.project_id = ${projectId} AND b.id = ${id}`',
    without: 'WHERE b.id = ${id}`',
    tests: STORE,
    titles: ['a batch of another project is not found'],
  },
  {
    name: 'a batch that is not whole is no finding of the ledger check',
    threat: 'I9',
    file: 'prisma/functions/ledger-check/ledger_check_tick.sql',
    defence: "PERFORM ledger_check_note(ARRAY['batch'], batches,",
    without: "PERFORM ledger_check_note(ARRAY['batch'], NULL::text[],",
    tests: ['packages/ledger-check/src/check.test.ts'],
    titles: ['the ledger check finds an incomplete batch and reports nothing about complete ones'],
  },
  {
    name: 'a wait for a batch ends with its first execution',
    threat: 'I6',
    file: 'apps/gateway/src/watch/batch-watch.ts',
    defence: 'void next();\n          },',
    without: 'listener();\n          },',
    tests: ['apps/gateway/src/watch/batch-waits.test.ts'],
    titles: [
      'the database is asked again only when the followed execution has ended, and never after the client has left',
    ],
  },
  {
    name: 'an outage ends the event streams of batches',
    threat: 'I14',
    file: 'apps/gateway/src/watch/batch-follower.ts',
    defence: 'if (one.listeners.size > 0) schedule(',
    without: 'if (state !== null && one.listeners.size > 0) schedule(',
    tests: ['apps/gateway/src/watch/batch-follower.test.ts'],
    titles: ['an outage ends no stream and is logged once'],
  },
  {
    name: 'an event URL of a batch opens the stream of its project',
    threat: 'leaks',
    file: 'apps/gateway/src/watch/event-addresses.ts',
    defence: "stream.kind === 'project' ?",
    without: "stream.kind !== 'execution' ?",
    tests: ['apps/gateway/src/watch/event-addresses.test.ts'],
    titles: ['an event URL opens exactly what it was made for'],
  },
];
