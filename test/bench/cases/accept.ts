/** Accepting alone, without a worker: one project against bare Express, and one project against many. */
import type { Ground } from '../ground.ts';
import type { Case } from '../rounds.ts';
import type { Poster } from './post.ts';

export const acceptCase = ({ system, floor, projects }: Ground, { post }: Poster): Case => ({
  title: 'accept',
  floorTitle: 'bare Express POST',
  target: 0.5,
  ours: () => post({ url: system.url, projects: projects.slice(0, 1) }),
  floor: () => post({ url: floor.url, projects: projects.slice(0, 1) }),
});

export const hotCase = ({ system, projects }: Ground, { post }: Poster): Case => ({
  title: 'accept, one hot project',
  floorTitle: `accept, ${projects.length} projects`,
  target: 0.9,
  ours: () => post({ url: system.url, projects: projects.slice(0, 1) }),
  floor: () => post({ url: system.url, projects }),
});
