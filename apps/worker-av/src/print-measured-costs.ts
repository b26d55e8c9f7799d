/**
 * Prints as JSON what the examples of the audio and video tools cost on this machine. Called by
 * test/bench/prices/main.ts with the path of ffmpeg.
 */
import { findFfmpeg, findIsolation, HOW_TO_GET_FFMPEG } from '@farebox/sandbox';
import { measureExamples } from '@farebox/worker';
import { createAvOperations } from './operations.ts';

const SECONDS_MAX = 600;
const OUTPUT_BYTES_MAX = 1024 ** 3;

const found = findFfmpeg(process.argv[2] ?? '', '');
if (!found.ok) throw new Error(`${found.problem}; ${HOW_TO_GET_FFMPEG}`);
const { operations, close } = createAvOperations({
  ffmpeg: found.ffmpeg,
  isolation: findIsolation(),
  concurrency: 1,
  secondsMax: SECONDS_MAX,
  outputBytesMax: OUTPUT_BYTES_MAX,
});
const figures = await measureExamples({
  engine: 'av',
  operations,
  onFailure: (example, error) => void process.stderr.write(`${example} was not measured: ${String(error)}\n`),
});
await close();
process.stdout.write(JSON.stringify({ program: `ffmpeg ${found.ffmpeg.version}`, figures }));
