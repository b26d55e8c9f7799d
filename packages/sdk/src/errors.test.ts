/** Errors say why in `message` and `reason`, and what to do in `advice`. */
import { createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createFarebox } from './client.ts';
import { FareboxError } from './errors.ts';
import { dollars } from './money.ts';
import { type Scripted, type ScriptedServer, scripted } from './testing/scripted.ts';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());
afterEach(() => vi.unstubAllGlobals());

const ok = (data: object): Scripted => ({ status: 200, body: { data } });

async function failing(script: readonly (Scripted | null)[], ceiling = 100): Promise<FareboxError> {
  server = await scripted(script);
  const farebox = createFarebox<object>({ baseUrl: server.baseUrl, apiKey: 'fb', attemptsMax: 1 });
  const error: unknown = await farebox
    .run('@a-tool', { width: 0 }, { ceiling, request: 'one' })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(FareboxError);
  return error as FareboxError;
}

const quote = ok({ priceVersion: 'v1', maximumChargeMicros: 50 });
const ended = (more: object): Scripted => ({
  status: 202,
  body: { data: { id: 'exe_1', tool: '@a-tool', status: 'failed', chargedMicros: 20_000, error: null, ...more } },
});

it('a failed execution says its reason and its charge', async () => {
  const { reason, message, advice } = await failing([quote, ended({ error: { message: 'input_rejected' } })]);
  expect(reason).toBe('exe_1 is failed, input_rejected, charged $0.02');
  expect(message).toBe(`execution_failed: ${reason}. ${advice}`);
});

it('refused arguments are named with their problems', async () => {
  const details = { fields: { width: 'must be >= 1', source: 'is required' } };
  const documentation = 'https://tools.example/errors#invalid_arguments';
  const response = {
    status: 400,
    body: { error: { status: 'X', message: 'invalid_arguments', details, documentation } },
  };
  const error = await failing([response]);
  expect([error.reason, error.documentation]).toEqual(['width must be >= 1; source is required', documentation]);
});

it('a ceiling that is too low is named beside the most that the request may cost', async () => {
  expect((await failing([quote], 10)).reason).toBe('maximumCharge $0.00005; ceiling $0.00001');
});

it('a lost connection names the address and the reason', async () => {
  const { code, reason, details } = await failing([null]);
  expect(code).toBe('network_failed');
  expect(details).toEqual({ address: server?.baseUrl });
  expect(reason).toMatch(/^address http:\/\/127\.0\.0\.1:\d+; \w/);
});

it('an amount below zero is named as it is', async () => {
  const error = { status: 'X', message: 'insufficient_balance', details: { availableMicros: -5 } };
  expect((await failing([{ status: 429, body: { error } }])).reason).toBe('availableMicros -5');
});

it('an unknown outcome names the error behind it', async () => {
  expect((await failing([quote, null])).reason).toMatch(/network_failed$/);
});

async function unusedPort(): Promise<number> {
  const held = createServer();
  await new Promise<void>((resolve) => held.listen(0, '127.0.0.1', resolve));
  const { port } = held.address() as { port: number };
  await new Promise((resolve) => held.close(resolve));
  return port;
}

it('a client that never reached its service gives up after two seconds, whatever attempts are left', async () => {
  const baseUrl = `http://127.0.0.1:${await unusedPort()}`;
  let attempts = 0;
  const counting: typeof fetch = (...request) => {
    attempts += 1;
    return fetch(...request);
  };
  const farebox = createFarebox<object>({ baseUrl, apiKey: 'fb', fetch: counting, attemptsMax: 1_000 });
  await expect(farebox.usage()).rejects.toMatchObject({ code: 'network_failed', details: { address: baseUrl } });
  expect(attempts).toBeLessThan(100);
});

it.each([-1, 1.5, Number.NaN, 1e21, Number.POSITIVE_INFINITY, null, undefined, '5'])(
  'dollars shows no price for %s, which is no amount',
  (micros) => expect(() => dollars(micros as number)).toThrow(`not an amount in micros: ${String(micros)}`),
);

it.each([
  [{ apiKey: 'fb' }, 'baseUrl must be a text; it is undefined: is an environment variable unset?'],
  [{ baseUrl: 'https://tools.example' }, 'apiKey must be a text; it is undefined: is an environment variable unset?'],
  [{ baseUrl: 'https://tools.example', apiKey: 'a\nb' }, 'apiKey contains a character that no header can contain'],
  [{ baseUrl: 'https://tools.example', apiKey: 'a’b' }, 'apiKey contains a character that no header can contain'],
])('a client with the options %j says at once what is wrong', (options, problem) =>
  expect(() => createFarebox(options as never)).toThrow(new TypeError(problem)),
);

it.each(['nope', 'ftp://x', '', '/api', 'localhost:8080', 'http://', 'https://a b', ' https://tools.example'])(
  'a client outside a page with the baseUrl %j says at once what is wrong',
  (baseUrl) =>
    expect(() => createFarebox({ baseUrl, apiKey: 'fb' })).toThrow(
      new TypeError(`baseUrl must be an http or https URL, such as https://tools.example; it is '${baseUrl}'`),
    ),
);

it.each(['https://ann:secret@tools.example', 'https://tools.example?key=secret', 'https://tools.example/#secret'])(
  'a client with the baseUrl %j says at once what is wrong, without the secret',
  (baseUrl) => {
    const problem =
      'baseUrl must be an http or https URL, such as https://tools.example, without user, password, query and fragment';
    expect(() => createFarebox({ baseUrl, apiKey: 'fb' })).toThrow(new TypeError(problem));
  },
);

it('a client in a page may have an empty baseUrl or a path, and no other text that is no address', () => {
  vi.stubGlobal('location', new URL('https://shop.example/cart'));
  for (const baseUrl of ['', '/', '/api', '//tools.example', 'HTTPS://tools.example/'])
    expect(createFarebox({ baseUrl, apiKey: 'fb' })).toHaveProperty('run');
  for (const baseUrl of ['nope', 'ftp://x'])
    expect(() => createFarebox({ baseUrl, apiKey: 'fb' })).toThrow(/^baseUrl must be an http or https URL/);
});
