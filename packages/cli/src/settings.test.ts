import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SETTINGS_OF } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { settingsFor } from './settings.ts';

const SECRETS = {
  FAREBOX_KEY_PEPPER: 'pepper'.repeat(8),
  FAREBOX_URL_SECRET: 'url'.repeat(16),
  FAREBOX_SESSION_SECRET: 'session'.repeat(8),
};
const GIVEN = {
  PATH: '/bin',
  LANG: 'C',
  FAREBOX_OPENAI_URL: 'https://api.example.com',
  FAREBOX_OPENAI_KEY: 'the key of the service',
  FAREBOX_MIGRATION_DATABASE_URL: 'postgres://owner:secret@127.0.0.1/farebox',
};

test('each application gets only the settings that it reads: no worker gets pepper or session secret, one the URL secret, none the table owner', async () => {
  const options = { dataDirectory: '/nowhere', host: '127.0.0.1', port: 8080, simulator: true };
  const settings = await settingsFor({
    options,
    env: GIVEN,
    databaseUrl: 'postgres://app@127.0.0.1/t',
    secrets: SECRETS,
  });
  expect(Object.keys(settings).sort()).toEqual(['gateway', 'keeper', 'simulator', 'worker-image', 'worker-provider']);
  const ours = new Set<string>(Object.values(SETTINGS_OF).flat());
  for (const [name, env] of Object.entries(settings)) {
    const read: readonly string[] = SETTINGS_OF[name as keyof typeof SETTINGS_OF];
    expect(
      Object.keys(env).filter((variable) => ours.has(variable) && !read.includes(variable)),
      name,
    ).toEqual([]);
    expect(env).toMatchObject({ PATH: '/bin', LANG: 'C' });
  }
  const knowing = (secret: string) =>
    Object.entries(settings).flatMap(([name, env]) => (Object.values(env).includes(secret) ? [name] : []));
  const { FAREBOX_URL_SECRET: urlSecret, ...others } = SECRETS;
  // The provider worker makes the URLs of files for runners.
  expect(knowing(urlSecret).toSorted()).toEqual(['gateway', 'keeper', 'worker-provider']);
  for (const secret of Object.values(others)) expect(knowing(secret)).toEqual(['gateway']);
  expect(knowing(GIVEN.FAREBOX_OPENAI_KEY)).toEqual(['worker-provider']);
  expect(knowing(GIVEN.FAREBOX_MIGRATION_DATABASE_URL)).toEqual([]);
  expect(settings.keeper).toMatchObject({
    DATABASE_URL: 'postgres://app@127.0.0.1/t',
    FAREBOX_DATA_DIR: '/nowhere/files',
  });
});

test('only the provider worker gets a key that the file of providers names, and an invalid file stops the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-settings-'));
  const path = join(folder, 'providers.json');
  const entry = { kind: 'openai', url: 'https://a.example', key: { env: 'PICTURES_KEY' }, models: { one: {} } };
  const started = () =>
    settingsFor({
      options: { dataDirectory: '/nowhere', host: '127.0.0.1', port: 8080 },
      env: { PICTURES_KEY: 'the key of the pictures', FAREBOX_PROVIDERS_FILE: path },
      databaseUrl: 'postgres://app@127.0.0.1/t',
      secrets: SECRETS,
    });
  try {
    writeFileSync(path, JSON.stringify({ providers: { pictures: entry }, tools: {} }));
    const settings = Object.entries(await started());
    const having = (variable: string) => settings.flatMap(([name, env]) => (variable in env ? [name] : [])).sort();
    expect(having('PICTURES_KEY')).toEqual(['worker-provider']);
    expect(having('FAREBOX_PROVIDERS_FILE')).toEqual(['gateway', 'keeper', 'worker-provider']);
    writeFileSync(path, '{}');
    await expect(started()).rejects.toThrow('FAREBOX_PROVIDERS_FILE at /providers is required');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
