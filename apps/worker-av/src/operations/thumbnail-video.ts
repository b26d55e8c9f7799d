/** `thumbnail-video`: the frames that a video shows at given times. It is decoded once, from the first time to the last. */
import { PICTURE_SECONDS, picturedUnits, pixelsOf } from '@farebox/catalog';
import { FILE_TYPES } from '@farebox/kernel';
import type { ContextOf, Implementation, OutputArtifact } from '@farebox/worker';
import { type Chain, type Filter, filter } from '../ffmpeg/filters.ts';
import { inRgb } from '../colour/convert.ts';
import type { Source } from '../ffmpeg/input.ts';
import { passing } from '../ffmpeg/passing.ts';
import { BLACK, FITTED, pictureOutput } from '../ffmpeg/pictures.ts';
import { inSession, type Session } from '../session.ts';
import type { Studio } from '../studio.ts';
import { sizeIn } from '../video/picture-size.ts';
import { asShown, type Pictures, picturesOf } from '../video/source.ts';

type Context = ContextOf<'thumbnail-video'>;
type Parameters = Context['parameters'];

export function thumbnailVideo(studio: Studio): Implementation<'thumbnail-video'> {
  return (context) =>
    inSession(studio, context, async (session) => {
      const { source } = session.sources;
      const pictures = asShown(picturesOf(source), await session.times(source));
      const seconds = context.parameters.frames.map((frame) => timeOf(frame, pictures));
      const artifacts = await taken(session, seconds, context.parameters);
      const pixels = artifacts.reduce((sum, each) => sum + pixelsOf(sizeIn(context.parameters, each)), 0);
      const units = picturedUnits(
        { pixels: pictures.pixels, seconds: source.seconds },
        { pixels, seconds: PICTURE_SECONDS },
      );
      return { artifacts, result: { seconds }, units };
    });
}

const MS = 1000;

/** In whole milliseconds, the resolution with which a frame is chosen. */
const timeOf = ({ seconds, share = 0 }: Parameters['frames'][number], pictures: Pictures): number =>
  Math.floor((seconds ?? share * pictures.seconds) * MS) / MS;

/** If no frame comes at or after a time, its picture is the last frame. */
async function taken(
  { sources: { source }, seen, make, makeWhatComes }: Session<Context['inputs']>,
  times: readonly number[],
  parameters: Parameters,
): Promise<readonly OutputArtifact[]> {
  const colours = inRgb(await seen(source));
  const frames = times.map((seconds, n) => ({
    seconds,
    file: `picture-${n}.${FILE_TYPES[`image/${parameters.format}`]}`,
  }));
  const at = await makeWhatComes(jobOf({ source, colours, frames, take: 'first' }, parameters));
  const behind = frames.filter((_, n) => at[n] === null);
  const last =
    behind.length === 0 ? [] : await make(jobOf({ source, colours, frames: behind, take: 'last' }, parameters));
  const rest = last.values();
  return at.map((each) => each ?? (rest.next().value as OutputArtifact));
}

interface Frame {
  readonly seconds: number;
  readonly file: string;
}

interface Taking {
  readonly source: Source & { readonly seconds: number };
  readonly colours: readonly Filter[];
  readonly frames: readonly Frame[];
  readonly take: 'first' | 'last';
}

function jobOf({ source, colours, frames, take }: Taking, { format, quality, ...shape }: Parameters) {
  const fromSeconds = Math.min(...frames.map(({ seconds }) => seconds));
  const last = take === 'first' ? Math.max(...frames.map(({ seconds }) => seconds)) : source.seconds;
  const fitted = FITTED[shape.fit](shape, { colours, background: shape.background ?? BLACK });
  const chains = frames.map(({ seconds }, n): Chain => {
    const from: readonly [Filter, ...Filter[]] = take === 'first' ? shownAt(seconds - fromSeconds) : [EACH];
    return { from: [`all${n}`], filters: [...from, ...fitted], to: [`picture${n}`] };
  });
  return {
    inputs: [{ ...source, fromSeconds }],
    graph: [
      ...passing('all'),
      {
        from: ['all'],
        filters: [filter('split', { outputs: frames.length })],
        to: frames.map((_, n) => `all${n}`),
      } satisfies Chain,
      ...chains,
    ],
    outputs: frames.map(({ file }, n) =>
      pictureOutput({ file, format, pad: `picture${n}`, take, ...(quality === undefined ? {} : { quality }) }),
    ),
    seconds: Math.max(1, last - fromSeconds),
  };
}

/** The frame on the screen at that time: the last one that has begun. */
const shownAt = (seconds: number): readonly [Filter, Filter] => [
  filter('fps', { fps: MS, start_time: seconds, round: 'up' }),
  filter('trim', { end_frame: 1 }),
];

const EACH = filter('null');
