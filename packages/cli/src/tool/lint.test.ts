/** `farebox tool lint` on files of this machine, without any connection. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestOf } from '@farebox/tools/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../program/run.ts';
import { writeProfiles } from '../remote/profile.ts';
import { recordingContext } from '../testing/recording-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function lint(text: string, ...words: string[]) {
  writeFileSync(join(folder, 'tool.yaml'), text);
  const context = recordingContext({ env: { INIT_CWD: folder } });
  const code = await run(['tool', 'lint', 'tool.yaml', ...words], context);
  return { code, said: context.said.join('\n'), told: context.told.join('\n') };
}

const right = JSON.stringify(manifestOf(), null, 2);

test('a manifest without a problem ends with 0, its prices and the next command', async () => {
  expect(await lint(right)).toEqual({
    code: 0,
    said: 'acme-read-text has no problem. The example costs at most 0.0016 USD, any call at most 0.032 USD.',
    told: 'Next: farebox tool publish tool.yaml --preview',
  });
  const { code, said } = await lint(right, '--json');
  expect([code, JSON.parse(said)]).toMatchObject([0, { problems: [], exampleMaximumMicros: 1_600 }]);
});

test('every problem is printed with its line, its pointer and what to write instead', async () => {
  const text = `farebox: 1
name: image-mine
title: Mine
description: |
  Mine.
category: image
input:
  type: object
  additionalProperties: false
  properties:
    text: { type: string }
example: {}
price: { unit: run, unitPriceMicros: 1, minimumChargeMicros: 1, units: { ceil: 1 }, onFailure: none }
runner:
  kind: http
  url: ftp://acme.example
  maxRuntimeSeconds: 60
  concurrency: 1
`;
  const { code, said, told } = await lint(text);
  expect([code, told]).toEqual([1, 'farebox: tool.yaml has 5 problems']);
  expect(said.split('\n')).toEqual([
    expect.stringMatching(/^tool\.yaml:1: \/test\/simulate is missing: calls of test projects need it/),
    expect.stringMatching(/^tool\.yaml:2: \/name begins with "image", which is reserved .* "acme-"$/),
    expect.stringMatching(/^tool\.yaml:11: \/input\/properties\/text\/maxLength is missing: write the most characters/),
    'tool.yaml:14: /runner/secret is missing',
    'tool.yaml:16: /runner/url must be a URL that starts with https://',
  ]);
  const json = JSON.parse((await lint(text, '--json')).said) as { problems: readonly object[] };
  expect(json.problems).toHaveLength(5);
  expect(json.problems[1]).toMatchObject({ pointer: '/name', line: 2 });
});

test('a mistake of the text has its line', async () => {
  expect(await lint('farebox: 1\nname: &a x\n')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^tool\.yaml:2: is an anchor/),
  });
});

describe('a manifest that cannot be read is a usage error, with its path, the reason and what to do', () => {
  writeFileSync(join(folder, 'latin.yaml'), Buffer.from('title: Gr\u00fcn\n', 'latin1'));
  mkdirSync(join(folder, 'folder.yaml'));
  writeFileSync(join(folder, 'plain.yaml'), right);
  symlinkSync('loop.yaml', join(folder, 'loop.yaml'));

  const FILES = [
    ['absent.yaml', 'it does not exist; check the path'],
    ['plain.yaml/x', 'a part of its path is no folder; check the path'],
    ['folder.yaml', 'it is a folder; name a file in it'],
    ['latin.yaml', 'it is no text in UTF-8; save it as UTF-8'],
    ['loop.yaml', 'the system says ELOOP; copy it to another place and name the copy'],
  ] as const;
  test.for(FILES)('%s', async ([file, reason]) => {
    const env = { INIT_CWD: folder, XDG_CONFIG_HOME: folder, SESSION: 'x' };
    writeProfiles({ current: 'p', profiles: { p: { url: 'http://127.0.0.1:9', token: { env: 'SESSION' } } } }, env);
    for (const verb of ['lint', 'publish', 'preview']) {
      const context = recordingContext({ env });
      expect(await run(['tool', verb, file], context), verb).toBe(2);
      expect(context.told).toEqual([`farebox: ${file} cannot be read: ${reason}`]);
    }
  });
});
