/** `extract-audio`: the audio of a video, without its frames. */
import type { Implementation } from '@farebox/worker';
import { encodeSound } from '../encode-sound.ts';
import type { Studio } from '../studio.ts';

export function extractAudio(studio: Studio): Implementation<'extract-audio'> {
  return (context) => encodeSound(studio, context, 'extract-audio');
}
