/** The file of a result as its behaviour delivers it: as it is, in another form that decoders read, or unreadable. */
import type { Behaviour } from '../behaviour.ts';
import type { Work } from '../call.ts';
import { type OutputFile, outputOf } from './output.ts';
import { wav } from './wav.ts';

type FileWork = Exclude<Work, { kind: 'transcript' }>;

export function deliveredOf(work: FileWork, { name }: Behaviour): OutputFile {
  if (name === 'other-form' && work.kind === 'speech')
    return { bytes: wav(work.seconds), mimeType: 'audio/wav', extension: 'wav' };
  const made = outputOf(work);
  if (name === 'other-form') return { ...made, bytes: Buffer.concat([made.bytes, Buffer.from('\n')]) };
  return name === 'unreadable' ? { ...made, bytes: NOISE } : made;
}

const NOISE = Buffer.from('This is no file of that type. '.repeat(40));
