/** Every block of commands of the operating pages is executed, in order, against a system that runs here. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { startStripe, type StripeSession, type TestStripe } from '@farebox/payments/testing';
import { sound, startProcess } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Started, startFrom } from './started.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = ['operating.md', 'operating-money.md', 'operating-data.md', 'operating-people.md', 'operating-tools.md'];

interface Section {
  readonly title: string;
  readonly commands: string;
}

/** Headings with their blocks of commands. A block may use the variables that earlier blocks have set. */
const SECTIONS: readonly Section[] = PAGES.flatMap((page) =>
  readFileSync(join(ROOT, 'docs', page), 'utf8')
    .split(/^## /m)
    .slice(1),
).map((text) => ({
  title: text.slice(0, text.indexOf('\n')),
  commands: Array.from(text.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = '']) => block).join(''),
}));

let folder: string;
let system: Started;
let stripe: TestStripe;
let stripePort: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-operating-'));
  chmodSync(folder, 0o755);
  stripe = await startStripe();
  stripePort = String(await freePort());
  system = await startFrom((path) => join(ROOT, path), { ...stripe.settings, FAREBOX_STRIPE_PORT: stripePort });
});
afterAll(async () => {
  await system.stop();
  await stripe[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Formats an amount below one dollar. */
const usd = (micros: number): string => `0.${String(micros).padStart(6, '0')}`;

/** Keeps variables in capitals for the next block. */
async function shell(commands: string): Promise<{ readonly status: number | null; readonly stdout: string }> {
  const names = new Set(Array.from(commands.matchAll(/^([A-Z_]+)=/gm), ([, name = '']) => name));
  const kept = join(folder, 'kept.sh');
  const script = `set -eu -o pipefail
farebox() {
  case "$*" in 'tool lint '*) ;; *) set -- "$@" --data-dir '${system.folder}' ;; esac
  '${process.execPath}' '${ROOT}/packages/cli/src/main.ts' "$@"
}
[ ! -e '${kept}' ] || . '${kept}'
${commands}
${[...names].map((name) => `declare -p ${name} >> '${kept}'`).join('\n')}
`;
  writeFileSync(join(folder, 'section.sh'), script);
  const command = ['bash', join(folder, 'section.sh')];
  const env = { INIT_CWD: folder, XDG_CONFIG_HOME: folder };
  const { code, stdout, stderr } = await startProcess({ command, cwd: folder, env, stderr: 'keep' }).ended;
  return { status: code, stdout: `${stdout}${stderr}` };
}

/** Returns the value of a variable that an earlier section has set. */
const setTo = (name: string): string =>
  new RegExp(`^declare -- ${name}="(.*)"$`, 'm').exec(readFileSync(join(folder, 'kept.sh'), 'utf8'))?.[1] ?? '';

test('there is a customer who paid for an execution, and a key that leaked', async () => {
  const { data } = await system.ask('/tools/project');
  const { organization, project } = data as Record<'organization' | 'project', { readonly id: string }>;
  const { id, chargedMicros } = await system.bought('image-resize', {
    source: { fileId: 'file_sample_photo' },
    width: 800,
  });
  const uploaded = await system.ask('/tools/upload', {
    body: { mimeType: 'audio/wav', data: sound(1600).toString('base64') },
  });
  const { id: upload } = uploaded.data as { readonly id: string };
  const stuck = await system.bought('image-generate', { prompt: 'a lighthouse #sim:reset-after-accept' });
  expect(stuck.status).toBe('needs_review');
  expect([objectsOf(id).length, objectsOf(upload).length]).toEqual([1, 1]);
  const { status, stdout } = await shell(`ORGANIZATION=${organization.id}\nPROJECT=${project.id}
MONTH=$(date -u +%Y-%m)\nSTUCK=${stuck.id}\nEXECUTION=${id}\nUPLOAD=${upload}\nCHARGED=${usd(chargedMicros ?? 0)}
LEAKED=$(farebox key issue --as demo --name leaked --scopes project:read --field token)\n`);
  expect(status, stdout).toBe(0);
});

test.each(SECTIONS)('$title', async ({ title, commands }) => {
  const { status, stdout } = await shell(commands);
  expect(status, stdout).toBe(0);
  await PROVEN[title]?.();
});

const chargedMicros = (): number => Number(setTo('CHARGED').slice(2));

interface Usage {
  readonly availableMicros: number;
  readonly heldMicros: number;
}

interface Quoted {
  readonly breakdown: readonly { readonly unitPriceMicros: number }[];
}

const usageOf = async (key?: string): Promise<Usage> =>
  (await system.ask('/tools/usage', key === undefined ? {} : { key })).data as Usage;

/** Lists the objects in the store for an upload or an execution. */
const objectsOf = (id: string): readonly string[] =>
  readdirSync(join(system.folder, 'files/objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((path) => path.includes(id));

const available = async (key?: string): Promise<number> => (await usageOf(key)).availableMicros;

/** Includes the hold of the execution under review. */
async function funded(): Promise<number> {
  const { availableMicros, heldMicros } = await usageOf();
  return availableMicros + heldMicros;
}

/** Resolves when gateways refuse the key, which takes at most a second. */
async function isRefused(key: string): Promise<void> {
  const message = async () => (await system.ask('/tools/project', { key })).message;
  await expect.poll(message, { interval: 1000, timeout: 60_000 }).toBe('invalid_api_key');
}

/** Further proofs for a section, beside the success of all its commands. */
const PROVEN: Readonly<Record<string, () => Promise<void>>> = {
  'Go back to an earlier version': async () => {
    const { status, stdout } = await shell('farebox tool show acme-read-text --field activeVersion');
    expect([status, stdout.trim()]).toEqual([0, setTo('VERSION')]);
  },
  'Retire a tool': async () => {
    const { stdout } = await shell('farebox tool show acme-read-text --field activeVersion');
    expect(stdout.trim()).toBe('null');
  },
  'Accept card payments': async () => {
    const session = stripe.sessions.find(
      ({ client_reference_id: name }) => name === setTo('CHECKOUT'),
    ) as StripeSession;
    expect(session.url).toBe(setTo('PAY_AT'));
    const event = stripe.pay(session);
    const response = await stripe.deliver(`http://127.0.0.1:${stripePort}/webhooks/stripe`, event);
    expect([response.status, await response.json()]).toEqual([200, { data: { outcome: 'applied' } }]);
    const shown = await shell('farebox checkout show "$CHECKOUT" --project "$SHOP" --field status');
    expect(shown.stdout.trim()).toBe('paid');
  },
  'Close a month': async () => {
    const statement = JSON.parse(readFileSync(join(folder, 'statement.json'), 'utf8')) as Record<string, number>;
    const sum = (...names: readonly string[]): number =>
      names.reduce((all, name) => all + (statement[`${name}Micros`] ?? NaN), 0);
    const came = sum('opening', 'toppedUp', 'credited', 'adjusted', 'refunded');
    expect(came - sum('charged')).toBe(sum('closing'));
    // At the end of a month some charges belong to the next one.
    const isWhole = new Date().toISOString().startsWith(setTo('MONTH'));
    const now = await funded();
    expect(isWhole ? sum('closing') : now).toBe(now);
    const lines = readFileSync(join(folder, 'statement.csv'), 'utf8').trim().split('\r\n');
    const paid = lines.filter((line) => line.includes('invoice-4711')).length;
    expect(isWhole ? paid : 1).toBe(1);
  },
  "Export a customer's data": async () => {
    const exported = join(folder, 'export');
    const manifest = readdirSync(exported).find((name) => name.endsWith('-manifest.jsonl.gz')) ?? '';
    const lines = gunzipSync(readFileSync(join(exported, manifest)))
      .toString()
      .trimEnd()
      .split('\n');
    for (const { number, sha256 } of lines.map((line) => JSON.parse(line) as { number: number; sha256: string })) {
      const name = readdirSync(exported).find((each) => each.startsWith(String(number).padStart(6, '0'))) ?? '';
      expect(
        createHash('sha256')
          .update(readFileSync(join(exported, name)))
          .digest('hex'),
      ).toBe(sha256);
    }
    expect(readdirSync(join(exported, 'files')).length).toBeGreaterThan(0);
  },
  'Set up the first customer': async () => {
    expect(await available(setTo('FIRST'))).toBe(100_000_000);
  },
  'Emergency stop for a project': async () => {
    const { data } = await system.ask('/tools/project', { key: setTo('FIRST') });
    expect(data).toMatchObject({ project: { id: setTo('SHOP') } });
  },
  'Delete content on request': async () => {
    const { data } = await system.ask(`/tools/executions/${setTo('EXECUTION')}`);
    expect(data).toMatchObject({
      status: 'succeeded',
      chargedMicros: chargedMicros(),
      contentDeleted: { by: 'operator' },
    });
    const expiry = (data as { output: { artifacts: readonly { expiresAt: string }[] } }).output.artifacts[0]?.expiresAt;
    expect(Date.parse(expiry ?? '')).toBeLessThanOrEqual(Date.now());
    const shown = await shell('farebox file show "$UPLOAD" --project "$PROJECT" --json');
    expect(JSON.parse(shown.stdout)).toMatchObject({ file: { contentDeleted: { by: 'operator' } } });
    const stored = () => ['EXECUTION', 'UPLOAD'].map((name) => objectsOf(setTo(name)).length);
    await expect.poll(stored, { interval: 500, timeout: 60_000 }).toEqual([0, 0]);
  },
  'Resolve a stuck review': async () => {
    const { data } = await system.ask(`/tools/executions/${setTo('STUCK')}`);
    expect(data).toMatchObject({ status: 'failed', chargedMicros: 0 });
    expect(await available()).toBe(37_000_000);
  },
  'Change prices': async () => {
    const input = { tool: 'image-resize', arguments: { source: { fileId: 'file_sample_photo' }, width: 800 } };
    const quoted = async () => (await system.ask('/tools/quote', { body: input })).data as Quoted;
    // 90 % of the new price, once price and discount are in force.
    await expect
      .poll(async () => (await quoted()).breakdown[0]?.unitPriceMicros, { interval: 1000, timeout: 60_000 })
      .toBe(108);
    const body = { ...input, priceVersion: setTo('WAS'), maximumChargeMicros: 1_000_000 };
    const { message } = await system.ask('/tools/image-resize', { body, once: 'at-the-old-prices' });
    expect(message).toBe('price_version_mismatch');
  },
  'Top up a balance': async () => {
    expect(await funded()).toBe(35_000_000 - chargedMicros());
  },
  'Refund a charge': async () => {
    expect(chargedMicros()).toBeGreaterThan(0);
    expect(await funded()).toBe(37_000_000);
  },
  'Add a person': async () => {
    expect((await system.ask('/tools/project', { key: setTo('THEIRS') })).status).toBe(200);
  },
  'Remove a person': () => isRefused(setTo('THEIRS')),
  'Replace a leaked key': async () => {
    await isRefused(setTo('LEAKED'));
    expect((await system.ask('/tools/project', { key: setTo('TOKEN') })).status).toBe(200);
  },
};

test('every section has commands, and every proof has a section', () => {
  expect(SECTIONS.filter(({ commands }) => commands === '')).toEqual([]);
  expect(SECTIONS.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(PROVEN)));
});
