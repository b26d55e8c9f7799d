import { expect, test } from 'vitest';
import { privateWords } from './words.ts';

test('a private word in a name is found, in code and in file names, with the word to use', () => {
  const code =
    '/** An answer is fine in a sentence. */\nexport function queueNudges(): void {}\nconst LOOKS_MAX = 3;\n';
  expect(privateWords('packages/queue/src/ground.ts', code)).toEqual([
    'packages/queue/src/ground.ts:1: ground: say fixture',
    'packages/queue/src/ground.ts:2: queueNudges: say notify',
    'packages/queue/src/ground.ts:3: LOOKS_MAX: say wake-ups, or polls',
  ]);
});

test('a sentence, a longer word and a name of the wire format pass', () => {
  const code =
    "// the answer of the provider\nconst background = 'a nudge';\nconst no_answer = 1;\nconst lookup = 1;\n";
  expect(privateWords('apps/gateway/src/lookup.ts', code)).toEqual([]);
});
