/** The generators of the client for Python: each construct that they must translate, once. */
import { expect, test } from 'vitest';
import { synchronous } from './sync.ts';
import { type Schemas, pythonTypes, quoted } from './types.ts';

test('asynchronous code becomes synchronous code', () => {
  const source = `async def f(self) -> AsyncGenerator[int, None]:
    async with aclosing(await AsyncApi().aopen(await anext(it))) as api:
        async for chunk in api.aiter_bytes():
            yield AsyncThing(chunk)
`;
  expect(synchronous(source).split('\n').slice(1).join('\n')).toBe(`def f(self) -> Generator[int, None, None]:
    with closing(Api().aopen(next(it))) as api:
        for chunk in api.iter_bytes():
            yield Thing(chunk)
`);
});

const SCHEMAS: Schemas = {
  Id: { type: 'string', description: 'Opaque.' },
  Color: { enum: ['red', "blue'"], type: 'string' },
  Thing: {
    type: 'object',
    description: 'A thing.',
    required: ['id'],
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      color: { anyOf: [{ $ref: '#/components/schemas/Color' }, { type: 'null' }] },
      more: { type: 'array', items: { type: 'object', additionalProperties: { type: 'integer' } } },
    },
  },
  Any: { oneOf: [{ $ref: '#/components/schemas/Thing' }, { $ref: '#/components/schemas/Id' }] },
};

test('schemas become typed dictionaries, each after those that it needs', () => {
  expect([...pythonTypes(['Any'], SCHEMAS)]).toEqual([
    ['Color', `Color = Literal['red', "blue'"]\n`],
    [
      'Thing',
      `class _ThingRequired(TypedDict):
    id: str


class Thing(_ThingRequired, total=False):
    """A thing."""
    color: Color | None
    more: list[dict[str, int]]
`,
    ],
    ['Any', 'Any = Union[Thing, str]\n'],
  ]);
});

test('an object without a name and an unknown type are refused', () => {
  const nameless = { A: { properties: { b: { type: 'object', properties: { c: { type: 'string' } } } } } };
  expect(() => pythonTypes(['A'], nameless)).toThrow('an object without a name: c');
  expect(() => pythonTypes(['A'], { A: { properties: { b: { type: 'file' } } } })).toThrow(
    'no type of Python for file',
  );
  expect(() => pythonTypes(['A'], {})).toThrow('no schema A');
});

test('texts keep their quotes', () => {
  expect([quoted('a'), quoted("it's"), quoted('a "b"')]).toEqual(["'a'", `"it's"`, `'a "b"'`]);
});
