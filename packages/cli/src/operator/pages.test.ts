/** Every list of the operator API by pages: one vocabulary, one hint, and `--all` to the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR_ROUTES, type OperatorRouteName } from '@tollgate/contract';
import { afterAll, expect, test } from 'vitest';
import { run } from '../program/run.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { serving } from '../testing/serving.ts';
import { paramsOf, routeOf, SCOPES } from './call.ts';
import { fieldsOf } from './fields.ts';
import { wordsOf } from './words.ts';

const config = mkdtempSync(join(tmpdir(), 'tollgate-pages-'));
afterAll(() => rmSync(config, { recursive: true, force: true }));
const env = { XDG_CONFIG_HOME: config, SESSION: 'a.b.c' };

interface Schema {
  readonly type?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const schemaOf = (name: OperatorRouteName): Schema | undefined => routeOf(name).successes[200]?.schema;
const propertiesOf = (name: OperatorRouteName): [string, Schema][] => Object.entries(schemaOf(name)?.properties ?? {});
/** An instant is no place in a list. */
const nextOf = (name: OperatorRouteName): string | undefined =>
  propertiesOf(name).find(
    ([key, schema]) => /^next[A-Z]/.test(key) && !JSON.stringify(schema).includes('date-time'),
  )?.[0];
const listOf = (name: OperatorRouteName): string | undefined =>
  propertiesOf(name).find(([, { type, items }]) => type === 'array' && items?.type === 'object')?.[0];

const PAGED = (Object.keys(OPERATOR_ROUTES) as OperatorRouteName[]).filter((name) => nextOf(name) !== undefined);

test.each(PAGED)('%s says where the next page begins in the word of its query', (name) => {
  const word = (nextOf(name) ?? '').slice('next'.length).toLowerCase();
  expect(fieldsOf(routeOf(name).query, {}).map((field) => field.name)).toContain(word);
});

const LAST = 3;

/** A list of as many pages as LAST, of one item each, under the words of this route. */
async function typed(name: OperatorRouteName, ...more: string[]) {
  const [next = '', list] = [nextOf(name), listOf(name)];
  const word = next.slice('next'.length).toLowerCase();
  await using server = await serving(({ url = '' }, response) => {
    const page = Number(new URL(url, 'http://a').searchParams.get(word) ?? '1');
    const items = list === undefined ? {} : { [list]: [{ page }] };
    response.end(JSON.stringify({ data: { ...items, [next]: page < LAST ? String(page + 1) : null } }));
  });
  const setUp = recordingContext({ env });
  const profile = ['profile', 'add', 'here', '--url', server.url, '--token-env', 'SESSION'];
  expect(await run(profile, setUp), setUp.told.join()).toBe(0);
  const scopes = paramsOf(routeOf(name)).flatMap((param) =>
    param in SCOPES ? [`--${SCOPES[param]}`, 'one'] : ['one'],
  );
  const context = recordingContext({ env });
  const code = await run([...Object.values(wordsOf(name)), ...scopes, '--profile', 'here', ...more], context);
  return { code, said: context.said.join('\n'), told: context.told.join('\n') };
}

const [lists, texts] = [PAGED.filter((name) => listOf(name)), PAGED.filter((name) => !listOf(name))];

test.each(lists)('%s says that there are more, and --all goes to the end', async (name) => {
  expect((await typed(name)).told).toBe('There are more: --before 2, or --all');
  const { code, said } = await typed(name, '--all', '--json');
  const items = Array.from({ length: LAST }, (_, index) => ({ page: index + 1 }));
  expect([code, JSON.parse(said)]).toEqual([0, { [listOf(name) ?? '']: items, [nextOf(name) ?? '']: null }]);
});

test.each(texts)('%s is no list: it says that there are more, and --all that it cannot join them', async (name) => {
  expect((await typed(name)).told).toBe('There are more: --before 2, or --all');
  const { code, said, told } = await typed(name, '--all');
  expect([code, said, told]).toEqual([1, '', expect.stringContaining('--before')]);
});
