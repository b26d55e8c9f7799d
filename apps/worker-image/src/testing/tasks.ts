/** For tests of the sandbox: a task that is done soon, and one that takes many seconds of one core. */
import { join } from 'node:path';
import type { Task } from '../sandbox/protocol.ts';
import { scratch, sourceFile, waves } from './samples.ts';

export interface Tasks extends AsyncDisposable {
  /** The folder of the sources, to which both tasks write. */
  readonly directory: string;
  readonly quick: Task;
  readonly slow: Task;
}

export async function openTasks(): Promise<Tasks> {
  const directory = await scratch();
  const [small, large] = [join(directory.path, 'small.png'), join(directory.path, 'large.jpg')];
  await waves(64, 64).png().toFile(small);
  await waves(5000, 4000).jpeg().toFile(large);
  const shared = { directory: directory.path, limits: { pixelsMax: 40_000_000, sideMax: 16_383 } };
  const [light, heavy] = [await sourceFile(small, 'image/png'), await sourceFile(large, 'image/jpeg')];
  return {
    directory: directory.path,
    quick: { ...shared, operation: 'analyze', parameters: { colors: 3 }, inputs: { source: light } },
    slow: { ...shared, operation: 'convert', parameters: { format: 'avif' }, inputs: { source: heavy } },
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}
