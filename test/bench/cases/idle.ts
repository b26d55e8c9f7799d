/**
 * Latency on an idle system, one request at a time: from the accept of a no-op until a worker claims it, and from the request for a
 * picture until its settlement, alternating with the same work done by bare sharp in this process.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { type CpuUs, metered } from '../cpu.ts';
import { type Fixture, paidRequest, post } from '../fixture.ts';
import { cpuText } from '../report.ts';
import { spreadOf } from '../rounds.ts';
import type { Poster } from './post.ts';

const PICK_UPS = 20;
const PICK_UP_MAX_MS = 10;
const BESIDE_SHARP_MAX_MS = 30;
const POLL_MS = 3;
const PICTURE = { width: 3000, height: 2000 } as const;
const RESIZED = { width: 800, quality: 82 } as const;

interface Times {
  readonly startedMs: number;
  readonly finishedMs: number;
}

/** Times since the accept, by the clock of the database. */
const TIMES = `
  SELECT extract(epoch FROM started_at - created_at)::float8 * 1000 AS "startedMs",
         extract(epoch FROM finished_at - created_at)::float8 * 1000 AS "finishedMs"
  FROM execution WHERE id = $1 AND finished_at IS NOT NULL`;

export async function idleReport(fixture: Fixture, rounds: number, tally: Poster['tally']): Promise<string> {
  const picture = await makePicture(join(fixture.system.directory, 'picture.jpg'));
  const body = await resizeOf(fixture, picture);
  const pickUps: number[] = [];
  const pictures: number[] = [];
  const bare: number[] = [];
  const cpu: { readonly noOp: CpuUs; readonly picture: CpuUs }[] = [];
  const { processes } = fixture.system;
  for (let round = 0; round <= rounds; round++) {
    const inTurn: number[] = [];
    const noOps = await metered(processes, async () => {
      for (let n = 0; n < PICK_UPS; n++) inTurn.push((await execute(fixture, fixture.body)).startedMs);
      return { count: PICK_UPS };
    });
    const beganMs = performance.now();
    await bareSharp(picture, `${picture}.${round}.jpg`);
    const bareMs = performance.now() - beganMs;
    const resized = await metered(processes, async () => ({ count: 1, ...(await execute(fixture, body)) }));
    tally.responded += PICK_UPS + 1;
    if (round === 0) continue; // the first round warms up both sides
    pickUps.push(...inTurn);
    bare.push(bareMs);
    pictures.push(resized.finishedMs);
    cpu.push({ noOp: noOps.cpuUs, picture: resized.cpuUs });
  }
  const beside = spreadOf(pictures.map((ms, round) => ms - bare[round]!));
  return [
    `idle pick-up, accept to start: p50 ${spreadOf(pickUps).median.toFixed(1)} ms (${line(pickUps)} in ${pickUps.length}); to reach ${PICK_UP_MAX_MS}: ${verdict(spreadOf(pickUps).median, PICK_UP_MAX_MS)}`,
    `picture of 6 megapixels: bare sharp + ${beside.median.toFixed(0)} ms (${beside.min.toFixed(0)} to ${beside.max.toFixed(0)} in ${rounds} rounds); to reach ${BESIDE_SHARP_MAX_MS}: ${verdict(beside.median, BESIDE_SHARP_MAX_MS)}`,
    `  from the request to the settlement ${line(pictures)}, bare sharp ${line(bare)}`,
    `  a no-op: ${cpuText(cpu.map(({ noOp }) => noOp))}`,
    `  a picture: ${cpuText(cpu.map(({ picture }) => picture))}`,
  ].join('\n');
}

const line = (values: readonly number[]): string => {
  const { min, median, max } = spreadOf(values);
  return `${min.toFixed(1)}, ${median.toFixed(1)}, ${max.toFixed(1)} ms`;
};

const verdict = (value: number, max: number): string => (value <= max ? 'reached' : 'not reached');

/** Adds the duration of the request to the time until the end, because a client waits for both. */
async function execute({ system, projects }: Fixture, body: string): Promise<Times> {
  const tool = (JSON.parse(body) as { tool: string }).tool;
  const beganMs = performance.now();
  const { data } = await post<{ id: string }>(`${system.url}/tools/${tool}`, { key: projects[0]!.key, body });
  const acceptMs = performance.now() - beganMs;
  for (;;) {
    const { rows } = await system.sql.query<Times>(TIMES, [data.id]);
    if (rows[0] !== undefined) return { ...rows[0], finishedMs: rows[0].finishedMs + acceptMs };
    await pause(POLL_MS);
  }
}

async function makePicture(path: string): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  await sharp({ create: { ...PICTURE, channels: 3, noise, background: '#000000' } })
    .jpeg()
    .toFile(path);
  return path;
}

/** Uses one thread, as the worker does. */
async function bareSharp(from: string, to: string): Promise<void> {
  sharp.concurrency(1);
  await sharp(from).resize({ width: RESIZED.width }).jpeg({ quality: RESIZED.quality }).toFile(to);
}

async function resizeOf({ system: { url }, projects }: Fixture, picture: string): Promise<string> {
  const { key } = projects[0]!;
  const upload = JSON.stringify({ mimeType: 'image/jpeg', data: readFileSync(picture).toString('base64') });
  const { data } = await post<{ id: string }>(`${url}/tools/upload`, { key, body: upload });
  const source = { fileId: data.id };
  return paidRequest(url, key, { tool: 'image-resize', arguments: { source, ...RESIZED } });
}
