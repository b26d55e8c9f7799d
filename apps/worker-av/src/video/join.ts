/**
 * Joins videos one after the other. Each is converted to one size, one rate and one audio format, and lasts for a
 * whole number of frames. So each video begins with a frame, and video and audio never drift apart.
 */
import type { Size } from '@farebox/catalog';
import { type Colours, sharedTags } from '../colour/colours.ts';
import { inVideo } from '../colour/convert.ts';
import { type Chain, filter } from '../ffmpeg/filters.ts';
import { brought, type Meeting, silence } from '../ffmpeg/meeting.ts';
import { wholeIn } from '../ffmpeg/pictures.ts';
import type { VideoTracks } from '../ffmpeg/video.ts';
import { heardFor, shownFor } from './part.ts';
import type { Pictures } from './source.ts';

export interface Film extends Pictures {
  /** The frame rate at which no picture is lost. */
  readonly steady: number;
  /** The duration in seconds, including audio that lasts longer than the frames. */
  readonly whole: number;
  readonly colours: Colours;
}

interface Joined {
  readonly graph: readonly Chain[];
  readonly tracks: Pick<VideoTracks, 'pictures' | 'sound' | 'lastSeconds' | 'isEven'>;
  readonly seconds: number;
}

const MEETING: Meeting = { sampleRateHz: 48_000, channels: 2 };
/** A single frame has no duration of its own. */
const PICTURES_MIN = 2;
/** The deviation of a duration from its frames: times are rounded to microseconds, or to a coarser clock of the file. */
const SLACK_PICTURES = 0.01;
/** Audio ends with a whole frame of its codec, so this much extra audio does not extend the last video frame. */
const SOUND_FRAME_SECONDS = 0.1;

/** The result has the pads `pictures` and `sound`. */
export function joinedVideos(films: readonly Film[], size: Size): Joined {
  const rate = Math.max(...films.map(({ steady }) => steady));
  const tags = sharedTags(films.map(({ colours }) => colours) as [Colours, ...Colours[]]);
  const hasSound = films.some((film) => film.hasSound);
  const counts = films.map((film) => Math.max(PICTURES_MIN, Math.floor(lengthOf(film) * rate + SLACK_PICTURES)));
  const parts = films.map((film, input) => {
    const count = counts[input] as number;
    // The cut is rounded to a whole frame.
    const end = count / rate;
    const shown = shownFor(input, rate, {
      start: 0,
      end,
      last: wholeIn(size, inVideo(film.colours, tags)),
      to: `p${input}`,
    });
    return hasSound ? [shown, soundFor(film, input, end)] : [shown];
  });
  const from = films.flatMap((_, n) => (hasSound ? [`p${n}`, `s${n}`] : [`p${n}`]));
  const joined: Chain = {
    from,
    filters: [filter('concat', { n: films.length, v: 1, a: hasSound ? 1 : 0 })],
    to: hasSound ? ['pictures', 'sound'] : ['pictures'],
  };
  return {
    graph: [...parts.flat(), joined],
    tracks: {
      pictures: 'pictures',
      sound: hasSound ? { pad: 'sound' } : 'none',
      lastSeconds: 1 / rate,
      isEven: true,
    },
    seconds: counts.reduce((sum, count) => sum + count, 0) / rate,
  };
}

const lengthOf = ({ seconds, whole }: Film): number => (whole - seconds > SOUND_FRAME_SECONDS ? whole : seconds);

const soundFor = ({ hasSound }: Film, input: number, end: number): Chain =>
  hasSound
    ? heardFor(input, { start: 0, end, last: [brought(MEETING)], to: `s${input}` })
    : silence(end, MEETING, `s${input}`);
