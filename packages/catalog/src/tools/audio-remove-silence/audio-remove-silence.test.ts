import { AUDIO_FORMAT_NAMES } from '@farebox/kernel';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { recording } from '../../testing/samples.ts';

const catalog = createCatalog({ rehearsal: false, audioFormats: new Set(AUDIO_FORMAT_NAMES) });
const tool = 'audio-remove-silence';
const source = { fileId: 'file_a' };

function quote(
  request: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> },
  seconds = 60.2,
) {
  const prepared = catalog.prepare(request);
  return prepared.ok ? catalog.quote(prepared, new Map([['file_a', recording('file_a', seconds)]])) : prepared;
}

describe('audio-remove-silence', () => {
  it('costs the seconds of its source, whatever is removed', () => {
    expect(quote({ tool, arguments: { source } })).toMatchObject({
      ok: true,
      arguments: { silenceDb: -50, silenceSeconds: 0.5, keepSeconds: 0.1, format: 'mp3' },
      plan: [{ operation: 'remove-silence', price: { unit: 'second', unitsMax: 61 } }],
    });
  });

  it.each([
    [{ silenceDb: '-50dB,amovie=/etc/passwd' }, '/silenceDb'],
    [{ silenceDb: -45.5 }, '/silenceDb'],
    [{ silenceSeconds: 0.01 }, '/silenceSeconds'],
    [{ keepSeconds: -1 }, '/keepSeconds'],
    [{ keepSeconds: 6 }, '/keepSeconds'],
    [{ format: 'flac', bitrateKbps: 128 }, '/bitrateKbps'],
  ])('refuses %j, and names %s', (input, pointer) => {
    expect(quote({ tool, arguments: { source, ...input } })).toMatchObject({
      ok: false,
      message: 'invalid_arguments',
      fields: { [pointer]: expect.any(String) },
    });
  });

  it('promises the next step no more seconds than its source lasts', () => {
    const next = { tool: 'audio-trim', arguments: { source: { step: 0, artifact: 0 } } };
    const quoted = quote({ tool: 'pipeline', arguments: { steps: [{ tool, arguments: { source } }, next] } });
    expect(quoted).toMatchObject({ ok: true, plan: [{ price: { unitsMax: 61 } }, { price: { unitsMax: 61 } }] });
  });
});
