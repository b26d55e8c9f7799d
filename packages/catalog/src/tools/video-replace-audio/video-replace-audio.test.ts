import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import type { FileFacts } from '../../files/file.ts';

const catalog = createCatalog({ rehearsal: false, audioFormats: new Set(['aac'] as const) });
const STORED = { sizeBytes: 9, sha256: '0'.repeat(64) };
const VIDEO = { ...STORED, id: 'file_v', mimeType: 'video/mp4', width: 1920, height: 1080, durationSeconds: 10 };
const SOUND = { ...STORED, id: 'file_s', mimeType: 'audio/wav', durationSeconds: 500 };
const [source, sound] = [{ fileId: 'file_v' }, { fileId: 'file_s' }];
const quote = (
  tool: string,
  input: Readonly<Record<string, unknown>>,
  files: readonly FileFacts[] = [VIDEO, SOUND],
) => {
  const prepared = catalog.prepare({ tool, arguments: input });
  const facts = new Map(files.map((file) => [file.id, file]));
  return prepared.ok ? catalog.quote(prepared, facts) : prepared;
};

describe('video-replace-audio', () => {
  it('costs the video, however long the audio is', () => {
    expect(quote('video-replace-audio', { source, sound })).toMatchObject({
      plan: [{ operation: 'replace-audio', inputs: { source, sound }, price: { unitsMax: 21 } }],
    });
  });

  it.each([
    [{ source: sound, sound }, '/source/fileId'],
    [{ source, sound: { fileId: 'file_none' } }, '/sound/fileId'],
  ])('refuses %j, and names %s', (input, pointer) => {
    expect(quote('video-replace-audio', input)).toMatchObject({
      message: 'file_not_usable',
      fields: { [pointer]: expect.any(String) },
    });
  });

  it('takes video and audio from earlier steps, and gives later ones the length of the video', () => {
    const steps = [
      { tool: 'video-replace-audio', arguments: { source, sound } },
      { tool: 'audio-trim', arguments: { source: { step: 0, artifact: 0 }, startSeconds: 1, format: 'aac' } },
      { tool: 'video-replace-audio', arguments: { source: { step: 0, artifact: 0 }, sound: { step: 1, artifact: 0 } } },
    ];
    expect(quote('pipeline', { steps })).toMatchObject({
      plan: [{}, { price: { unitsMax: 11 } }, { operation: 'replace-audio', price: { unitsMax: 22 } }],
    });
  });

  it('is available if ffmpeg can write AAC', () => {
    const wavAlone = createCatalog({ rehearsal: false, audioFormats: new Set(['wav'] as const) });
    expect(quote('video-replace-audio', { source, sound })).toMatchObject({ availability: { available: true } });
    const prepared = wavAlone.prepare({ tool: 'video-replace-audio', arguments: { source, sound } });
    const files = new Map([VIDEO, SOUND].map((file) => [file.id, file]));
    expect(prepared.ok && wavAlone.quote(prepared, files)).toMatchObject({ availability: { available: false } });
  });
});
