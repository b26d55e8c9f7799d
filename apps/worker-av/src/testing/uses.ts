/**
 * Test support: a small and fast use of every tool of this engine that accepts a short file, so that the file is what
 * is tested.
 */
import type { JsonObject } from '@farebox/catalog';
import { AUDIO_FORMAT_NAMES, type SoundType } from '@farebox/kernel';

export interface Use {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** File ids: one under test, and valid audio and video for tools that take several files. */
export interface Tried {
  readonly tried: string;
  readonly sound: string;
  readonly film: string;
}

/** Used in rotation, so that a few files reach all tools. */
export const usesOf = (mimeType: SoundType, files: Tried): readonly Use[] =>
  mimeType === 'video/mp4' ? [...ofFilm(files), ...ofSound(files)] : ofSound(files);

function ofSound({ tried, ...good }: Tried): readonly Use[] {
  const [source, sound, film] = [file(tried), file(good.sound), file(good.film)];
  return [
    use('audio-normalize', { source, format: 'wav' }),
    use('audio-concat', { sources: [sound, source], crossfadeSeconds: 0.02, format: 'wav' }),
    use('audio-mix', { tracks: [{ source }, { source: sound, offsetSeconds: 0.1 }], format: 'flac' }),
    use('audio-trim', { source, startSeconds: 0.02, fadeInSeconds: 0.01, format: 'wav' }),
    use('video-replace-audio', { source: film, sound: source }),
    use('audio-remove-silence', { source, format: 'wav' }),
    use('audio-analyze', { source }),
    use('audio-waveform', { source, width: 64, height: 32 }),
    use('audio-spectrogram', { source, width: 64, height: 32 }),
    use('audio-concat', { sources: [source, sound], gapSeconds: 0.1, format: 'wav' }),
    ...AUDIO_FORMAT_NAMES.map((model) => use('audio-convert', { source, model })),
  ];
}

function ofFilm({ tried, ...good }: Tried): readonly Use[] {
  const [source, sound, film] = [file(tried), file(good.sound), file(good.film)];
  return [
    use('video-resize', { source, width: 32 }),
    use('video-clip', { source, startSeconds: 0.1 }),
    use('video-concat', { sources: [film, source] }),
    use('video-replace-audio', { source, sound }),
    use('video-thumbnails', { source, count: 2, width: 32 }),
    use('video-contact-sheet', { source, columns: 2, rows: 2, cellWidth: 32, cellHeight: 24 }),
    use('video-analyze', { source }),
    use('video-extract-audio', { source, model: 'wav' }),
    use('video-preview', { source, model: 'gif', width: 32 }),
    use('video-preview', { source, model: 'webp', width: 32 }),
    use('video-concat', { sources: [source, film] }),
    ...['h264-fast', 'h264-quality', 'vp9', 'av1'].map((model) => use('video-transcode', { source, model })),
  ];
}

const file = (fileId: string) => ({ fileId });
const use = (tool: string, input: JsonObject): Use => ({ tool, arguments: input });
