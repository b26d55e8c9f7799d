/** The kinds of requests that customers send. A kind whose tool the system does not offer is left out of the run. */
import type { Random } from '../random.ts';

export interface Kind {
  readonly name: string;
  readonly weight: number;
  /** Every tool that it needs, including the tools of a pipeline. */
  readonly tools: readonly string[];
  readonly make: (random: Random, picture: string) => Request;
}

export interface Request {
  readonly tool: string;
  readonly arguments: object;
}

const rehearsal = (name: string, weight: number, make: (random: Random) => object): Kind => ({
  name,
  weight,
  tools: ['rehearsal'],
  make: (random) => ({ tool: 'rehearsal', arguments: make(random) }),
});

const onPicture = (tool: string, weight: number, more: object): Kind => ({
  name: tool,
  weight,
  tools: [tool],
  make: (_, picture) => ({ tool, arguments: { source: { fileId: picture }, ...more } }),
});

/** A sample that every project has; the checker knows its duration. */
const SPEECH = { fileId: 'file_sample_speech' };

const onSpeech = (name: string, weight: number, models: readonly string[]): Kind => ({
  name,
  weight,
  tools: ['audio-convert'],
  make: (random) => ({ tool: 'audio-convert', arguments: { source: SPEECH, model: random.pick(models) } }),
});

/** A sample film: customers take two frames of it, or cut out a second. */
const FILM = { fileId: 'file_sample_video' };

const onFilm = (tool: string, weight: number, more: object): Kind => ({
  name: tool,
  weight,
  tools: [tool],
  make: () => ({ tool, arguments: { source: FILM, ...more } }),
});

/** Directives to the simulator, in the text that it gets. Each failure is temporary, like every fault of a run. */
const DIRECTIVES = [
  { directive: 'ok', weight: 50 },
  { directive: 'slow(1500)', weight: 5 },
  { directive: '429(2)', weight: 4 },
  { directive: '500(2)', weight: 4 },
  { directive: 'html(1)', weight: 3 },
  { directive: 'truncated', weight: 3 },
  { directive: 'reset-after-accept', weight: 6 },
  { directive: 'crash-after-accept', weight: 1 },
  { directive: 'late', weight: 4 },
  { directive: 'cost-above', weight: 3 },
  { directive: 'cost-nan', weight: 2 },
  { directive: 'cost-unstated', weight: 2 },
  { directive: 'late-invoice(2)', weight: 2 },
  { directive: '503-after-accept', weight: 2 },
  { directive: 'other-form', weight: 4 },
  { directive: 'unreadable', weight: 2 },
  { directive: 'moderated', weight: 3 },
  { directive: 'moderated-billed', weight: 3 },
  { directive: 'hang(12)', weight: 2 },
] as const;

const told = (random: Random): string => `#sim:${random.weighted(DIRECTIVES).directive} a lighthouse`;

const generate = (random: Random): Request => ({
  tool: 'image-generate',
  arguments: { prompt: told(random), size: '512x512' },
});

const provider = (tool: string, weight: number, make: (random: Random, picture: string) => object): Kind => ({
  name: tool,
  weight,
  tools: [tool],
  make: (random, picture) => ({ tool, arguments: make(random, picture) }),
});

const pipeline = (
  name: string,
  tools: readonly string[],
  make: (random: Random, picture: string) => Request[],
): Kind => ({
  name,
  weight: 2,
  tools: ['pipeline', ...tools],
  make: (random, picture) => ({ tool: 'pipeline', arguments: { steps: make(random, picture) } }),
});

const PARAMETERS = {
  picture: { type: 'file' },
  prompt: { type: 'string', maxLength: 200, example: 'a lighthouse' },
} as const;

const resize = (source: object): Request => ({ tool: 'image-resize', arguments: { source, width: 16 } });
const stylize = (source: object): Request => ({
  tool: 'image-stylize',
  arguments: { source, prompt: { $parameter: 'prompt' } },
});

/** The versions that each customer has saved; the first is active (see customers.ts). They cost the same and differ in order. */
export const TEMPLATE_VERSIONS = [
  { parameters: PARAMETERS, steps: [resize({ $parameter: 'picture' }), stylize({ step: 0, artifact: 0 })] },
  { parameters: PARAMETERS, steps: [stylize({ $parameter: 'picture' }), resize({ step: 0, artifact: 0 })] },
] as const;

/** Requests the template by its name, or one of its versions. */
export const TEMPLATE: Kind = {
  name: 'a template',
  weight: 3,
  tools: ['@chaos', 'image-stylize'],
  make: (random, picture) => ({
    tool: random.pick(['@chaos', '@chaos:1', '@chaos:2']),
    arguments: { picture: { fileId: picture }, prompt: told(random) },
  }),
};

const ofStep = (step: number): object => ({ step, artifact: 0 });

/** Only the run's own faults can stop it; otherwise too few executions would complete all of its steps. */
const acrossAll = (random: Random, picture: string): Request[] => [
  { tool: 'image-resize', arguments: { source: { fileId: picture }, width: 16 } },
  { tool: 'image-stylize', arguments: { source: ofStep(0), prompt: '#sim:ok a lighthouse' } },
  { tool: 'audio-convert', arguments: { source: SPEECH, model: random.pick(['mp3', 'wav']) } },
  { tool: 'audio-transcribe', arguments: { source: ofStep(2), prompt: '#sim:ok a lighthouse' } },
];

export const KINDS: readonly Kind[] = [
  rehearsal('at once', 50, () => ({})),
  rehearsal('short', 18, (random) => ({ durationMs: random.pick([20, 100, 400]) })),
  rehearsal('longer than a lease', 4, (random) => ({ durationMs: random.pick([2500, 4000]) })),
  rehearsal('failing', 8, (random) => ({ durationMs: random.pick([0, 100]), outcome: 'fail' })),
  rehearsal('with an artifact', 9, (random) => ({ artifactBytes: random.pick([1, 5000, 120_000]) })),
  onPicture('image-analyze', 3, {}),
  onPicture('image-resize', 3, { width: 16 }),
  onPicture('image-convert', 2, { model: 'webp' }),
  onSpeech('a sound', 4, ['mp3', 'wav', 'aac', 'opus', 'flac']),
  onFilm('video-thumbnails', 2, { times: [0.5, 3], width: 64 }),
  onFilm('video-clip', 1, { startSeconds: 2, endSeconds: 3 }),
  provider('image-generate', 12, (random) => ({ prompt: told(random), size: '512x512' })),
  provider('speech-generate', 6, (random) => ({ text: told(random), voice: 'alloy' })),
  provider('image-stylize', 10, (random, picture) => ({ source: { fileId: picture }, prompt: told(random) })),
  provider('video-generate', 3, (random) => ({ prompt: told(random), seconds: random.between(1, 3) })),
  pipeline('two pictures', ['image-resize', 'image-analyze'], (_, picture) => [
    { tool: 'image-resize', arguments: { source: { fileId: picture }, width: 16 } },
    { tool: 'image-analyze', arguments: { source: ofStep(0) } },
  ]),
  pipeline('twenty steps', ['rehearsal'], () =>
    Array.from({ length: 20 }, () => ({ tool: 'rehearsal', arguments: { durationMs: 5 } })),
  ),
  pipeline('over two engines', ['image-generate', 'image-resize'], (random) => [
    generate(random),
    { tool: 'image-resize', arguments: { source: ofStep(0), width: 16 } },
  ]),
  TEMPLATE,
  pipeline('two paid calls', ['image-generate', 'image-stylize', 'image-analyze'], (random) => [
    generate(random),
    { tool: 'image-stylize', arguments: { source: ofStep(0), prompt: told(random) } },
    { tool: 'image-analyze', arguments: { source: ofStep(1) } },
  ]),
  {
    // Each step is on another engine than the one before: image, provider, av, and provider again.
    ...pipeline(
      'over three engines',
      ['image-resize', 'image-stylize', 'audio-convert', 'audio-transcribe'],
      acrossAll,
    ),
    weight: 4,
  },
];

/** Lasts longer than the time that a stopping worker has to finish its work. */
export const LASTING_MS = 18_000;
export const LASTING: Kind = rehearsal('lasting', 3, () => ({ durationMs: LASTING_MS }));

/** Holds money for a picture of any size, and is charged for the actual one. */
export const MEASURED: Kind = pipeline('measured', ['image-stylize', 'image-analyze'], (_, picture) => [
  { tool: 'image-stylize', arguments: { source: { fileId: picture }, prompt: '#sim:ok a lighthouse' } },
  { tool: 'image-analyze', arguments: { source: ofStep(0) } },
]);

/** A provider call that succeeds. */
export const PAID: Kind = {
  ...provider('image-generate', 12, () => ({ prompt: '#sim:slow(500) a lighthouse', size: '512x512' })),
  name: 'paid',
};

export const offered = (tools: ReadonlySet<string>, kinds: readonly Kind[] = KINDS): readonly Kind[] =>
  kinds.filter((kind) => kind.tools.every((tool) => tools.has(tool)));
