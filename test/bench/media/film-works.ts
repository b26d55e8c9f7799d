/** Operations on a video that one call of ffmpeg does too, with the settings of the tool and one thread for each codec. */
import type { Source } from './sources.ts';
import { type Bare, ffmpegWork, type Work } from './work.ts';

export function filmWorks({ film, sound }: { film: Source; sound: Source }, ffmpeg: string): Work[] {
  const work = (tool: string, more: object, bare: Bare): Work =>
    ffmpegWork(film, ffmpeg, { tool, more, bares: [bare] });
  const encoded = (...words: string[]): Bare => ({ words: [...words, ...AAC], ending: 'mp4' });
  const source = { fileId: film.fileId };
  return [
    ...Object.entries(ENCODERS).map(([model, words]) => ({
      ...work('video-transcode', { model }, encoded(...words)),
      model,
    })),
    work('video-resize', { width: 640 }, encoded('-vf', 'scale=640:360', ...H264)),
    work('video-clip', { startSeconds: 2, endSeconds: 6 }, encoded('-ss', '2', '-to', '6', ...H264)),
    { ...work('video-extract-audio', { model: 'mp3' }, { words: MP3, ending: 'mp3' }), model: 'mp3' },
    work(
      'video-contact-sheet',
      { columns: 3, rows: 3, cellWidth: 320, cellHeight: 180, gap: 0 },
      {
        words: ['-vf', 'fps=9/10,scale=320:180,tile=3x3', '-frames:v', '1', '-q:v', '4'],
        ending: 'jpg',
      },
    ),
    work('video-thumbnails', { times: TIMES, width: 480, height: 270 }, { words: THUMBNAILS, ending: '%d.jpg' }),
    { ...work('video-preview', { model: 'webp', ...PREVIEW }, { words: WEBP, ending: 'webp' }), model: 'webp' },
    { ...work('video-preview', { model: 'gif', ...PREVIEW }, { words: GIF, ending: 'gif' }), model: 'gif' },
    ffmpegWork(film, ffmpeg, {
      tool: 'video-concat',
      takes: { sources: [source, source] },
      more: {},
      bares: [encoded('-threads', '1', '-i', film.path, ...JOINED, ...H264, '-ar', '48000')],
    }),
    work(
      'video-replace-audio',
      { sound: { fileId: sound.fileId } },
      { words: ['-i', sound.path, '-map', '0:v', '-map', '1:a', '-t', '10', '-c:v', 'copy', ...AAC], ending: 'mp4' },
    ),
    work(
      'video-analyze',
      {},
      {
        words: ['-an', '-vf', 'scale=320:-2,blackdetect=d=0.01,freezedetect=d=2,scdet'],
        ending: null,
      },
    ),
  ];
}

const H264 = '-threads 1 -c:v libx264 -preset veryfast -rc-lookahead 10 -refs 2 -crf 24'.split(' ');
const FREE_RATE = '-b:v 0 -lag-in-frames 0 -row-mt 0';
const ENCODERS: Readonly<Record<string, readonly string[]>> = {
  'h264-fast': H264,
  'h264-quality': '-threads 1 -c:v libx264 -preset medium -rc-lookahead 10 -refs 2 -crf 23'.split(' '),
  vp9: `-threads 1 -c:v libvpx-vp9 -deadline realtime -cpu-used 6 ${FREE_RATE} -crf 34`.split(' '),
  av1: `-threads 1 -c:v libaom-av1 -usage realtime -cpu-used 7 ${FREE_RATE} -crf 36`.split(' '),
};
const JOINED = ['-filter_complex', '[0:v][0:a][1:v][1:a]concat=n=2:v=1:a=1'] as const;
/** Times of the extracted frames in seconds; the video has 25 frames a second. */
const TIMES = [1, 4, 8];
const SHOWN = TIMES.map((seconds) => `eq(n,${25 * seconds})`).join('+');
const THUMBNAILS = `-an -vf select='${SHOWN}',scale=480:270 -fps_mode passthrough -frames:v 3 -q:v 4`.split(' ');
const PREVIEW = { clips: 4, clipSeconds: 1, framesPerSecond: 10, width: 320, height: 320 } as const;
const CLIPS = "fps=10,select='lt(abs(mod(t,2.5)-1.25),0.5)',setpts=N/(10*TB),scale=320:180";
const WEBP = `-an -vf ${CLIPS},format=yuv420p -c:v libwebp_anim -q:v 60 -loop 0`.split(' ');
const PALETTE = 'split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer';
const GIF = ['-an', '-filter_complex', `${CLIPS},${PALETTE}`, '-loop', '0'];
const AAC = ['-c:a', 'aac', '-b:a', '160k'];
const MP3 = ['-vn', '-c:a', 'libmp3lame', '-b:a', '160k'];
