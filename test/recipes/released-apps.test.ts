/** The recipe "migration": the apps of the last release do the main job on today's schema and on a schema that is expanded further. */
import { mkdtempSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Copy, copyProject, runProcess, startProcess } from '@farebox/testing';
import { checkOut, lastRelease, type Release } from './release/release.ts';

const EXPANSION = 'prisma/migrations/99991231235900_expand/migration.sql';
/** A column and a table. */
const EXPANDING = `
ALTER TABLE execution ADD COLUMN remark text;
CREATE TABLE remark (project_id text NOT NULL, id text NOT NULL, PRIMARY KEY (project_id, id));
`;
/**
 * A function with changed arguments: the file gets the new signature first, and the old one, which calls the new one, stays for
 * the apps of the release. The worker of the release calls it at the end of each execution.
 */
const FUNCTION = 'prisma/functions/executions/execution_finish.sql';
const STATES = 'prisma/functions.sha256';
function withRemark(text: string): string {
  const [header = '', changed = ''] = text.split(/^(?=CREATE )/m);
  const remarked = changed.replace(/\n\) RETURNS/, ', p_remark text\n) RETURNS');
  const names = Array.from(changed.slice(0, changed.indexOf(') RETURNS')).matchAll(/\bp_\w+/g), ([name]) => name);
  const old = `${changed.slice(0, changed.indexOf('LANGUAGE'))}LANGUAGE sql AS $$ SELECT execution_finish(${names.join(', ')}, NULL) $$;\n`;
  return header + remarked + old;
}
/** A change that no migration may make while apps of the release run: the test must detect it. */
const CONTRACTION = 'prisma/migrations/99991231235901_contract/migration.sql';
const CONTRACTING = 'ALTER TABLE execution RENAME COLUMN tool TO tool_name;';
const DONE = /is succeeded[^]*charged [1-9]\d* micro-USD/;

const named = lastRelease();
if (named === null) console.log('skipped: there is no history here to take the last release from; use a clone');

let release: Release;
let copy: Copy;
beforeAll(() => {
  if (named === null) return;
  release = checkOut(named);
  copy = copyProject();
});
afterAll(() => {
  if (named === null) return;
  release[Symbol.dispose]();
  copy[Symbol.dispose]();
});

/** Runs a command of the release until `found` finds something in its output, does `work` with it, and ends the command. */
async function during<T>(args: readonly string[], find: RegExp, work: (found: string) => Promise<T>): Promise<T> {
  const env = {
    FAREBOX_METRICS_PORT: '0',
    FAREBOX_OPERATOR_PORT: '0',
    FAREBOX_SIMULATOR_PORT: String(await freePort()),
  };
  const program = startProcess({ command: release.command(...args), cwd: release.folder, env });
  try {
    const [found] = await program.said(find);
    return await work(found);
  } finally {
    await program.end('SIGTERM');
  }
}

/** The main job as the release prints it at its start, run in a shell. */
async function mainJob(data: string): Promise<string> {
  const script = /^BASE=[^]*^esac\n/m;
  return await during(['start', '--data-dir', data, '--port', String(await freePort())], script, async (found) => {
    const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
    const { ended } = startProcess({ command: ['/bin/sh'], cwd: data, env: { PATH }, stdin: { text: found } });
    return (await ended).stdout;
  });
}

/** Migrates as a deployment does: the newer version's migrations, by the owner of the database, before any of its apps start. */
const migrated = (data: string): Promise<string> =>
  during(['database', '--data-dir', data], /postgres\w*:\/\/\S+/, async (url) =>
    runProcess({
      command: [process.execPath, copy.path('packages/db/src/main.ts')],
      cwd: copy.path('.'),
      env: { DATABASE_URL: url.trim() },
    }),
  );

test.skipIf(named === null)(
  'the apps of the last release do the main job before the newest schema, on it, and on an expanded one',
  async () => {
    const data = mkdtempSync(join(release.folder, 'data-'));
    try {
      expect(await mainJob(data)).toMatch(DONE);
      await migrated(data);
      expect(await mainJob(data)).toMatch(DONE);
      copy.write(EXPANSION, EXPANDING);
      copy.write(FUNCTION, withRemark(copy.read(FUNCTION)));
      copy.write(STATES, `${copy.read(STATES)}of the next release\n`);
      expect(await migrated(data)).toMatch(/99991231235900_expand[^]*Applied the functions/);
      expect(await mainJob(data)).toMatch(DONE);
      copy.write(CONTRACTION, CONTRACTING);
      expect(await migrated(data)).toContain('99991231235901_contract');
      expect(await mainJob(data).catch(String)).not.toMatch(DONE);
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  },
);
