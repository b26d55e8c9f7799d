/** Compiles and runs the receiver of docs/webhooks.md unchanged, and sends it webhooks signed by the reference library of Standard Webhooks. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, runProcess, startProgram } from '@farebox/testing';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = join(ROOT, 'docs/webhooks.md');
const OLD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const COMPILER =
  '--noEmit --strict --module nodenext --types node --target es2024 --lib es2024 --allowImportingTsExtensions'.split(
    ' ',
  );

const succeeded = {
  type: 'execution.succeeded',
  timestamp: '2026-11-23T06:40:00.000Z',
  data: { id: 'exe_1', status: 'succeeded', chargedMicros: 500, output: { artifacts: [{}, {}] } },
};

test('the receiver of the docs accepts a signed webhook once and refuses others', async () => {
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const directory = mkdtempSync(join(tmpdir(), 'farebox-page-'));
  try {
    mkdirSync(join(directory, 'node_modules/@farebox'), { recursive: true });
    symlinkSync(join(import.meta.dirname, '..'), join(directory, 'node_modules/@farebox/sdk'));
    const file = join(directory, 'receiver.ts');
    writeFileSync(file, code);
    const compiler = join(ROOT, 'node_modules/.bin/tsc');
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types')];
    await runProcess({ command: [compiler, '--ignoreConfig', ...COMPILER, ...types, file], cwd: directory });
    await receive(directory, file);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

async function receive(directory: string, file: string): Promise<void> {
  const port = String(await freePort());
  const env = { PORT: port, FAREBOX_WEBHOOK_SECRETS: `${OLD} ${SECRET}` };
  const receiver = startProgram({ name: 'receiver', directory, command: [process.execPath, file], env });
  try {
    await receiver.ready(
      async () => readFileSync(join(directory, 'receiver.log'), 'utf8').includes('listening'),
      60_000,
    );
    const send = (message: object, secret = SECRET): Promise<number> =>
      post(`http://127.0.0.1:${port}/`, message, secret);
    expect(await send(succeeded)).toBe(204);
    expect(await send(succeeded)).toBe(204);
    expect(await send(succeeded, `whsec_${btoa('the secret of another webhook')}`)).toBe(400);
    const said = readFileSync(join(directory, 'receiver.log'), 'utf8');
    expect(said.match(/exe_1 made 2 artifacts/g)).toHaveLength(1);
  } finally {
    await receiver.stop();
  }
}

async function post(url: string, message: object, secret: string): Promise<number> {
  const [body, at] = [JSON.stringify(message), new Date()];
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  };
  const { status } = await fetch(url, { method: 'POST', headers, body });
  return status;
}
