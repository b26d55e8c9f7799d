/** `convert-audio`: the same sound in another format. */
import { startedSeconds } from '@tollgate/catalog';
import type { Implementation } from '@tollgate/worker';
import { soundOutput } from '../ffmpeg/sound.ts';
import { inSession } from '../session.ts';
import { mustWrite, type Studio } from '../studio.ts';

export function convertAudio(studio: Studio): Implementation<'convert-audio'> {
  return (context) => {
    const { parameters } = context;
    mustWrite(studio, parameters.format, 'convert-audio');
    return inSession(studio, context, async ({ sources: { source }, make }) => {
      const { seconds } = source;
      const outputs = [soundOutput(parameters, { secondsMax: seconds })];
      return { artifacts: await make({ inputs: [source], outputs, seconds }), units: startedSeconds(seconds) };
    });
  };
}
