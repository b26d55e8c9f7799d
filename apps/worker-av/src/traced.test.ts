/**
 * System calls of ffmpeg with valid and with hostile files. It writes only into the folder of its job, reads only
 * there and from system paths, and never opens a socket. No isolation protects it in this test. Needs ffmpeg and
 * strace.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AUDIO_FORMATS, AUDIO_FORMAT_NAMES, type SoundType } from '@farebox/kernel';
import { SAMPLES } from '@farebox/files';
import { OperationFailure } from '@farebox/worker';
import { toolsOf } from '@farebox/worker/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { followed } from './testing/followed.ts';
import { catalog, FFMPEG, make, openOperations, run, scratch, sourceOf, tone } from './testing/media.ts';
import { fixture, mutants } from './testing/mutants.ts';
import { isTracerHere, type Seen, seenIn, traced } from './testing/trace.ts';

/** The examples of every tool of this engine, and of each of its models. */
const EXAMPLES = toolsOf(catalog, 'av').flatMap(({ name, example, models }) =>
  models.length === 0
    ? [[name, name, example] as const]
    : models.map((model) => [`${name}/${model.name}`, name, model.example] as const),
);

describe.skipIf(FFMPEG === null || !isTracerHere())('ffmpeg, traced', () => {
  let directory: Awaited<ReturnType<typeof scratch>>;
  let rooms: string;
  beforeAll(async () => {
    directory = await scratch();
    rooms = join(directory.path, 'rooms');
    mkdirSync(rooms);
    vi.stubEnv('TMPDIR', rooms);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await directory[Symbol.asyncDispose]();
  });
  const at = (name: string): string => join(directory.path, name);

  /** That folder has only working directories, and each is checked when its run has ended. */
  function expectInside({ programs, read, written, network }: Seen): void {
    expect(programs).toBeGreaterThan(0);
    expect(network).toEqual([]);
    const inRoom = (path: string): boolean => path.startsWith(`${rooms}/farebox-run-`) && !path.includes('/../');
    expect(written.filter((path) => !inRoom(path) && path !== '/dev/null')).toEqual([]);
    expect(read.filter((path) => !inRoom(path) && !isOfTheSystem(path))).toEqual([]);
  }

  async function convert(name: string, { bytes, mimeType }: { bytes: Buffer; mimeType: SoundType }, model = 'wav') {
    const log = at('log');
    rmSync(log, { force: true });
    writeFileSync(at(name), bytes);
    const av = openOperations({ isolation: traced(log) });
    const source = await sourceOf(at(name), mimeType);
    const outcome = await run(av, { tool: 'audio-convert', input: { model }, source }).then(
      () => 'converted',
      (error: unknown) => (error instanceof OperationFailure ? error.reason : Promise.reject(error as Error)),
    );
    await av.close();
    return { outcome, seen: () => seenIn(log) };
  }

  it.for(AUDIO_FORMAT_NAMES)('makes %s in its folder, and reads no foreign file', async (format) => {
    const bytes = readFileSync(make(at('whole.wav'), tone(1)));
    const { outcome, seen } = await convert('good.wav', { bytes, mimeType: 'audio/wav' }, format);
    expect(outcome).toBe('converted');
    const { written } = seen();
    expect(written.some((path) => path.includes(`/out/`))).toBe(true);
    expectInside(seen());
  });

  it.for(EXAMPLES)('runs the example of %s in its folder', async ([, tool, input]) => {
    const log = at('log-example');
    rmSync(log, { force: true });
    const av = openOperations({ isolation: traced(log) });
    const samples = [...SAMPLES.values()].filter(({ mimeType }) => /^(audio|video)\//.test(mimeType));
    const files = samples.map(({ id: fileId, path, mimeType, sizeBytes }) => ({ fileId, path, mimeType, sizeBytes }));
    await run(av, { tool, input, files });
    await av.close();
    expectInside(seenIn(log));
  });

  it.for(['video/mp4', ...Object.values(AUDIO_FORMATS)] as const)(
    'opens nothing that is named in a playlist declared as %s',
    async (mimeType) => {
      const secret = make(at('secret.wav'), tone(1));
      const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.1:9/a.mp3\n#EXTINF:2,\nfile://${secret}\n#EXT-X-ENDLIST\n`;
      writeFileSync(at('playlist'), playlist);
      const log = at(`log-${mimeType.replace('/', '-')}`);
      expect(await followed(at('playlist'), traced(log), mimeType)).not.toBe(0);
      expectInside(seenIn(log));
    },
  );

  it('stays in its folder with damaged files', async () => {
    const wholes = [
      { name: 'MP3', mimeType: 'audio/mpeg', wholes: [fixture('cbr.mp3')] },
      { name: 'MP4', mimeType: 'video/mp4', wholes: [fixture('moov-last.mp4')] },
    ] as const;
    for (const { name, ...mutant } of mutants(wholes, { each: 4, seed: 5 })) {
      const log = at(`log-${name.replaceAll(/\W/g, '-')}`);
      writeFileSync(at('mutant'), mutant.bytes);
      await followed(at('mutant'), traced(log), mutant.mimeType);
      expectInside(seenIn(log));
    }
  });
});

/** Code, and the machine facts that the loader and the libraries read. */
const isOfTheSystem = (path: string): boolean =>
  /^\/(usr|lib|lib64|bin|etc|sys|proc\/(self|sys|cpuinfo|stat|filesystems)|dev\/(null|urandom))(\/|$)/.test(path) ||
  path.startsWith(dirname(dirname(FFMPEG!.path)));
