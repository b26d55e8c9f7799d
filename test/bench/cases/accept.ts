/** Measures accepts without a worker: one project against bare Express, and one project against many projects. */
import type { Fixture } from '../fixture.ts';
import type { Case } from '../rounds.ts';
import type { Poster } from './post.ts';

export const acceptCase = ({ system, floor, projects }: Fixture, { post }: Poster): Case => ({
  ours: {
    title: 'accept',
    processes: system.processes,
    run: () => post({ url: system.url, projects: projects.slice(0, 1) }),
  },
  floors: [
    {
      title: 'bare Express POST',
      target: 0.5,
      processes: floor.processes,
      run: () => post({ url: floor.url, projects: projects.slice(0, 1) }),
    },
  ],
});

export const hotCase = ({ system, projects }: Fixture, { post }: Poster): Case => ({
  ours: {
    title: 'accept, one hot project',
    processes: system.processes,
    run: () => post({ url: system.url, projects: projects.slice(0, 1) }),
  },
  floors: [
    {
      title: `accept, ${projects.length} projects`,
      target: 0.95,
      processes: system.processes,
      run: () => post({ url: system.url, projects }),
    },
  ],
});
