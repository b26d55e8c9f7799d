/** A customer can delete inputs and outputs of an ended execution, and nothing else of it. */
import type { Mutant } from '../mutant.ts';

export const contentMutants: readonly Mutant[] = [
  {
    name: 'what loses its content is settled again',
    threat: 'I2',
    file: 'prisma/functions/ledger/execution_is_settled.sql',
    defence: 'FROM written AS e WHERE e.finished_at IS NOT NULL AND e.content_deleted_at IS NULL GROUP BY',
    without: 'FROM written AS e WHERE e.finished_at IS NOT NULL GROUP BY',
    tests: ['packages/retention/src/store/delete-content.test.ts'],
    titles: ['one of several concurrent deletions deletes, all return the same, and no money moves'],
  },
  {
    name: 'an execution ends unsettled, because its content goes with its end',
    threat: 'I2',
    file: 'prisma/functions/executions/execution_guard.sql',
    defence: 'IF OLD.finished_at IS NULL AND NEW.content_deleted_at IS NULL AND',
    without: 'IF OLD.finished_at IS NULL AND',
    tests: ['packages/executions/src/store/evidence.test.ts'],
    titles: ['a tombstone together with an unsettled end'],
  },
  {
    name: 'more than its content is changed with it',
    threat: 'I2',
    file: 'prisma/functions/executions/execution_is_without_content.sql',
    defence: 'AND to_jsonb(n) - content = to_jsonb(o) - content',
    without: '',
    tests: ['packages/executions/src/store/evidence.test.ts'],
    titles: ['with another charge'],
  },
  {
    name: 'content is deleted before the period is over that the project set',
    threat: 'operator plane',
    file: 'prisma/functions/executions/execution_is_without_content.sql',
    defence: "AND (n.content_deleted_by <> 'retention' OR execution_is_past_retention(o))",
    without: '',
    tests: ['packages/executions/src/store/evidence.test.ts'],
    titles: ['by a retention that has not passed'],
  },
  {
    name: 'what ends later is passed over, and kept for ever',
    threat: 'operator plane',
    file: 'prisma/functions/executions/execution_delete_due_content.sql',
    defence: 'IF t.created_at + period > instant() THEN\n      r.next_at := t.created_at + period;\n      EXIT;',
    without: 'IF t.created_at + period > instant() THEN\n      r.transfer_id := t.id;\n      CONTINUE;',
    tests: ['packages/retention/src/store/retention.test.ts'],
    titles: ['content is due exactly to the millisecond, and the project is not listed before'],
  },
  {
    name: 'what people delete waits for all that a period has ended of',
    threat: 'operator plane',
    file: 'packages/retention/src/delete-due-content.ts',
    defence: ' || (await countContentRemovals(database, WAITING_MAX)) >= WAITING_MAX',
    without: '',
    tests: ['packages/retention/src/delete-due-content.test.ts'],
    titles: ['a project with a large backlog does not delay other projects, and pending removals stay bounded'],
  },
];
