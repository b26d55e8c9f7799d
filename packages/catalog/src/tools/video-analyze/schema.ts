/** The input of video-analyze: thresholds for scene cuts, black parts and frozen parts. */
import type { Chainable } from '../../files/file.ts';
import { type Static, Type } from 'typebox';
import { closedInput } from '../../image/schema.ts';
import type { Defaulted } from '../../tool.ts';
import { videoArgument } from '../../video/source.ts';

const leastSeconds = (title: string, { preset, what }: { preset: number; what: string }) =>
  Type.Number({
    title,
    minimum: 0.1,
    maximum: 60,
    default: preset,
    description: `Shortest duration in seconds from which ${what} is listed.`,
  });

export const analyzeVideoSchema = Type.Object(
  {
    source: videoArgument,
    sceneThreshold: Type.Optional(
      Type.Number({
        title: 'Scene threshold',
        minimum: 1,
        maximum: 100,
        default: 10,
        description:
          'How much a frame must differ from the one before it to begin a scene, in percent: 8 to 14 finds hard cuts, lower values find more.',
      }),
    ),
    blackSeconds: Type.Optional(leastSeconds('Black seconds', { preset: 0.5, what: 'a part that is black' })),
    frozenSeconds: Type.Optional(leastSeconds('Frozen seconds', { preset: 2, what: 'a part that does not move' })),
  },
  closedInput,
);

export type AnalyzeVideoArguments = Chainable<
  Defaulted<Static<typeof analyzeVideoSchema>, 'sceneThreshold' | 'blackSeconds' | 'frozenSeconds'>
>;
