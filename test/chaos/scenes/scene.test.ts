import { expect, test } from 'vitest';
import { readOptions } from '../options.ts';
import { runScenes } from '../parts/scenes.ts';
import type { Scene } from './scene.ts';

const unplayable: Scene = {
  name: 'outage moon',
  kinds: [],
  rate: 1,
  act: () => Promise.reject(new Error('this scene must not be played')),
  missing: () => 'no moon: apt-get install moon',
};

test('a scene that cannot run here prints the line that fails a complete run, and does not count as a success', async () => {
  const lines: string[] = [];
  const options = {
    ...readOptions(['--part', 'outage']),
    directory: '/nowhere',
    print: (line: string) => lines.push(line),
  };
  expect(await runScenes([unplayable])(options)).toBe(true);
  expect(lines).toEqual(['skipped: outage moon: no moon: apt-get install moon']);
});
