/** Encodes the first audio track of a source in one of the formats, whatever else the source contains. */
import { startedSeconds } from '@farebox/catalog';
import type { ContextOf } from '@farebox/worker';
import { soundIn } from './ffmpeg/placed.ts';
import { soundOutput } from './ffmpeg/sound.ts';
import { inSession } from './session.ts';
import { mustWrite, type Studio } from './studio.ts';

type Name = 'convert-audio' | 'extract-audio';

export function encodeSound(studio: Studio, context: ContextOf<Name>, name: Name) {
  const { parameters } = context;
  mustWrite(studio, parameters.format, name);
  return inSession(studio, context, async ({ sources: { source }, make }) => {
    const { seconds } = source;
    const outputs = [soundOutput(parameters, { pad: 'heard', secondsMax: seconds, sources: [source] })];
    const graph = [soundIn(source, { to: 'heard' })];
    return { artifacts: await make({ inputs: [source], graph, outputs, seconds }), units: startedSeconds(seconds) };
  });
}
