/** A part that consists of scenes: each has its own servers, system and verdict, one after the other. */
import { play, type Scene } from '../scenes/scene.ts';
import type { PartRun } from './part.ts';

export const runScenes =
  (scenes: readonly Scene[]): PartRun =>
  async (options) => {
    const chosen = scenes.filter(({ name }) => options.only === null || name.endsWith(` ${options.only}`));
    const bad: string[] = [];
    for (const scene of chosen) {
      const good = await play(scene, options);
      if (good !== null) options.print(`${good ? '✓' : '✗'} ${scene.name}`);
      if (good === false) bad.push(scene.name);
    }
    return bad.length === 0 && chosen.length > 0;
  };
