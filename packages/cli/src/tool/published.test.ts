/** Publishes a tool as an operator types it, on a complete system: checked, previewed, published, activated, retired. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestOf } from '@farebox/tools/testing';
import { afterAll, expect, test } from 'vitest';
import { run } from '../program/run.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { running } from '../testing/running.ts';

const directory = mkdtempSync(join(tmpdir(), 'farebox-own-tool-'));
chmodSync(directory, 0o755);
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const data = join(directory, 'data');
const NAME = 'acme-read-text';

async function farebox(line: string) {
  const context = recordingContext({ env: { XDG_CONFIG_HOME: join(directory, 'config'), INIT_CWD: directory } });
  const code = await run([...line.split(' '), '--data-dir', data], context);
  return { code, said: context.said.join('\n'), told: context.told.join('\n') };
}

function write(changes: object): void {
  writeFileSync(join(directory, 'tool.yaml'), JSON.stringify(manifestOf(NAME, { ...changes }), null, 2));
}

test(
  'a tool is published, activated and retired by commands, each of which names the next',
  { timeout: 180_000 },
  async () => {
    await running(data, async () => {
      write({});
      const preview = await farebox('tool publish tool.yaml --preview');
      expect(preview).toMatchObject({ code: 0, told: '\nNext: farebox tool publish tool.yaml --activate' });
      expect(preview.said).toMatch(
        /exampleQuote\.maximum +0\.0016 USD[\s\S]*highestPrice +0\.032 USD[\s\S]*\n\nchanges:\n\(none\)$/,
      );
      expect((await farebox('tool list')).said).toBe('(none)');

      expect(await farebox('tool publish tool.yaml')).toMatchObject({
        code: 0,
        said: expect.stringMatching(/^version +1$/m),
        told: `\nNext: farebox tool activate ${NAME} 1`,
      });
      expect((await farebox('tool preview tool.yaml')).told).toBe(`\nNext: farebox tool activate ${NAME} 1`);
      expect((await farebox(`tool activate ${NAME} 1`)).said).toMatch(/^activeVersion +1$/m);
      write({ title: 'Reads text' });
      expect((await farebox('tool preview tool.yaml')).said).toMatch(/\/title +"Read text" +"Reads text"/);
      expect((await farebox('tool publish tool.yaml --activate')).said).toMatch(/^activeVersion +2$/m);
      expect((await farebox(`tool show ${NAME} --field manifest.title`)).said).toBe('Reads text');
      expect((await farebox(`tool show ${NAME} 1 --field manifest.title`)).said).toBe('Read text');
      for (const verb of ['show', 'activate'])
        expect(await farebox(`tool ${verb} ${NAME} 3`)).toMatchObject({
          code: 3,
          told: 'farebox: not_found: there is no such tool version: the latest are 2, 1',
        });

      expect((await farebox('tool preview tool.yaml')).told).toBe('');
      expect((await farebox(`tool retire ${NAME} --reason withdrawn`)).said).toMatch(/^retiredAt +2/m);
      write({ title: 'Reads texts' });
      expect((await farebox('tool preview tool.yaml')).told).toBe('\nNext: farebox tool publish tool.yaml');
      write({ title: 'Reads text' });
      expect(await farebox('tool publish tool.yaml --activate')).toMatchObject({ code: 3, said: '' });
      expect((await farebox(`tool activate ${NAME}`)).said).toMatch(/^activeVersion +2$/m);

      write({ title: '' });
      const refused = await farebox('tool publish tool.yaml');
      expect(refused).toMatchObject({ code: 3, told: expect.stringContaining('/manifest/title must be a text') });
      expect((await farebox('audit list')).said).toMatch(/tool\.activate[\s\S]*tool\.retire[\s\S]*tool\.publish/);
    });
  },
);
