/** Every command has an example in its help, and the command accepts every example as written. */
import { createCatalog } from '@farebox/catalog';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { recordingContext } from '../testing/recording-context.ts';
import { wordsIn } from '../testing/words-in.ts';
import { toolCommand, toolNamed, type Verb } from '../user/tool-command.ts';
import { EXAMPLES } from './examples.ts';
import { leaves } from './leaves.ts';
import { createProgram } from './program.ts';

const commands = leaves(createProgram(recordingContext()));

function helpOf(command: Command): string {
  const written: string[] = [];
  command.configureOutput({ writeOut: (text) => written.push(text) }).outputHelp();
  return written.join('');
}

test.each(commands)('%s has an example in its help', (words, command) => {
  const [, examples = ''] = helpOf(command).split(/\nExamples?:\n/);
  const lines = examples.split('\n').flatMap(wordsIn);
  expect(lines.map((line) => line.join(' ')).filter((line) => `${line} `.startsWith(`${words} `))).not.toEqual([]);
});

test('no example belongs to a removed command', () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(commands.map(([words]) => words).toSorted());
});

/** The parsed input of the command, without running it. */
async function taken(words: readonly string[]): Promise<readonly unknown[]> {
  reached.length = 0;
  await program.parseAsync([...words], { from: 'user' });
  expect(reached).toHaveLength(1);
  return reached[0] ?? [];
}
const reached: unknown[][] = [];
const program = createProgram(recordingContext());
for (const [, command] of leaves(program)) command.action((...given: unknown[]) => void reached.push(given));

const catalog = createCatalog({ rehearsal: false }).describe({ executionEnabled: true });

/** The tool defines the options after its name. */
async function takenByTool(verb: Verb, tool: string, words: readonly string[]): Promise<void> {
  const { command } = toolCommand(createProgram(recordingContext()), verb, toolNamed(catalog, tool));
  let isTaken = false;
  await command.action(() => void (isTaken = true)).parseAsync([...words], { from: 'user' });
  expect(isTaken).toBe(true);
}

const isVerb = (word: unknown): word is Verb => word === 'run' || word === 'quote';

test.each(Object.values(EXAMPLES).flat())('%s', async (line) => {
  const typed = wordsIn(line);
  expect(typed).not.toEqual([]);
  for (const words of typed) {
    const [tool, own] = await taken(words);
    const [verb] = words;
    // A template belongs to a project: only the server of the project knows its options.
    if (isVerb(verb) && !String(tool).startsWith('@')) await takenByTool(verb, String(tool), own as string[]);
  }
});
