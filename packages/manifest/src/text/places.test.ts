/** The lines of members in the text of a manifest. */
import { expect, test } from 'vitest';
import { placesOf } from './places.ts';

test('each member and each element has the line of its name, in YAML', () => {
  const text = `# A comment.
farebox: 1
input:
  properties: { source: { $ref: "farebox:file" } }
files:
  /source: { mimeTypes: [image/jpeg,
    image/png] }
`;
  expect(Object.fromEntries(placesOf(text))).toEqual({
    '': 1,
    '/farebox': 2,
    '/input': 3,
    '/input/properties': 4,
    '/input/properties/source': 4,
    '/input/properties/source/$ref': 4,
    '/files': 5,
    '/files/~1source': 6,
    '/files/~1source/mimeTypes': 6,
    '/files/~1source/mimeTypes/0': 6,
    '/files/~1source/mimeTypes/1': 7,
  });
});

test('JSON has places too, and an element that is absent has none', () => {
  const places = placesOf('{\n  "a": [\n    { "b": 1 },\n    2\n  ]\n}');
  expect(Object.fromEntries(places)).toEqual({ '': 1, '/a': 2, '/a/0': 3, '/a/0/b': 3, '/a/1': 4 });
  expect(placesOf('').get('/a')).toBeUndefined();
});
