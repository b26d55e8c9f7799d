/** The complete order of checks of `POST /tools/{tool}`: if a request fails two checks, the earlier one determines the error. */
// Modes: embedded.
import { beforeAll, expect, inject, test } from 'vitest';
import { exhaust } from './client/burst.ts';
import { connect } from './client/connect.ts';
import { newIdempotencyKey, quoted } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);

interface Sent {
  readonly key: string;
  /** The gateway with execution switched off; by default any gateway. */
  readonly gateway?: 'closed';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Readonly<Record<string, unknown>>;
  /** Sent instead of the JSON, for a body that is not JSON. */
  readonly text?: string;
}
type Gate = readonly [outcome: string, spoil: (sent: Sent) => Sent, prepare?: () => Promise<unknown>];

let good: ExecutionRequest;
let external: ExecutionRequest;
const usedKey = newIdempotencyKey();
/** The arguments of an account without money, which name one of its own files. */
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

/** Keeps the other arguments of the tool. */
const absentFile = (sent: Sent): Sent =>
  json({ arguments: { ...(sent.json['arguments'] as object), source: { fileId: 'file_00000000000000000000000000' } } })(
    sent,
  );

/** Uses a key that is taken, with another body that would be valid by itself. */
const conflicting = (sent: Sent): Sent => ({
  ...header('Idempotency-Key', usedKey)(json({ maximumChargeMicros: good.maximumChargeMicros + 1 })(sent)),
  key: keys.key,
});

/** Uses a live project: none of these systems has a real provider. */
const unavailable = (sent: Sent): Sent => ({
  ...json({ ...external })(sent),
  key: keys.keyLive,
  path: '/tools/image-stylize',
});
/** An external system may have every provider. */
const EXTERNAL_TOOL: readonly Gate[] = inject('mode') === 'external' ? [] : [['404 tool_unavailable', unavailable]];

/** Its only scope is not the scope for execution, so a request beyond its rate limit also fails the check of the scope. */
const limited = keys.keysByScope['usage:read'];
/** An external system may have no gateway with execution switched off. */
const PLATFORM_SWITCH: readonly Gate[] =
  inject('closedGatewayUrl') === null
    ? []
    : [['503 execution_disabled', (sent) => ({ ...sent, gateway: 'closed' as const })]];

/** In embedded mode each gateway counts by itself. */
async function useUpWindows(): Promise<void> {
  await exhaust(limited);
  if (PLATFORM_SWITCH.length === 0) return;
  await Promise.all(Array.from({ length: 121 }, () => connect(limited, 'closed').get('/tools/usage')));
}

const GATES: readonly Gate[] = [
  ['401 invalid_api_key', (sent) => ({ ...sent, key: keys.keyRevoked })],
  ['429 rate_limit_exceeded', (sent) => ({ ...sent, key: limited }), useUpWindows],
  ['403 platform_api_key_scope_required', (sent) => ({ ...sent, key: keys.keysByScope['tools:read'] })],
  ['403 project_permission_required', (sent) => ({ ...sent, key: keys.keyViewer })],
  ['403 project_permission_required', (sent) => ({ ...sent, key: keys.keySwitchedOff })],
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
  ['400 file_not_usable', absentFile],
  ['400 price_version_mismatch', json({ priceVersion: '2000-01-01.00000000' })],
  ['400 maximum_charge_too_low', json({ maximumChargeMicros: 0 })],
  ...EXTERNAL_TOOL,
  ...PLATFORM_SWITCH,
  ['429 monthly_cap_reached', account(keys.keyCapped)],
  ['429 insufficient_balance', account(keys.keyPoor)],
];

const send = async ({ key, gateway, path, headers, json: body, text }: Sent): Promise<string> =>
  (await connect(key, gateway).post(path, text ?? body, headers)).outcome;

/** Keys of one project, used in turn: all pairs are more requests than one key may send in a minute. */
const KEYS = [keys.key, keys.key2, keys.keyAdmin];

/** A request that passes all checks. */
const fresh = (idempotencyKey: string, at = 0): Sent => ({
  key: KEYS[at % KEYS.length]!,
  path: '/tools/image-analyze',
  headers: { 'Idempotency-Key': idempotencyKey },
  json: { ...good },
});

beforeAll(async () => {
  good = await quoted(connect(keys.key), 'image-analyze', await analysis(connect(keys.key)));
  for (const key of [keys.keyCapped, keys.keyPoor]) ownArguments.set(key, await analysis(connect(key)));
  external = await quoted(connect(keys.keyLive), 'image-stylize', {
    source: { fileId: 'file_sample_photo' },
    prompt: 'A watercolour painting',
    model: 'standard',
  });
  expect(await send(fresh(usedKey))).toBe('202');
});

// contract 3: "authenticate → rate limit → scope, role and the project's switch → query → body size → media type → JSON → Idempotency-Key format → shape of the body → tool_mismatch → Cancel-After → replay look-up → tool exists → arguments → files → price version → ceiling → tool availability and executionEnabled → monthly cap → balance"
test.each(GATES.map(([outcome], at) => [at, outcome] as const))(
  'check %i, %s, determines the error before each later check',
  async (at, outcome) => {
    const [, spoil, prepare] = GATES[at] as Gate;
    await prepare?.();
    expect(await send(spoil(fresh(newIdempotencyKey(), at)))).toBe(outcome);
    const behind = GATES.slice(at + 1);
    // In parallel, because the window of a key could end meanwhile.
    const spoke = await Promise.all(behind.map(([, late]) => send(spoil(late(fresh(newIdempotencyKey(), at))))));
    expect(spoke.map((each, n) => `${each} before ${behind[n]?.[0]}`)).toEqual(
      behind.map(([late]) => `${outcome} before ${late}`),
    );
  },
);
