/** `farebox session` where no embedded system runs: with the settings of the gateways, as in Compose and in the image. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionFields, sessionsFrom } from '@farebox/identity';
import { readConfig } from '@farebox/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXIT } from './program/exit-codes.ts';
import { run } from './program/run.ts';
import { recordingContext } from './testing/recording-context.ts';

const SECRET = 'a-session-secret-of-thirty-two-characters';
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farebox-service-session-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function session(env: Readonly<Record<string, string>>, ...args: string[]) {
  const context = { ...recordingContext(), root, env };
  const code = await run(['session', ...args], context);
  return { code, said: context.said, told: context.told.join('\n') };
}

/** Verifies the token as a gateway with these settings does. */
const acceptedBy = (env: Readonly<Record<string, string>>, token: string) =>
  sessionsFrom(readConfig(sessionFields, env))?.verify(token);

test('a gateway with the same secret and audience accepts the printed session, of an operator or of a person', async () => {
  for (const env of [
    { FAREBOX_SESSION_SECRET: SECRET },
    { FAREBOX_SESSION_SECRET: SECRET, FAREBOX_SESSION_AUDIENCE: 'paid.example' },
  ]) {
    const everything = {
      ...env,
      DATABASE_URL: 'postgres://app@db/farebox',
      FAREBOX_OIDC_ISSUER: '',
      NODE_ENV: 'production',
    };
    const operator = await session(everything, '--operator', '--subject', 'olga');
    expect([operator.code, operator.said.length]).toEqual([EXIT.done, 1]);
    expect(operator.told).toMatch(/"olga" for 60 minutes.*platform operator/);
    expect(await acceptedBy(env, operator.said[0]!)).toMatchObject({ subject: 'olga', isOperator: true });
    const person = await session(everything, '--subject', 'ben', '--minutes', '5');
    expect(await acceptedBy(env, person.said[0]!)).toMatchObject({ subject: 'ben', isOperator: false });
  }
});

test('one line says what is missing: a person, a secret, a longer secret, a running system', async () => {
  const set = { FAREBOX_SESSION_SECRET: SECRET };
  const refused = [
    [await session(set, '--operator'), /^farebox: name the person with --subject.*audit log/],
    [await session({}, '--subject', 'olga'), /^farebox: no system runs in \S+, and FAREBOX_SESSION_SECRET is not set/],
    [
      await session({ FAREBOX_SESSION_SECRET: 'short' }, '--subject', 'o'),
      /FAREBOX_SESSION_SECRET must have at least 32/,
    ],
    [
      await session(set, '--subject', 'olga', '--data-dir', root),
      /^farebox: no system runs in \S+: start it with npm start/,
    ],
  ] as const;
  for (const [{ code, said, told }, reason] of refused) {
    expect([code, said]).toEqual([EXIT.usage, []]);
    expect(told).toMatch(reason);
    expect(told).not.toContain('\n');
  }
});

test('where an OpenID Connect issuer makes the sessions, the line names it and the claim of operators', async () => {
  const env = { FAREBOX_SESSION_SECRET: SECRET, FAREBOX_OIDC_ISSUER: 'https://id.example' };
  const { code, said, told } = await session(env, '--operator', '--subject', 'olga');
  expect([code, said]).toEqual([EXIT.usage, []]);
  expect(told).toMatch(/FAREBOX_OIDC_ISSUER, https:\/\/id\.example\/: sign in there.*FAREBOX_OPERATOR_CLAIM/);
});
