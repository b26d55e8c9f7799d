import { expect, test } from 'vitest';
import { privatePhrases, privateWords } from './words.ts';

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

test('a private phrase is found in comments of every language and in pages, and says what to write', () => {
  const name = 'name the actor: client, worker, operator';
  expect(privatePhrases('packages/x/src/a.ts', '/**\n * Told to whoever asks.\n */\nconst a = 1;')).toEqual([
    `packages/x/src/a.ts:2: "whoever": ${name}`,
  ]);
  expect(privatePhrases('prisma/functions/a/b.sql', '-- Whoever asks.')).toHaveLength(1);
  expect(privatePhrases('docs/a.md', 'A coalesced call.')).toEqual(['docs/a.md:1: "coalesced": grouped query']);
});

test('code, names in backticks and code blocks are not read as sentences', () => {
  expect(privatePhrases('packages/x/src/a.ts', "const whoever = 'whoever';\n// Calls `coalesce`.")).toEqual([]);
  expect(privatePhrases('docs/a.md', '```\nwhoever\n```\n`whoever` asks.')).toEqual([]);
});
