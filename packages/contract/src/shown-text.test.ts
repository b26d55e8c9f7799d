/** Text that a person gives and others read has no control characters, in any request of both APIs. */
import { expect, test } from 'vitest';
import type { TSchema } from 'typebox';
import { OPERATOR_ROUTES, ROUTES } from './index.ts';

/** Fields that people read, by their names. */
const SHOWN = /(^name|Name|^subject|Subject|^reason|^title|^label|^description|^reference)$/;
const REFUSED = [
  'a\u0000b',
  'a\nb',
  'a\u001b[31mb',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
  'a\u202eb',
  'a\u2066b',
  '\ufeffa',
];

interface Shown {
  readonly path: string;
  readonly pattern: string | undefined;
  /** A list of words is no free text. */
  readonly isFree: boolean;
}

type Node = TSchema & {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly type?: string;
};

function shownIn(schema: TSchema | undefined, path: string): readonly Shown[] {
  if (schema === undefined) return [];
  const { properties = {}, items, anyOf = [], pattern, type, enum: words } = schema as Node;
  const isShown = type === 'string' && SHOWN.test(path.split('/').at(-1) ?? '');
  return [
    ...(isShown ? [{ path, pattern, isFree: words === undefined }] : []),
    ...Object.entries(properties).flatMap(([name, each]) => shownIn(each, `${path}/${name}`)),
    ...shownIn(items, path),
    ...anyOf.flatMap((each) => shownIn(each, path)),
  ];
}

const bodies = Object.entries({ ...ROUTES, ...OPERATOR_ROUTES }).flatMap(([name, route]) =>
  shownIn('body' in route && 'schema' in route.body ? route.body.schema : undefined, name),
);
const free = bodies.filter(({ isFree }) => isFree);

test('the requests have fields that people read', () => {
  expect(free.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['addMember/name', 'createProject/name', 'issueKey/name', 'giveCredit/reason']),
  );
});

test.each(free)('$path refuses characters that deceive or disturb its readers', ({ path, pattern }) => {
  const allowed = new RegExp(pattern ?? '', 'u');
  const lines = path.endsWith('/description') ? ['a\nb'] : [];
  expect(REFUSED.filter((text) => allowed.test(text))).toEqual(lines);
});

test('names of all scripts, and pictures that are joined, are names', () => {
  const [{ pattern } = { pattern: '' }] = free.filter(({ path }) => path === 'createProject/name');
  for (const name of ['Zoë – Söhne & Co.', '株式会社', 'متجر', '👩‍🚀 🇩🇪'])
    expect(new RegExp(pattern ?? '', 'u').test(name)).toBe(true);
});
