/** What one call of ffmpeg does to a video, with the settings of the tool and one thread for each codec. */
import type { Source } from './sources.ts';
import { type Bare, ffmpegWork, type Work } from './work.ts';

export function filmWorks(film: Source, ffmpeg: string): Work[] {
  const work = (tool: string, more: object, bare: Bare): Work =>
    ffmpegWork(film, ffmpeg, { tool, more, bares: [bare] });
  const encoded = (...words: string[]): Bare => ({ words: [...words, ...AAC], ending: 'mp4' });
  return [
    { ...work('video-transcode', { model: 'h264-fast' }, encoded(...H264)), model: 'h264-fast' },
    { ...work('video-transcode', { model: 'vp9' }, encoded(...VP9)), model: 'vp9' },
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
const VP9 = (
  '-threads 1 -c:v libvpx-vp9 -deadline realtime -cpu-used 6 -b:v 0 -lag-in-frames 0 ' + '-row-mt 0 -crf 34'
).split(' ');
const AAC = ['-c:a', 'aac', '-b:a', '160k'];
const MP3 = ['-vn', '-c:a', 'libmp3lame', '-b:a', '160k'];
