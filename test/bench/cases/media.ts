/**
 * Work on pictures and sound: the time of a worker and of a whole paid execution beside the bare call of the same library on the same file, in
 * alternating rounds, and the memory of a worker while executions wait.
 */
import { join } from 'node:path';
import { findFfmpeg } from '@farebox/sandbox';
import type { Program } from '@farebox/testing';
import { type Fixture, paidRequest } from '../fixture.ts';
import { type EngineTimes, execute } from '../media/engine.ts';
import { makeSources } from '../media/sources.ts';
import { peakWhileWaiting, WAITING } from '../media/waiting.ts';
import { picturesBesideFilms } from '../media/beside.ts';
import type { Work } from '../media/work.ts';
import { worksOn } from '../media/works.ts';
import type { Options } from '../options.ts';
import { spreadOf } from '../rounds.ts';
import type { Poster } from './post.ts';

const ENGINE_RATIO_MAX = 1.05;
/** Shorter work has no target ratio: the process that reads hostile bytes takes a fixed time to start. */
const BARE_MS_MIN = 100;
const BESIDE_MAX_MS = 60;
const MEMORY_RATIO_MAX = 1.1;
/** Length of the sound, for each second that a side is measured. */
const SOUND_SECONDS = 60;

interface Round extends EngineTimes {
  readonly bareMs: number;
}

interface Bench {
  readonly fixture: Fixture;
  readonly tally: Poster['tally'];
}

/** Prints each line as soon as it is measured, because the whole case takes minutes. */
export async function printMedia({ fixture, tally }: Bench, { rounds, seconds, tools }: Options): Promise<void> {
  const { system, projects } = fixture;
  const { url, directory } = system;
  const { key } = projects[0]!;
  const found = findFfmpeg(process.env['FAREBOX_FFMPEG'] ?? '', process.env['PATH'] ?? '');
  const ffmpeg = found.ok ? found.ffmpeg.path : null;
  const workers = [await system.startWorker('worker-image'), await system.startWorker('worker-av')];
  try {
    const sources = await makeSources({ directory, url, key, ffmpeg, soundSeconds: SOUND_SECONDS * seconds });
    const works = worksOn(sources, ffmpeg).filter(({ tool }) => tools?.includes(tool) ?? true);
    console.log('tool                         bare     engine × bare                 whole − bare');
    for (const [at, work] of works.entries()) {
      const body = await paidRequest(url, key, { tool: work.tool, arguments: work.arguments });
      const ours = (): Promise<EngineTimes> => execute(system.sql, { url, key, body });
      const measured = await inTurns({ work, rounds, to: join(directory, `bare-${at}`) }, ours);
      tally.responded += rounds + 1;
      console.log(line(work, measured));
    }
    const { picture, largeFilm } = sources;
    if (largeFilm !== null && (tools?.includes('video-transcode') ?? true))
      console.log(await picturesBesideFilms({ fixture, tally, picture, largeFilm }));
    for (const worker of workers)
      if (found.ok || worker.name === 'worker-image') console.log(await memoryOf({ worker, fixture, tally }));
    if (!found.ok) console.log(`sound was not measured: ${found.problem}`);
  } finally {
    for (const worker of workers) await worker.stop();
  }
}

interface Turns {
  readonly work: Work;
  readonly rounds: number;
  readonly to: string;
}

/** Runs one additional round to warm up both sides; every other round begins with ours. */
async function inTurns({ work, rounds, to }: Turns, ours: () => Promise<EngineTimes>): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round++) {
    const bare = () => msOf(() => work.bare(`${to}-${round}`));
    if (round % 2 === 0) measured.push({ bareMs: await bare(), ...(await ours()) });
    else measured.push({ ...(await ours()), bareMs: await bare() });
  }
  return measured.slice(1);
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
}

function line({ tool, model }: Work, rounds: readonly Round[]): string {
  const bare = spreadOf(rounds.map(({ bareMs }) => bareMs));
  const ratio = spreadOf(rounds.map(({ engineMs, bareMs }) => engineMs / bareMs));
  const beside = spreadOf(rounds.map(({ wholeMs, bareMs }) => wholeMs - bareMs));
  const name = model === undefined ? tool : `${tool} ${model}`;
  const isAsked = bare.median >= BARE_MS_MIN;
  return [
    name.padEnd(22),
    `${bare.median.toFixed(0)} ms`.padStart(10),
    `${ratio.median.toFixed(2)} × (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`.padStart(24),
    (isAsked ? verdict(ratio.median, ENGINE_RATIO_MAX) : 'too short to ask').padEnd(18),
    `${beside.median.toFixed(0)} ms (${beside.min.toFixed(0)} to ${beside.max.toFixed(0)})`.padStart(20),
    verdict(beside.median, BESIDE_MAX_MS),
  ].join('  ');
}

const verdict = (value: number, max: number): string => `${value <= max ? 'reached' : 'not reached'} (${max})`;

interface Remembered extends Bench {
  readonly worker: Program;
}

/** Short work on files that every project has: only the number of waiting executions matters here. */
const SHORT: Readonly<Record<string, object>> = {
  'worker-image': { tool: 'image-resize', arguments: { source: { fileId: 'file_sample_photo' }, width: 320 } },
  'worker-av': { tool: 'audio-convert', arguments: { source: { fileId: 'file_sample_speech' }, model: 'wav' } },
};

async function memoryOf({ worker, fixture, tally }: Remembered): Promise<string> {
  const { system, projects } = fixture;
  const { key } = projects[0]!;
  const { url } = system;
  const body = await paidRequest(url, key, SHORT[worker.name]!);
  // A first run, uncounted: the heap keeps memory from the first executions, however many wait.
  await peakWhileWaiting(system, worker.pid, { url, key, body, count: WAITING[0] });
  tally.responded += WAITING[0];
  const peaks: number[] = [];
  for (const count of WAITING) {
    peaks.push(await peakWhileWaiting(system, worker.pid, { url, key, body, count }));
    tally.responded += count;
  }
  const [few, many] = peaks as [number, number];
  const told = `${few.toFixed(0)} MiB while ${WAITING[0]} wait, ${many.toFixed(0)} MiB while ${WAITING[1]} do`;
  return `memory of ${worker.name}: ${told}; ${verdict(many / few, MEMORY_RATIO_MAX)}`;
}
