/** Tools of teams: versions never change, and nothing is offered without an act. */
import type { Mutant } from '../mutant.ts';

const ACTS = 'packages/tools/src/store/acts.ts';
const STORE = ['packages/tools/src/store/acts.test.ts'] as const;

export const publishedToolMutants: readonly Mutant[] = [
  {
    name: 'a version of a tool can be changed',
    threat: 'I12',
    file: 'prisma/functions/tools/tool_version_is_final.sql',
    defence: 'CREATE OR REPLACE TRIGGER tool_version_is_final BEFORE UPDATE OR DELETE OR TRUNCATE',
    without: 'CREATE OR REPLACE TRIGGER tool_version_is_final BEFORE DELETE OR TRUNCATE',
    tests: STORE,
    titles: ['a published tool cannot be changed: %s'],
  },
  {
    name: 'publishing offers a retired tool again',
    threat: 'operator plane',
    file: ACTS,
    defence: 'if (activate && before !== null && before.retiredAt !== null)',
    without: 'if (false)',
    tests: STORE,
    titles: ['a retired tool stays retired when it is published again, and publishing cannot activate it'],
  },
  {
    name: 'the same content published again is another version',
    threat: 'I12',
    file: 'prisma/functions/tools/tool_publish.sql',
    defence: 'WHERE v.name = p_name AND v.digest = p_digest;',
    without: 'WHERE false;',
    tests: STORE,
    titles: ['the same content published again is the same version, whichever publisher is first'],
  },
  {
    name: 'a reader of changes passes over one that is not committed yet',
    threat: 'I12',
    file: 'prisma/functions/tools/tool_lock.sql',
    defence: "  PERFORM pg_advisory_xact_lock(hashtext('farebox'), hashtext('tools'));\n",
    without: '',
    tests: STORE,
    titles: ['a change that is not committed yet holds back later revisions'],
  },
  {
    name: 'publishing a tool is not in the audit log',
    threat: 'operator plane',
    file: 'apps/gateway/src/operator/handlers/tools.ts',
    defence: 'return { data, entry: toldOf(change, { version, digest }) };',
    without: 'return { data, entry: null };',
    tests: ['apps/gateway/src/operator/tools.test.ts'],
    titles: ['a version is previewed, published, activated and retired, and each act is in the audit log'],
  },
];
