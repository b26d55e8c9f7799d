/** Operations on a sound that one or two calls of ffmpeg do too. */
import type { Source } from './sources.ts';
import { type Bare, ffmpegWork, type Work } from './work.ts';

export function soundWorks(sound: Source, ffmpeg: string): Work[] {
  const work = (tool: string, more: object, ...bares: Bare[]): Work => ffmpegWork(sound, ffmpeg, { tool, more, bares });
  const source = { fileId: sound.fileId };
  const second = ['-threads', '1', '-i', sound.path] as const;
  return [
    ...SOUND_MODELS.map(({ model, ...bare }) => ({ ...work('audio-convert', { model }, bare), model })),
    work(
      'audio-trim',
      { startSeconds: 10, endSeconds: 50, format: 'mp3' },
      { words: ['-ss', '10', '-to', '50', ...MP3], ending: 'mp3' },
    ),
    ffmpegWork(sound, ffmpeg, {
      tool: 'audio-mix',
      takes: { tracks: [{ source }, { source, gainDb: -6, offsetSeconds: 2 }] },
      more: { format: 'mp3' },
      bares: [{ words: [...second, '-filter_complex', MIX, '-map', '[out]', ...MP3], ending: 'mp3' }],
    }),
    ffmpegWork(sound, ffmpeg, {
      tool: 'audio-concat',
      takes: { sources: [source, source] },
      more: { format: 'mp3' },
      bares: [{ words: [...second, '-filter_complex', JOIN, '-map', '[out]', ...MP3], ending: 'mp3' }],
    }),
    // Quieter than the source, so that one gain is enough.
    work(
      'audio-normalize',
      { loudnessLufs: -30, format: 'mp3' },
      { words: ['-af', 'ebur128=peak=true'], ending: null },
      { words: ['-af', 'volume=0.4', ...MP3], ending: 'mp3' },
    ),
    work(
      'audio-analyze',
      {},
      { words: ['-af', 'silencedetect=noise=-50dB:duration=0.5,ebur128=peak=true'], ending: null },
    ),
    work(
      'audio-waveform',
      { width: 1200, height: 300 },
      { words: [...drawn('showwavespic=s=1200x300')], ending: 'png' },
    ),
    work(
      'audio-spectrogram',
      { width: 1200, height: 512 },
      { words: [...drawn('aformat=channel_layouts=mono,showspectrumpic=s=1200x512:legend=0')], ending: 'png' },
    ),
  ];
}

const drawn = (graph: string) => ['-filter_complex', graph, '-frames:v', '1'] as const;
const MIX =
  '[1:a]volume=-6dB,adelay=2000:all=1[later];[0:a][later]amix=inputs=2:dropout_transition=0:normalize=0,alimiter=limit=0.98:level=0[out]';
const JOIN = '[0:a][1:a]concat=n=2:v=0:a=1[out]';
const MP3 = ['-vn', '-c:a', 'libmp3lame', '-b:a', '160k'];
const SOUND_MODELS = [
  { model: 'mp3', ending: 'mp3', words: MP3 },
  { model: 'aac', ending: 'm4a', words: ['-vn', '-c:a', 'aac', '-b:a', '160k'] },
  { model: 'opus', ending: 'ogg', words: ['-vn', '-c:a', 'libopus', '-b:a', '96k'] },
  { model: 'flac', ending: 'flac', words: ['-vn', '-c:a', 'flac', '-sample_fmt', 's16'] },
  { model: 'wav', ending: 'wav', words: ['-vn', '-c:a', 'pcm_s16le'] },
] as const;
