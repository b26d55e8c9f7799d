/** The examples of the SDK's README, installed in an empty folder: each supported compiler accepts them, and one program runs them. */
// Modes: embedded.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import { install, installed } from './client/installed.ts';
import { foreign, printed } from './client/shell.ts';
import { jpeg } from './samples/images.ts';

const { key } = identitiesOf(import.meta.filename);
const README = join(import.meta.dirname, '../../packages/sdk/README.md');
/** The oldest compiler that the package supports, and the last of each major version since. */
const COMPILERS = ['5.4', '5.9', '6.0', '7.0'];

let folder: string;
beforeAll(async () => {
  folder = await installed();
  await install(
    folder,
    '@types/node@20',
    ...COMPILERS.map((version) => `typescript-${version}@npm:typescript@${version}`),
  );
  writeFileSync(join(folder, 'photo.jpg'), await jpeg({ width: 400, height: 300 }));
  mkdirSync(join(folder, 'no-types'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const blocks = [...readFileSync(README, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);

// issue 10.1: "its README's examples run in CI"
test('they run in a folder that has only the package, and produce the described results', async () => {
  expect(blocks).toHaveLength(3);
  writeFileSync(join(folder, 'examples.ts'), blocks.join(''));
  const env = { FAREBOX_URL: gatewayUrl(), FAREBOX_API_KEY: key };
  const { code, stdout } = await foreign([process.execPath, 'examples.ts'], folder, env);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^queued\n(running\n)*succeeded\n\$0\.\d+\n0 of 2: 160 px\n1 of 2: 320 px\nNothing was sent\. Raise the ceiling/,
  );
  expect(existsSync(join(folder, 'small.jpg'))).toBe(true);
  expect(await sharp(join(folder, 'small.jpg')).metadata()).toMatchObject({ width: 200, height: 150 });
});

const PAGE = `import { createFarebox, putFile, putParts, usd, verifyWebhook, webStore } from '@farebox/sdk';
const farebox = createFarebox({ baseUrl: '', apiKey: '', store: webStore(localStorage) });
void farebox.run('image-resize', { source: { fileId: '' }, width: 3 }, { ceiling: usd('1') });
void [putFile, putParts, verifyWebhook];
`;

// issue 25.4: "TypeScript 5.4 to 7 without `skipLibCheck`"
test.each(COMPILERS)('TypeScript %s checks them and all declarations of the package', async (version) => {
  writeFileSync(join(folder, 'examples.ts'), blocks.join(''));
  writeFileSync(join(folder, 'page.ts'), PAGE);
  const tsc = [process.execPath, `node_modules/typescript-${version}/bin/tsc`, '--noEmit', '--strict'];
  const alone = Number(version) >= 6 ? ['--ignoreConfig'] : [];
  const options = [...alone, '--module', 'nodenext', '--target', 'es2022'];
  expect(await printed([...tsc, ...options, '--lib', 'es2023', '--types', 'node', 'examples.ts'], folder)).toBe('');
  const page = ['--lib', 'es2022,dom,dom.iterable', '--typeRoots', 'no-types', 'page.ts'];
  expect(await printed([...tsc, ...options, ...page], folder)).toBe('');
});
