/** A key goes only to a host that its own file names. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { apiKeysIn } from './api-keys.ts';

function keysOf(text: string): (url: string, name?: string) => string | null {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-keys-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'acme-key'), text);
  const keys = apiKeysIn(directory);
  return (url, name = 'acme-key') => keys(name, url);
}

test('each host has its own key', () => {
  const keyFor = keysOf('api.a.example key-1\n  Queue.B.example:8443\tkey-2  \n\nlocalhost:9 k');
  expect(keyFor('https://api.a.example/v1')).toBe('key-1');
  expect(keyFor('https://queue.b.example:8443')).toBe('key-2');
  expect(keyFor('http://localhost:9/x')).toBe('k');
});

test('the port of a line may be the default one, which a URL does not show', () => {
  const keyFor = keysOf('api.a.example:443 key-1');
  expect([keyFor('https://api.a.example/v1'), keyFor('https://api.a.example:443/v1')]).toEqual(['key-1', 'key-1']);
  expect([keyFor('http://api.a.example/v1'), keyFor('https://api.a.example:8443/v1')]).toEqual([null, null]);
});

test.each([
  'https://a.example',
  'https://api.a.example.evil.example',
  'https://api.a.example@evil.example',
  'https://api.a.example:8443',
  'nonsense',
])('%s gets no key of another host', (url) => {
  expect(keysOf('api.a.example key-1')(url)).toBeNull();
});

test('the secret of a runner, a key without a host, and a name that is a path are no keys', () => {
  expect(keysOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')('https://api.a.example')).toBeNull();
  const keyFor = keysOf('api.a.example key-1\n');
  expect(keyFor('https://api.a.example', 'other')).toBeNull();
  expect(keyFor('https://api.a.example', '../acme-key')).toBeNull();
  expect(apiKeysIn('')('acme-key', 'https://api.a.example')).toBeNull();
});

test('the later of two lines of one host, and a key with a space, are not used', () => {
  expect(keysOf('a.example k 1\na.example key-2\na.example key-3')('https://a.example')).toBe('key-2');
});
