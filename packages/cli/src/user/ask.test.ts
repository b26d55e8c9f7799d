/** The limit above which a person is asked: a value that is no amount stops the command, and is named with its variable. */
import { expect, test } from 'vitest';
import { recordingContext } from '../testing/recording-context.ts';
import { typist } from '../testing/typing.ts';
import { agreed } from './ask.ts';

test.each(['', 'much'])('FAREBOX_ASK_ABOVE="%s" is named as no amount', async (given) => {
  const context = recordingContext({ env: { FAREBOX_ASK_ABOVE: given } });
  await expect(agreed(0, { yes: true }, context)).rejects.toMatchObject({
    exit: 'usage',
    message: `FAREBOX_ASK_ABOVE must be USD with at most six decimals, such as 25 or 0.005; it is "${given}"`,
  });
});

const farebox = typist({ env: {}, where: [] });

test.each([
  ['batch run a-tool lines.jsonl --max 1e3', '--max must be USD'],
  ['batch run a-tool lines.jsonl --max -1', '--max must not be below zero'],
  ['batch run a-tool lines.jsonl --ask-above x', '--ask-above must be USD'],
  ['mcp --max-spend x', '--max-spend must be USD'],
])('farebox %s: the option is named', async (line, words) => {
  expect(await farebox(line)).toMatchObject({ code: 2, told: expect.stringContaining(`farebox: ${words}`) });
});
