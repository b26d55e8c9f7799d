import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { form, read } from './arriving.ts';

function expected(bytes: Buffer, mimeType = 'image/png') {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ok: true, mimeType, bytes, sha256, sizeBytes: bytes.length };
}

test('any file is decoded unchanged, whatever the chunks in which it arrives', async () => {
  const file = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  await fc.assert(
    fc.asyncProperty(file, fc.integer({ min: 1, max: 50 }), async (bytes, pieceBytes) => {
      expect(await read(form(bytes.toString('base64')), pieceBytes)).toEqual(expected(bytes));
    }),
  );
});

test('fields in any order, white space anywhere and escapes are valid', async () => {
  const bytes = Buffer.from([0xff, 0xff, 0xff, 0x00]);
  const texts = [
    '{"data":"////AA==","mimeType":"image/png"}',
    ' \n\t{ "mimeType" :\r\n"image/png" , "data" : "////AA==" } \n',
    String.raw`{"mimeType":"image\/png","data":"\/\/\/\/AA=="}`,
    String.raw`{"\u006dimeType":"image/png","d\u0061ta":"\u002f\u002F//\u0041A\u003d="}`,
  ];
  for (const text of texts)
    for (const pieceBytes of [1, 2, 7, 1000]) expect(await read(text, pieceBytes)).toEqual(expected(bytes));
});

describe('a body that is not one complete JSON object', () => {
  test.for([
    '',
    ' ',
    '{',
    '{}}',
    '{}{}',
    '{} x',
    '[]',
    '"a"',
    '12',
    'null',
    'true',
    '{"data"}',
    '{"data":}',
    '{"data":"AAAA",}',
    "{'data':1}",
    '{data:1}',
    '{"data":+1}',
    '{"data":.5}',
    '{"data":Nan}',
    '{"data":"\n"}',
    '{"data":"AAAA\n"}',
    '{"data":"\\u12"}',
    '{"data":"AAAA" "mimeType":""}',
    '{"data":"AAAA"',
    '{"data":"AAAA',
    '{"mimeType":"\0"}',
    '{"mimeType":"\n"}',
    '{"mimeType":"\\x"}',
    '{"mime\nType":1}',
    '/**/{}',
    '\ufeff{}',
    form('AAAA').slice(0, -1),
    `${form('AAAA')},`,
  ])('is invalid_json: %#', async (text) => {
    for (const pieceBytes of [1, 3, 70_000])
      expect(await read(text, pieceBytes)).toEqual({ ok: false, reason: 'invalid_json' });
  });

  test.for(['ff', 'c0af', 'eda080', 'f4908080', 'e282', '80'])(
    'is invalid_json with the bytes %s, which are not UTF-8',
    async (hex) => {
      for (const [before, after] of [
        ['{"', '":"AAAA"}'],
        ['{"mimeType":"', '"}'],
      ] as const) {
        const text = Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)]);
        expect(await read(text)).toEqual({ ok: false, reason: 'invalid_json' });
      }
    },
  );

  test.for([
    '{"mimeType":"image/png","data":"AAAA","data":"AAAA"}',
    '{"mimeType":"image/png","mimeType":"image/png","data":"AAAA"}',
    String.raw`{"mimeType":"image/png","data":"AAAA","d\u0061ta":"AAAA"}`,
    String.raw`{"\u0000":1}`,
    String.raw`{"\ud800":1}`,
  ])('is invalid_json if it breaks the policy of all bodies: %s', async (text) => {
    expect(await read(text)).toEqual({ ok: false, reason: 'invalid_json' });
  });

  test('is never accepted if JSON.parse refuses it, and otherwise has the same meaning', async () => {
    const alphabet = [
      '{',
      '}',
      '[',
      '"data"',
      '"mimeType"',
      '"image/png"',
      '"AAAA"',
      '"',
      ':',
      ',',
      '1',
      'null',
      '\\',
      '\\u0041',
      ' ',
    ];
    const text = fc.array(fc.constantFrom(...alphabet), { maxLength: 12 }).map((parts) => `{${parts.join('')}}`);
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (each, pieceBytes) => {
        const reading = await read(each, pieceBytes);
        const taken = reading.ok && { mimeType: reading.mimeType, data: reading.bytes.toString('base64') };
        const means = isJson(each) && !hasTwins(each) ? (JSON.parse(each) as unknown) : false;
        expect([taken, !reading.ok && reading.reason === 'invalid_json' && means !== false]).toEqual([
          taken === false ? false : means,
          false,
        ]);
      }),
      { numRuns: 3000 },
    );
  });
});

/** Detects duplicates of the members that the alphabet above can spell. */
const hasTwins = (text: string): boolean =>
  ['"data"', '"mimeType"'].some((name) => text.split(`${name}:`).length + text.split(`${name} :`).length > 3);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('problems of a form are reported field by field', () => {
  const [required, wrongType, unknown] = ['is required', 'must be string', 'is not a field of this request'];
  const base64 = 'must be canonical base64 of at least one byte';
  test.for([
    ['{}', { '/mimeType': required, '/data': required }],
    ['{"mimeType":"image/png"}', { '/data': required }],
    ['{"data":"AAAA"}', { '/mimeType': required }],
    ['{"mimeType":1,"data":null}', { '/mimeType': wrongType }],
    ['{"data":null,"mimeType":1}', { '/data': wrongType }],
    ['{"mimeType":["image/png"],"data":{"data":"AAAA"}}', { '/mimeType': wrongType }],
    ['{"mimeType":"image/png","data":"AAAA","a/~b":1}', { '/a~1~0b': unknown }],
    ['{"mimeType":"image/png","data":"AAAA","__proto__":{"data":1}}', { '/__proto__': unknown }],
    ['{"mimeType":"image/png","data":"AAAA","Data":"AAAA"}', { '/Data': unknown }],
    ['{"mimeType":"image/png","data":""}', { '/data': 'is empty: a file has at least one byte' }],
    ['{"mimeType":"image/png","data":"A"}', { '/data': base64 }],
  ] as const)('%s', async ([text, fields]) => {
    for (const pieceBytes of [1, 70_000])
      expect(await read(text, pieceBytes)).toEqual({ ok: false, reason: 'invalid_request', fields });
  });

  test.for([
    'A',
    'AA',
    'AAA',
    'AA=',
    'AAAA=',
    '=',
    '====',
    'A===',
    'AA==AAAA',
    'AAA=AAAA',
    'AAAA\n',
    ' AAAA',
    'AA-_',
    'AAé=',
    'AB==',
    'AAB=',
    'AA=A',
    'A\\u0000AA',
    'AA\\"AA',
    'AAA\\n',
    '\\u0141AAA',
  ])('the base64 %j is not canonical', async (data) => {
    for (const pieceBytes of [1, 1000]) {
      const reading = await read(`{"mimeType":"image/png","data":"${data}"}`.replace('\n', '\\n'), pieceBytes);
      expect(reading).toEqual({ ok: false, reason: 'invalid_request', fields: { '/data': base64 } });
    }
  });

  test.for(['image/gif', 'IMAGE/PNG', 'image/png ', '', 'x'.repeat(60_000)])(
    'the media type %j is unsupported',
    async (mimeType) => {
      expect(await read(form('AAAA', mimeType))).toEqual({ ok: false, reason: 'unsupported_media_type' });
    },
  );
});
