/** `convert-audio`: the same sound in another format. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { SOUND_PADDING_SECONDS, startedSeconds } from '@tollgate/catalog';
import { AUDIO_FORMATS, invariant } from '@tollgate/kernel';
import type { Ended, VisitedRoom } from '@tollgate/sandbox';
import { type Implementation, LacksOperation, OperationFailure, type OutputArtifact } from '@tollgate/worker';
import { decodeCommand, type Encoding, encodeCommand, fileNameOf, type Source } from '../ffmpeg/arguments.ts';
import { createProgress } from '../ffmpeg/progress.ts';
import { measure, measuredSource, type Sound, type Studio, withinLimits } from '../studio.ts';

export function convertAudio(studio: Studio): Implementation<'convert-audio'> {
  return async ({ parameters, inputs: { source }, directory, signal, projectId, usedCpu, onProgress }) => {
    const { format } = parameters;
    // Another worker's build may have what this one lacks.
    if (!studio.ffmpeg.formats.includes(format)) throw new LacksOperation('convert-audio');
    const sound = await measuredSource(source, studio);
    const progress = createProgress(sound.seconds);
    onProgress(progress.share);
    const visit = { owner: projectId, inputs: { source }, signal, usedCpu };
    const work = { sound, encoding: parameters, directory, onText: progress.read };
    const made = await withinLimits(studio.sandbox.visit(visit, (room) => encodeIn(room, work, studio)));
    return { artifacts: [made], units: startedSeconds(sound.seconds) };
  };
}

interface Work {
  readonly sound: Sound;
  readonly encoding: Encoding;
  readonly directory: string;
  readonly onText: (text: string) => void;
}

async function encodeIn(room: VisitedRoom, work: Work, { ffmpeg }: Studio): Promise<OutputArtifact> {
  const { sound, encoding, directory, onText } = work;
  const file = fileNameOf(encoding.format);
  const { path } = room.inputs['source'] ?? {};
  invariant(path !== undefined, 'a source is in its room');
  const source: Source = { path, mimeType: sound.mimeType };
  const ended = await room.run(encodeCommand(ffmpeg, source, { out: join(room.out, file), encoding }), { onText });
  if (ended.code !== 0) throw await faultOf(ended, () => room.run(decodeCommand(ffmpeg, source)));
  await room.deliver(directory, [file]);
  return checked(join(directory, file), work);
}

/** A source is at fault only if it cannot even be decoded; anything else is a defect of ours and may pass on another attempt. */
async function faultOf(ended: Ended, decode: () => Promise<Ended>): Promise<Error> {
  if (/matches no streams/.test(ended.stderr)) return new OperationFailure('source_has_no_sound');
  const cause = new Error(`ffmpeg ended with ${ended.code}: ${ended.stderr}`);
  return (await decode()).code === 0 ? cause : new OperationFailure('source_not_readable', { cause });
}

/** Sound that lasts longer than the source was measured is not what was paid for. */
async function checked(path: string, { sound, encoding }: Work): Promise<OutputArtifact> {
  const found = await lstat(path);
  invariant(found.isFile() && found.size > 0, 'an artifact is a plain file with content');
  const mimeType = AUDIO_FORMATS[encoding.format];
  const durationSeconds = await measure(path, mimeType);
  // A source without a single sample of sound gives a file that is none.
  if (durationSeconds === null || durationSeconds > sound.seconds + SOUND_PADDING_SECONDS)
    throw new OperationFailure('source_not_readable');
  return { path, mimeType, durationSeconds };
}
