/** Every list of the operator API by pages: one vocabulary, one hint, and `--all` to the end. */
import { OPERATOR_ROUTES, type OperatorRouteName } from '@farebox/contract';
import { expect, test } from 'vitest';
import { typedAgainst } from '../testing/against.ts';
import { paramsOf, routeOf, SCOPES } from './call.ts';
import { fieldsOf } from './fields.ts';
import { wordsOf } from './words.ts';

interface Schema {
  readonly type?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const schemaOf = (name: OperatorRouteName): Schema | undefined => routeOf(name).successes[200]?.schema;
const propertiesOf = (name: OperatorRouteName): [string, Schema][] => Object.entries(schemaOf(name)?.properties ?? {});
/** An instant is no place in a list. */
const isNext = ([name, schema]: [string, Schema]): boolean =>
  /^next[A-Z]/.test(name) && !JSON.stringify(schema).includes('date-time');
const nextOf = (name: OperatorRouteName): string | undefined => propertiesOf(name).find(isNext)?.[0];
const listOf = (name: OperatorRouteName): string | undefined =>
  propertiesOf(name).find(([, { type, items }]) => type === 'array' && items?.type === 'object')?.[0];
const queryOf = (next: string): string => next.slice('next'.length).toLowerCase();

const PAGED = (Object.keys(OPERATOR_ROUTES) as OperatorRouteName[]).filter((name) => nextOf(name) !== undefined);
/** What is told of all chains stands for all: no page of it is an answer. */
const ALWAYS_WHOLE: readonly OperatorRouteName[] = ['verifyEveryAudit'];
const lists = PAGED.filter((name) => listOf(name) !== undefined && !ALWAYS_WHOLE.includes(name));
const texts = PAGED.filter((name) => listOf(name) === undefined);

test.each(PAGED)('%s says where the next page begins in the word of its query', (name) => {
  expect(fieldsOf(routeOf(name).query, {}).map((field) => field.name)).toContain(queryOf(nextOf(name) ?? ''));
});

const LAST = 3;

/** A list of as many pages as LAST, of one item each, under the words of this route. */
async function typed(name: OperatorRouteName, ...more: string[]) {
  const [next = '', list] = [nextOf(name), listOf(name)];
  const params = paramsOf(routeOf(name)).flatMap((param) =>
    param in SCOPES ? [`--${SCOPES[param]}`, 'one'] : ['one'],
  );
  return typedAgainst(
    ({ url = '' }, response) => {
      const page = Number(new URL(url, 'http://a').searchParams.get(queryOf(next)) ?? '1');
      const items = list === undefined ? {} : { [list]: [{ page }] };
      response.end(JSON.stringify({ data: { ...items, [next]: page < LAST ? String(page + 1) : null } }));
    },
    [...Object.values(wordsOf(name)), ...params, ...more],
  );
}

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
