/** `convert-audio`: the same audio in another format. */
import type { Implementation } from '@farebox/worker';
import { encodeSound } from '../encode-sound.ts';
import type { Studio } from '../studio.ts';

export function convertAudio(studio: Studio): Implementation<'convert-audio'> {
  return (context) => encodeSound(studio, context, 'convert-audio');
}
