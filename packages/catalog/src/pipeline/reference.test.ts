import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { compileReader } from '../arguments/validator.ts';
import { fileArgument } from '../files/file.ts';
import { checkedSchema, publishedSchema } from './reference.ts';

const file = fileArgument('Image', 'An image.');
const schema = Type.Object(
  {
    source: file,
    images: Type.Array(file, { title: 'Images', minItems: 1 }),
    mark: Type.Optional(Type.Object({ picture: file }, { title: 'Mark', additionalProperties: false })),
  },
  { additionalProperties: false },
);
const stored = { fileId: 'file_a' };
const made = { step: 0, artifact: 3 };

describe.for([
  ['published', publishedSchema],
  ['checked', checkedSchema],
] as const)('a tool in a pipeline, by its %s schema,', ([, widened]) => {
  const read = compileReader(widened(schema));
  it.for([
    ['in a field', { source: made, images: [stored] }],
    ['in a list', { source: stored, images: [stored, made, made] }],
    ['in a field of a field', { source: stored, images: [stored], mark: { picture: made } }],
  ] as const)('takes an artifact for a file %s', ([, input]) => {
    expect(read(input).ok).toBe(true);
  });

  it('refuses a value that is neither a file nor an artifact', () => {
    for (const other of [{}, { ...stored, ...made }, { step: 0 }]) {
      expect(read({ source: stored, images: [other] }).ok).toBe(false);
    }
  });
});

it('outside of a pipeline, an artifact is not accepted as a file', () => {
  expect(compileReader(schema)({ source: stored, images: [made] }).ok).toBe(false);
});
