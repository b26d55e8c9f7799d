import { describe, expect, it } from 'vitest';
import { createCatalog } from '../catalog.ts';
import { recording } from '../testing/samples.ts';

const catalog = createCatalog({ rehearsal: false, audioFormats: new Set(['mp3'] as const) });
const source = { fileId: 'file_a' };

function quote(tool: string, input: object, seconds = 60) {
  const prepared = catalog.prepare({ tool, arguments: { ...input } });
  return prepared.ok ? catalog.quote(prepared, new Map([['file_a', recording('file_a', seconds)]])) : prepared;
}

describe.for(['audio-waveform', 'audio-spectrogram'])('%s', (tool) => {
  it('costs the seconds of its source, whatever the size of the picture', () => {
    const price = { unit: 'second', unitsMax: 61 };
    for (const size of [{}, { width: 4096, height: 2048 }, { width: 16, height: 16 }])
      expect(quote(tool, { source, ...size }, 60.2)).toMatchObject({ ok: true, plan: [{ price }] });
  });

  it.for([
    [{ width: 15 }, '/width'],
    [{ height: 2049 }, '/height'],
    [{ width: '200,drawtext' }, '/width'],
    [{ color: 'red' }, '/color'],
    [{ palette: 'magma:legend=1' }, '/palette'],
  ] as const)('refuses %j', ([input, pointer]) => {
    const refused = { ok: false, message: 'invalid_arguments', fields: { [pointer]: expect.any(String) } };
    expect(quote(tool, { source, ...input })).toMatchObject(refused);
  });

  it('makes a picture of known size for the next step', () => {
    const steps = [
      { tool, arguments: { source, width: 2000, height: 1000 } },
      { tool: 'image-resize', arguments: { source: { step: 0, artifact: 0 }, width: 100 } },
    ];
    expect(quote('pipeline', { steps })).toMatchObject({ ok: true, plan: [{}, { price: { unitsMax: 2 } }] });
  });
});
