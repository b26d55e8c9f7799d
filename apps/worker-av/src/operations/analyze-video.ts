/** `analyze-video`: facts about a video, from one pass over all its frames. */
import { picturedUnits } from '@farebox/catalog';
import type { ContextOf, Implementation } from '@farebox/worker';
import { type Chain, filter, formula, picturesIn } from '../ffmpeg/filters.ts';
import { inSession } from '../session.ts';
import type { Measured, Studio } from '../studio.ts';
import { createListener, type Part } from '../video/findings.ts';
import { asShown, type Pictures, picturesOf } from '../video/source.ts';

type Parameters = ContextOf<'analyze-video'>['parameters'];

export function analyzeVideo(studio: Studio): Implementation<'analyze-video'> {
  return (context) => {
    const { parameters } = context;
    return inSession(studio, context, async ({ sources: { source }, look, times }) => {
      const pictures = asShown(picturesOf(source), await times(source));
      const listener = createListener();
      const { seconds, pixels } = pictures;
      await look({ input: source, graph: [looking(parameters)], pad: 'seen', seconds }, listener.read);
      const { scenes, black, frozen, frames } = listener.findings({ ...parameters, seconds });
      const result = {
        ...factsOf(source, pictures),
        frames,
        ...listed({ scenes }, 'sceneCount'),
        ...listed({ blackParts: black }, 'blackPartCount'),
        ...listed({ frozenParts: frozen }, 'frozenPartCount'),
      };
      return { artifacts: [], result, units: picturedUnits({ pixels, seconds: source.seconds }, NOTHING) };
    });
  };
}

const NOTHING = { pixels: 0, seconds: 0 };
/** Frames are analyzed at most this wide in pixels: enough to find cuts, and fast. */
const SIDE = 320;
const BLACK_SECONDS_MIN = 0.01;

const looking = ({ sceneThreshold, frozenSeconds }: Parameters): Chain => ({
  from: [picturesIn(0)],
  filters: [
    filter('scale', { w: formula`min(iw,${SIDE})`, h: formula`max(2,round(ih*min(1,${SIDE}/iw)))` }),
    filter('blackdetect', { d: BLACK_SECONDS_MIN }),
    filter('freezedetect', { d: frozenSeconds }),
    filter('scdet', { threshold: sceneThreshold }),
    // Prints the findings for each frame on standard output.
    filter('metadata', { mode: 'print', file: formula`-` }),
  ],
  to: ['seen'],
});

const factsOf = ({ seconds: durationSeconds, video }: Measured, { width, height, count, seconds }: Pictures) => ({
  durationSeconds,
  width,
  height,
  framesPerSecond: seconds === 0 ? null : Math.round((count / seconds) * 1000) / 1000,
  streams: (video?.tracks ?? []).map((track) => ({ ...track })),
});

const TOLD_MAX = 1000;

/** The first entries of a list, and the number of all. */
function listed(named: Readonly<Record<string, readonly Part[]>>, count: string) {
  const [[name, parts]] = Object.entries(named) as [[string, readonly Part[]]];
  return { [name]: parts.slice(0, TOLD_MAX).map((part) => ({ ...part })), [count]: parts.length };
}
