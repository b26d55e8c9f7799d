/**
 * Measures what the work and the uploads of one organization cost another one (I13): a victim resizes a small picture, one after the other, alone and
 * beside each kind of work, alternately.
 */
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '@farebox/testing';
import sharp from 'sharp';
import { type Fixture, paidRequest, post, untilNoneIsDue } from '../fixture.ts';
import { type Source, startBatch, startCrowd } from '../load/crowd.ts';
import { UPLOAD_KINDS, type UploadKind } from '../load/uploads.ts';
import { execute, type Request } from '../media/engine.ts';
import type { Options } from '../options.ts';
import { makeProjects } from '../system/projects.ts';
import type { Poster } from './post.ts';
import { type TenantRound, tenantLine } from './tenant-line.ts';

/** Number of small pictures of a measurement: its p99 is the slowest but one. */
const PICTURES = 120;
/** Projects of one organization, and executions of each: more than the machine does meanwhile. */
const CROWDS = [
  [1, 32],
  [4, 8],
  [11, 3],
  [50, 1],
] as const;
const UPLOADS: Readonly<Record<UploadKind, string>> = {
  resumable: 'resumable uploads of 90 MiB that finish',
  connections: 'six connections that upload',
};
/** The gateway processes what it has received of an upload before the next measurement. */
const SETTLE_MS = 1_500;
const BATCH = 'a batch of 1,000 heavy items';
const crowdName = (projects: number): string => `heavy work in ${projects} project${projects === 1 ? '' : 's'}`;

interface Work {
  readonly fixture: Fixture;
  readonly tally: Poster['tally'];
  readonly victim: Request;
  readonly source: Source;
}

type Beside = (measure: () => Promise<number>) => Promise<number>;

/** The lines to print. The worker has the default concurrency, one execution for each core. */
export async function tenantWork(
  fixture: Fixture,
  tally: Poster['tally'],
  { rounds, beside: text }: Options,
): Promise<string[]> {
  const { system } = fixture;
  const worker = await system.startWorker('worker-image');
  try {
    const work = await prepare(fixture, tally);
    await p99Of(work);
    const lines: string[] = [];
    for (const [name, beside] of kindsOf(work).filter(([each]) => each.includes(text))) {
      const measured: TenantRound[] = [];
      while (measured.length < rounds) {
        const aloneP99Ms = await p99Of(work);
        const besideP99Ms = await beside(() => p99Of(work));
        await untilNoneIsDue(system);
        measured.push({ aloneP99Ms, besideP99Ms });
      }
      lines.push(tenantLine(name, measured));
    }
    return lines;
  } finally {
    await worker.stop();
  }
}

async function prepare(fixture: Fixture, tally: Poster['tally']): Promise<Work> {
  const { url, directory } = fixture.system;
  const picture = join(directory, 'large.jpg');
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const large = { create: { width: 3000, height: 2000, channels: 3, noise, background: '#000000' } } as const;
  await sharp(large).jpeg().toFile(picture);
  const small = await sharp({ create: { ...large.create, width: 640, height: 480 } })
    .png()
    .toBuffer();
  const [victim] = await makeProjects(fixture.system, 1);
  const { key } = victim!;
  const { data: file } = await post<{ id: string }>(`${url}/tools/upload`, {
    key,
    body: JSON.stringify({ mimeType: 'image/png', data: small.toString('base64') }),
  });
  const resized = { tool: 'image-resize', arguments: { source: { fileId: file.id }, width: 100 } };
  const body = await paidRequest(url, key, resized);
  return { fixture, tally, victim: { url, key, body }, source: { ...fixture.system, picture } };
}

async function p99Of({ fixture, tally, victim }: Work): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < PICTURES; n++) {
    times.push((await execute(fixture.system.sql, victim)).wholeMs);
    tally.responded++;
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(PICTURES * 0.99) - 1]!;
}

function kindsOf({ tally, source, fixture: { system } }: Work): readonly (readonly [string, Beside])[] {
  async function besideCrowd(start: () => ReturnType<typeof startCrowd>, measure: () => Promise<number>) {
    const crowd = await start();
    tally.responded += crowd.accepted;
    try {
      return await measure();
    } finally {
      await crowd.stop();
    }
  }
  const uploading =
    (kind: UploadKind): Beside =>
    async (measure) => {
      const [project] = await makeProjects(source, 1);
      const command = [
        process.execPath,
        resolve(import.meta.dirname, '../load/uploads.ts'),
        system.url,
        project!.key,
        kind,
      ];
      const uploads = startProcess({ command });
      try {
        await uploads.said(/finished/);
        return await measure();
      } finally {
        await uploads[Symbol.asyncDispose]();
        await pause(SETTLE_MS);
      }
    };
  return [
    ...CROWDS.map(
      ([projects, each]) =>
        [
          crowdName(projects),
          (measure: () => Promise<number>) => besideCrowd(() => startCrowd(source, projects, each), measure),
        ] as const,
    ),
    [BATCH, (measure) => besideCrowd(() => startBatch(source), measure)],
    ...UPLOAD_KINDS.map((kind) => [UPLOADS[kind], uploading(kind)] as const),
  ];
}
