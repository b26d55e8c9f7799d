/** Requests for own tools: their arguments tell the runner how to misbehave. A run without own tools leaves them out. */
import { behaviourIn, RUN_BEHAVIOURS, type RunBehaviour } from '../checker/run-behaviours.ts';
import type { Random } from '../random.ts';
import { openBook, type Start } from '../runner/book.ts';
import type { Kind, Request } from './kinds.ts';

export const PAGES_MAX = 6;

const READING = ['chaos-read', 'chaos-read-once'] as const;
const REDRAWING = ['chaos-redraw', 'chaos-redraw-once'] as const;
const TOOLS = [...READING, ...REDRAWING] as const;
/** Their runner asks for work. */
const PULLED = ['chaos-claim', 'chaos-claim-once'] as const;
type Tool = (typeof TOOLS | typeof PULLED)[number];
const ON_PICTURES: ReadonlySet<Tool> = new Set([...REDRAWING, 'chaos-claim']);

/** A second start is seen only if the runner denies that it knows the first, and does what it is sent: often enough, in every run. */
const NAIVE = ['chaos-read-once', 'chaos-redraw-once'] as const;
const FORGOTTEN_PERIOD = 10;
const FORGOTTEN_AT = 5;

interface Told {
  readonly behaviour: string;
  readonly pages: number;
  readonly picture: string;
}

const requestFor = (tool: Tool, { behaviour, pages, picture }: Told): Request => ({
  tool,
  arguments: {
    told: `#run:${behaviour} a lighthouse`,
    pages,
    ...(ON_PICTURES.has(tool) ? { source: { fileId: picture } } : {}),
  },
});

const drawn = (random: Random, picture: string, behaviours: readonly RunBehaviour[] = RUN_BEHAVIOURS): Told => ({
  behaviour: random.chance(0.5) ? 'ok' : random.pick(behaviours),
  pages: random.between(1, PAGES_MAX),
  picture,
});

/** @param turn from 0: every run plays each behaviour, and in the end with each tool, whatever its seed draws. */
export function ownRequest(turn: number, random: Random, picture: string): Request {
  const [round, at] = [Math.floor(turn / RUN_BEHAVIOURS.length), turn % RUN_BEHAVIOURS.length];
  const told = drawn(random, picture);
  if (turn % FORGOTTEN_PERIOD === FORGOTTEN_AT) {
    const naive = NAIVE[Math.floor(turn / FORGOTTEN_PERIOD) % NAIVE.length] ?? NAIVE[0];
    return requestFor(naive, { ...told, behaviour: 'forgets' });
  }
  const tool = TOOLS[(at + round) % TOOLS.length] ?? TOOLS[0];
  return requestFor(tool, { ...told, behaviour: RUN_BEHAVIOURS[at] ?? 'ok' });
}

/** @param turn from 0: each behaviour, and in the end with each tool, because the number of behaviours is odd. */
export const pulledRequest = (turn: number, random: Random, picture: string): Request =>
  requestFor(PULLED[turn % PULLED.length] ?? PULLED[0], {
    ...drawn(random, picture),
    behaviour: RUN_BEHAVIOURS[turn % RUN_BEHAVIOURS.length] ?? 'ok',
  });

/** The behaviours that the runner, by its book, has begun to play fewer than `least` times in runs that Farebox sent it. */
export function seldomPlayed(book: string, least: number): readonly RunBehaviour[] {
  const starts = new Map<string, Start>();
  for (const line of openBook(book).lines)
    if (line.kind === 'begun') starts.set(line.token, JSON.parse(line.body) as Start);
  const sent = [...starts.values()].filter(({ tool }) => TOOLS.some((each) => each === tool));
  const played = sent.map((start) => behaviourIn(start.arguments['told']));
  return RUN_BEHAVIOURS.filter((each) => played.filter((behaviour) => behaviour === each).length < least);
}

/** Plays one behaviour. */
export const playing = (behaviour: RunBehaviour): Kind => ({
  name: `own: ${behaviour}`,
  weight: 1,
  tools: [READING[0]],
  make: (random, picture) => requestFor(READING[0], { ...drawn(random, picture), behaviour }),
});

/** A pipeline has the time of all its steps together, so a run without an end would last longer than the suite waits. */
const ENDING = RUN_BEHAVIOURS.filter((behaviour) => behaviour !== 'runs-on');

export const OWN_KINDS: readonly Kind[] = [
  ...[...TOOLS, ...PULLED].map((tool): Kind => ({
    name: `own: ${tool}`,
    weight: 1,
    tools: [tool],
    make: (random, picture) => requestFor(tool, drawn(random, picture)),
  })),
  {
    name: 'an own tool within a pipeline',
    weight: 2,
    tools: ['pipeline', 'chaos-redraw', 'chaos-read', 'image-resize'],
    make: (random, picture) => {
      const redrawn = { step: 0, artifact: 0 };
      return {
        tool: 'pipeline',
        arguments: {
          steps: [
            requestFor('chaos-redraw', drawn(random, picture, ENDING)),
            { tool: 'image-resize', arguments: { source: redrawn, width: 16 } },
            requestFor('chaos-read', drawn(random, picture, ENDING)),
          ],
        },
      };
    },
  },
];
