/** deploy/upgrade.sh with a docker of the test that plays two gateways: what it does where something is wrong. The suite `stack` runs it for real. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const UPGRADE = resolve(import.meta.dirname, '../../deploy/upgrade.sh');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-upgrade-'));
  cpSync(UPGRADE, join(folder, 'upgrade.sh'));
  writeFileSync(join(folder, 'docker'), DOCKER, { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Records its arguments. Gateways a and b run; once new ones are started, c and d are there too. */
const DOCKER = `#!/bin/sh
calls=\${0%/*}/calls
echo "$*" >> "$calls"
case "$*" in
  'compose ps'*' gateway')
    [ "$GATEWAYS" = 0 ] || printf 'a\\nb\\n'
    if grep -q 'scale gateway=4' "$calls"; then printf 'c\\nd\\n'; fi ;;
  'compose ps'*worker-av) ;;
  'compose ps'*) echo w ;;
  'compose config gateway') printf '      published: "%s"\\n' "8080-$LAST" 8090-8093 8100-8103 ;;
  *'--scale gateway=4'*) [ "$STARTS" = well ] ;;
esac
`;

interface Machine {
  readonly GATEWAYS?: string;
  readonly LAST?: string;
  readonly STARTS?: string;
}

function upgrade({ GATEWAYS = '2', LAST = '8083', STARTS = 'well' }: Machine) {
  const env = { PATH: `${folder}:${process.env['PATH']}`, GATEWAYS, LAST, STARTS };
  const { status, stderr } = spawnSync(join(folder, 'upgrade.sh'), { env, encoding: 'utf8' });
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  return { status, stderr, acts: calls.filter((call) => !/^compose (ps|config) /.test(call)) };
}

test('migrates, replaces the workers at their scale, starts new gateways, and only then stops each old one', () => {
  const { status, acts } = upgrade({});
  expect(status).toBe(0);
  expect(acts).toEqual([
    'compose run --rm --no-deps --no-TTY migrate',
    expect.stringMatching(
      /--scale worker-image=1 --scale worker-av=0 --scale worker-provider=1 --scale keeper=1 worker-image/,
    ),
    expect.stringMatching(/ --no-recreate .*--scale gateway=4 gateway$/),
    'stop a',
    'rm a',
    'stop b',
    'rm b',
  ]);
});

test('if the new gateways do not become ready, they go and the old ones stay', () => {
  const { status, stderr, acts } = upgrade({ STARTS: 'badly' });
  expect([status, stderr]).toEqual([1, 'the new gateways did not become ready: the old ones still serve\n']);
  expect(acts.slice(3)).toEqual(['rm --force c d']);
});

test('begins nothing where the new gateways would have no ports, or where none runs', () => {
  const narrow = upgrade({ LAST: '8081' });
  expect([narrow.status, narrow.acts]).toEqual([78, []]);
  expect(narrow.stderr).toMatch(/^set GATEWAY_PORTS, .*\n8080-8083 instead of 8080-8081\n$/);
  rmSync(join(folder, 'calls'));
  expect(upgrade({ GATEWAYS: '0' })).toMatchObject({ status: 1, acts: [] });
});
