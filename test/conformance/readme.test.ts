/**
 * Runs the shell sessions of README.md and of the pages about templates and batches, command by command, and compares the
 * responses with those shown.
 */
// Modes: embedded.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import { shell } from './client/shell.ts';
import { parseShown, unlike } from './client/shown.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLES = join(ROOT, 'packages/files/samples');
const keys = identitiesOf(import.meta.filename);
/** Values that a client copies from a response into the next request: ids, and the price version, which a new price changes. */
const HANDED_ON = /^((exe|file|bat)_[0-9a-z]{26}|\d{4}-\d\d-\d\d\.[0-9a-f]{8}(\.\d+)?)$/;
/** The shell function of the README. */
const API = `api() { curl -sS -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }`;
/** Fields that differ with the project, the day and the version of the encoder. */
const VARYING = ['availableMicros', 'month', 'sizeBytes'];
const WAIT_MS = 60_000;

interface Exchange {
  readonly command: string;
  /** Null: the command prints nothing. */
  readonly response: unknown;
}

function session(page: string): Exchange[] {
  const blocks = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/```console\n([^]*?)```/g)];
  return blocks
    .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
    .map((text) => {
      const [command = '', json] = text.split(/\n(?=\{"data")/);
      const response = json === undefined ? null : parseShown(json.replaceAll(/\}\s+# .*$/gm, '}'));
      return { command: command.trim(), response };
    });
}

/** Maps ids and versions that the page shows to those of the real response. */
function learn(page: unknown, answered: unknown, ids: Map<string, string>): void {
  if (typeof page === 'string' && typeof answered === 'string' && HANDED_ON.test(page)) ids.set(page, answered);
  if (typeof page !== 'object' || page === null || typeof answered !== 'object' || answered === null) return;
  for (const [name, value] of Object.entries(page)) learn(value, (answered as Record<string, unknown>)[name], ids);
}

const withIds = (text: string, ids: ReadonlyMap<string, string>): string =>
  [...ids].reduce((changed, [shown, real]) => changed.replaceAll(shown, real), text);

// issue 11.21: "examples that run as they stand"
test.each([
  ['README.md', 5],
  ['docs/templates.md', 4],
  ['docs/batches.md', 3],
])(
  'the session of %s does what it says',
  async (file, handedOn) => {
    const ids = new Map<string, string>([['http://127.0.0.1:8080', gatewayUrl()]]);
    const env = { KEY: keys.key, BASE: gatewayUrl() };
    let before = API;
    for (const { command, response } of session(file)) {
      if (response === null) {
        before += `\n${command}`;
        continue;
      }
      const differing = async (): Promise<string[]> => {
        const script = `${before}\n${withIds(command, ids)}`;
        const answered = JSON.parse(await shell(script, { env, cwd: SAMPLES })) as unknown;
        learn(response, answered, ids);
        const page = JSON.parse(withIds(JSON.stringify(response), ids)) as unknown;
        return unlike(page, answered, { varying: VARYING });
      };
      await expect.poll(differing, { timeout: WAIT_MS, interval: 2000, message: command }).toEqual([]);
    }
    expect(ids.size).toBe(handedOn);
  },
  WAIT_MS * 2,
);
