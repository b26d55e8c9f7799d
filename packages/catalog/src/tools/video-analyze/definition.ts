/** video-analyze: facts about a video as JSON; no artifact. */
import type { BoundsOf } from '../../files/bounds.ts';
import { EXAMPLE_VIDEO } from '../../files/samples.ts';
import { type Planned, defineTool, oneStep } from '../../tool.ts';
import { videoBounds, videoUnits, videoUses } from '../../video/source.ts';
import { type AnalyzeVideoArguments, analyzeVideoSchema } from './schema.ts';

export const videoAnalyze = defineTool<AnalyzeVideoArguments>({
  name: 'video-analyze',
  title: 'Analyze a video',
  description:
    'Analyzes every frame of a video and returns output.result; makes no artifact. Fields: durationSeconds; width and height (pixels, upright); framesPerSecond (average); frames; ' +
    'streams, each {kind: "video", "audio" or "other", codec, durationSeconds}; scenes, each {startSeconds, endSeconds}, which follow each other without gaps; ' +
    'blackParts and frozenParts (nothing moves), each {startSeconds, endSeconds}. Each list has the first 1000 only; sceneCount, blackPartCount and frozenPartCount count all. ' +
    'Charged by megapixel-seconds of the video: its pixels in millions × its seconds.',
  category: 'video',
  inputSchema: analyzeVideoSchema,
  example: { source: EXAMPLE_VIDEO, sceneThreshold: 10 },
  models: [],
  maxRuntimeSeconds: 600,
  needsFfmpeg: true,
  modelOf: () => null,
  fileUses: videoUses,
  plan: planAnalyze,
});

function planAnalyze(input: AnalyzeVideoArguments, boundsOf: BoundsOf): Planned {
  const { source, ...parameters } = input;
  const { pixelsMax, secondsMax } = videoBounds(source, boundsOf);
  return oneStep({
    name: 'analyze',
    operation: 'analyze-video',
    parameters,
    inputs: { source },
    description: 'Video analysis',
    unitsMax: videoUnits({ source: pixelsMax, result: 0 }, secondsMax),
    outputs: [],
  });
}
