/** Encodes the first audio track of a source in one of the formats, whatever else the source contains. */
import { startedSeconds } from '@farebox/catalog';
import type { ContextOf } from '@farebox/worker';
import { soundOutput } from './ffmpeg/sound.ts';
import { inSession } from './session.ts';
import { mustWrite, type Studio } from './studio.ts';

type Name = 'convert-audio' | 'extract-audio';

export function encodeSound(studio: Studio, context: ContextOf<Name>, name: Name) {
  const { parameters } = context;
  mustWrite(studio, parameters.format, name);
  return inSession(studio, context, async ({ sources: { source }, make }) => {
    const { seconds } = source;
    const outputs = [soundOutput(parameters, { secondsMax: seconds })];
    return { artifacts: await make({ inputs: [source], outputs, seconds }), units: startedSeconds(seconds) };
  });
}
