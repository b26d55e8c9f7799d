/** The order of checks of `POST /tools/{tool}`, whole: of any two that a request breaks, the earlier one must speak. */
import { beforeAll, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { newIdempotencyKey, quoted } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);

interface Sent {
  readonly key: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Readonly<Record<string, unknown>>;
  /** In place of the JSON, where it is none. */
  readonly text?: string;
}
type Gate = readonly [outcome: string, spoil: (sent: Sent) => Sent];

let good: ExecutionRequest;
const usedKey = newIdempotencyKey();
/** The arguments of an account with no money hold a file of its own. */
const ownArguments = new Map<string, Readonly<Record<string, unknown>>>();

const json = (changes: Readonly<Record<string, unknown>>) => (sent: Sent) => ({
  ...sent,
  json: { ...sent.json, ...changes },
});
const header = (name: string, value: string) => (sent: Sent) => ({
  ...sent,
  headers: { ...sent.headers, [name]: value },
});
const account = (key: string) => (sent: Sent) => ({
  ...sent,
  key,
  json: { ...sent.json, arguments: ownArguments.get(key) },
});

/** Under a key that is used, with another body that would do by itself. */
const conflicting = (sent: Sent): Sent => ({
  ...header('Idempotency-Key', usedKey)(json({ maximumChargeMicros: good.maximumChargeMicros + 1 })(sent)),
  key: keys.key,
});

const GATES: readonly Gate[] = [
  ['401 invalid_api_key', (sent) => ({ ...sent, key: keys.keyRevoked })],
  ['403 platform_api_key_scope_required', (sent) => ({ ...sent, key: keys.keysByScope['tools:read'] })],
  ['403 project_permission_required', (sent) => ({ ...sent, key: keys.keyViewer })],
  ['400 invalid_request', (sent) => ({ ...sent, path: `${sent.path}?verbose=1` })],
  ['400 request_too_large', (sent) => ({ ...sent, text: `{${' '.repeat(64 * 1024)}` })],
  ['400 unsupported_media_type', header('Content-Type', 'text/plain')],
  ['400 invalid_json', (sent) => ({ ...sent, text: sent.text ?? '{"tool":' })],
  ['400 idempotency_key_invalid', header('Idempotency-Key', 'short')],
  ['400 invalid_request', json({ unknown: 1 })],
  ['400 tool_mismatch', (sent) => ({ ...sent, path: '/tools/image-resize' })],
  ['400 invalid_request', header('Cancel-After', 'soon')],
  ['409 idempotency_key_conflict', (sent) => conflicting(sent)],
  ['404 tool_not_found', (sent) => ({ ...json({ tool: 'no-such-tool' })(sent), path: '/tools/no-such-tool' })],
  ['400 invalid_arguments', json({ arguments: { colour: 1 } })],
  ['400 file_not_usable', json({ arguments: { source: { fileId: 'file_00000000000000000000000000' } } })],
  ['400 price_version_mismatch', json({ priceVersion: '2000-01-01.00000000' })],
  ['400 maximum_charge_too_low', json({ maximumChargeMicros: 0 })],
  ['429 monthly_cap_reached', account(keys.keyCapped)],
  ['429 insufficient_balance', account(keys.keyPoor)],
];

const send = async ({ key, path, headers, json: body, text }: Sent): Promise<string> =>
  (await connect(key).post(path, text ?? body, headers)).outcome;

/** What all gates let through. */
const fresh = (idempotencyKey: string): Sent => ({
  key: keys.key,
  path: '/tools/image-analyze',
  headers: { 'Idempotency-Key': idempotencyKey },
  json: { ...good },
});

beforeAll(async () => {
  good = await quoted(connect(keys.key), 'image-analyze', await analysis(connect(keys.key)));
  for (const key of [keys.keyCapped, keys.keyPoor]) ownArguments.set(key, await analysis(connect(key)));
  expect(await send(fresh(usedKey))).toBe('202');
});

// contract 3: "authenticate → rate limit → scope, role and the project's switch → query → body size → media type → JSON → Idempotency-Key format → shape of the body → tool_mismatch → Cancel-After → replay look-up → tool exists → arguments → files → price version → ceiling → … → monthly cap → balance"
test.each(GATES.map(([outcome], at) => [at, outcome] as const))(
  'gate %i, %s, speaks before each gate behind it',
  async (at, outcome) => {
    const [, spoil] = GATES[at] as Gate;
    expect(await send(spoil(fresh(newIdempotencyKey())))).toBe(outcome);
    for (const [later, spoilLater] of GATES.slice(at + 1))
      expect(await send(spoil(spoilLater(fresh(newIdempotencyKey())))), `before ${later}`).toBe(outcome);
  },
);
