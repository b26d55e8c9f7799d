/** Every list of the operator API has the same paging options, the same hint, and `--all`. */
import { OPERATOR_ROUTES, type OperatorRouteName } from '@farebox/contract';
import { expect, test } from 'vitest';
import { typedAgainst } from '../testing/against.ts';
import { paramsOf, routeOf, SCOPES } from './request.ts';
import { fieldsOf } from './fields.ts';
import { wordsOf } from './words.ts';

interface Schema {
  readonly type?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const schemaOf = (name: OperatorRouteName): Schema | undefined => routeOf(name).successes[200]?.schema;
const propertiesOf = (name: OperatorRouteName): [string, Schema][] => Object.entries(schemaOf(name)?.properties ?? {});
/** A timestamp is not a page position. */
const isNext = ([name, schema]: [string, Schema]): boolean =>
  /^next[A-Z]/.test(name) && !JSON.stringify(schema).includes('date-time');
const nextOf = (name: OperatorRouteName): string | undefined => propertiesOf(name).find(isNext)?.[0];
const listOf = (name: OperatorRouteName): string | undefined =>
  propertiesOf(name).find(([, { type, items }]) => type === 'array' && items?.type === 'object')?.[0];
const queryOf = (next: string): string => next.slice('next'.length).toLowerCase();

const PAGED = (Object.keys(OPERATOR_ROUTES) as OperatorRouteName[]).filter((name) => nextOf(name) !== undefined);
/** The verification of all chains always reads every page: a single page would not answer it. */
const ALWAYS_WHOLE: readonly OperatorRouteName[] = ['verifyEveryAudit'];
const lists = PAGED.filter((name) => listOf(name) !== undefined && !ALWAYS_WHOLE.includes(name));
const texts = PAGED.filter((name) => listOf(name) === undefined);

test.each(PAGED)('%s names the next page in the parameter of its query', (name) => {
  expect(fieldsOf(routeOf(name).query, {}).map((field) => field.name)).toContain(queryOf(nextOf(name) ?? ''));
});

const LAST = 3;

/** Types the command of this route against a list of LAST pages with one item each. */
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

test.each(lists)('%s reports further pages, and --all reads them all', async (name) => {
  expect((await typed(name)).told).toBe('There are more: use --before 2, or --all');
  const { code, said } = await typed(name, '--all', '--json');
  const items = Array.from({ length: LAST }, (_, index) => ({ page: index + 1 }));
  expect([code, JSON.parse(said)]).toEqual([0, { [listOf(name) ?? '']: items, [nextOf(name) ?? '']: null }]);
});

test.each(texts)(
  '%s is not a list: it reports further pages, and --all fails because it cannot join them',
  async (name) => {
    expect((await typed(name)).told).toBe('There are more: use --before 2, or --all');
    const { code, said, told } = await typed(name, '--all');
    expect([code, said, told]).toEqual([1, '', expect.stringContaining('--before')]);
  },
);
