/**
 * Passes a file to ffmpeg as the worker would, without the checks of an upload, so that only ffmpeg's command line
 * keeps it from following a playlist.
 */
import type { SoundType } from '@farebox/kernel';
import { createProgramSandbox, type Isolation } from '@farebox/sandbox';
import { decodeCommand } from '../ffmpeg/arguments.ts';
import { FFMPEG } from './media.ts';

/** Returns the exit code. */
export async function followed(
  path: string,
  isolation: Isolation,
  mimeType: SoundType = 'video/mp4',
): Promise<number | null> {
  const ffmpeg = FFMPEG!;
  const sandbox = createProgramSandbox({
    isolation,
    size: 1,
    firstSlot: 800,
    limits: {
      memoryBytesMax: 512 * 1024 ** 2,
      taskMs: 60_000,
      memoryBytes: 4 * 1024 ** 3,
      cpuSeconds: 60,
      fileBytes: 1024 ** 2,
      openFiles: 64,
      niceness: 0,
    },
    environment: { LC_ALL: 'C' },
    readable: [ffmpeg.path],
  });
  const visit = { owner: 'one', signal: new AbortController().signal, inputs: { source: { path } } };
  try {
    const ended = await sandbox.visit(visit, (room) =>
      room.run(decodeCommand(ffmpeg, { path: room.inputs['source']!.path, mimeType })),
    );
    return ended.code;
  } finally {
    await sandbox.close();
  }
}
