/**
 * Damaged audio and video sent through the API to every tool in turn. Each is refused at the upload or by its quote,
 * or its execution fails at once for a reason that names the input, at no charge. No worker dies, nothing is reported
 * as a defect of ours, no network request is made, no file is left over, and another tenant is served all the time.
 * 500 mutants of each format and codec are checked like uploads, and some of the accepted ones are bought. To buy all
 * of them: `MEDIA_MUTANTS=500 npm run vitest -- run apps/worker-av/src/mutants.test.ts`. Needs ffmpeg.
 */
import { sound } from '@farebox/testing';
import {
  type Canary,
  endsOf,
  openCanary,
  openPayingSystem,
  type PayingSystem,
  pointing,
} from '@farebox/testing/hostile';
import { toolsOf } from '@farebox/worker/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog, FFMPEG } from './testing/media.ts';
import { fixture, type Mutant, mutants, uploadedFormats } from './testing/mutants.ts';
import { sift } from './testing/sift.ts';
import { type Use, usesOf } from './testing/uses.ts';

const ASKED = process.env['MEDIA_MUTANTS'];
const EACH = Number(ASKED ?? 500);
/** For each format: how many accepted and how many refused mutants are sent. */
const SENT = ASKED === undefined ? { taken: 16, refused: 4 } : { taken: EACH, refused: EACH };
/** Each format begins with a different tool, so that a few mutants of each reach all tools together. */
const APART = 7;
const SEED = Number(process.env['MEDIA_SEED'] ?? 1);
const TIMEOUT = { timeout: 180_000 + SENT.taken * 60_000 };
/** The only reasons that blame the input. */
const BLAMED = [
  'source_not_readable',
  'source_not_supported',
  'source_has_no_sound',
  'source_is_silent',
  'source_too_large',
  'result_too_large',
  'memory_limit_exceeded',
];
const ALLOWED = new Set([
  'succeeded',
  '400 file_content_mismatch',
  '400 file_not_usable',
  ...BLAMED.map((reason) => `failed ${reason} at attempt 1`),
]);

describe.skipIf(FFMPEG === null)('damaged audio and video', () => {
  let system: PayingSystem;
  let canary: Canary;
  const good = { sound: '', film: '' };
  beforeAll(async () => {
    canary = await openCanary();
    const offered = {
      FAREBOX_AUDIO_FORMATS: FFMPEG!.formats.join(','),
      FAREBOX_VIDEO_FORMATS: FFMPEG!.videoFormats.join(','),
    };
    system = await openPayingSystem({ avWorkers: 1, env: offered });
    good.sound = await stored('audio/wav', fixture('pcm16.wav'));
    good.film = await stored('video/mp4', fixture('moov-last.mp4'));
  });
  afterAll(async () => {
    await system?.[Symbol.asyncDispose]();
    await canary[Symbol.asyncDispose]();
  });

  async function stored(mimeType: string, bytes: Buffer): Promise<string> {
    const uploaded = await system.attacker.upload(mimeType, bytes);
    if ('refused' in uploaded) throw new Error(uploaded.refused);
    return uploaded.id;
  }

  function useOf({ mimeType }: Pick<Mutant, 'mimeType'>, tried: string, n: number): Use {
    const uses = usesOf(mimeType, { tried, ...good });
    return uses[n % uses.length]!;
  }

  async function bought({ mimeType, bytes }: Omit<Mutant, 'name'>, n: number): Promise<string> {
    const uploaded = await system.attacker.upload(mimeType, bytes);
    if ('refused' in uploaded) return uploaded.refused;
    return system.attacker.buy(useOf({ mimeType }, uploaded.id, n));
  }

  async function heard(note: number): Promise<string> {
    const uploaded = await system.neighbour.upload('audio/wav', sound(1000 + note));
    if ('refused' in uploaded) return uploaded.refused;
    const source = { fileId: uploaded.id };
    return system.neighbour.buy({ tool: 'audio-convert', arguments: { source, model: 'wav' } });
  }

  test('an undamaged file succeeds with every tool', TIMEOUT, async () => {
    const film = { mimeType: 'video/mp4', bytes: fixture('moov-last.mp4') } as const;
    const uses = usesOf(film.mimeType, { tried: '', ...good }).map(({ tool }, n) => ({ tool, n }));
    const { fates } = await endsOf({
      waiting: uses,
      fateOf: async ({ tool, n }) => `${tool}: ${await bought(film, n)}`,
      isAllowed: () => true,
      describe: () => '',
      sing: heard,
    });
    expect(new Set(fates.keys())).toEqual(new Set(toolsOf(catalog, 'av').map(({ name }) => `${name}: succeeded`)));
  });

  test(`${EACH} mutants of each format and codec end with a permitted outcome`, TIMEOUT, async () => {
    const damaged = { each: EACH, seed: SEED, damages: [pointing(canary.url)] };
    const waiting = uploadedFormats().flatMap((format, n) =>
      sift(mutants([format], damaged), { ...SENT, firstTurn: n * APART }),
    );
    const { fates, wrong, served } = await endsOf({
      waiting,
      fateOf: ({ mutant, turn, isTaken }) =>
        bought(mutant, turn).then((fate) =>
          isTaken === fate.startsWith('400 file_content') ? `not as seen: ${fate}` : fate,
        ),
      isAllowed: (fate) => ALLOWED.has(fate),
      describe: ({ mutant, turn }) =>
        `${mutant.name}, ${useOf(mutant, '', turn).tool}: ${mutant.bytes.toString('base64').slice(0, 4000)}`,
      sing: heard,
    });
    if (ASKED !== undefined) console.log(fates);
    expect(wrong).toEqual([]);
    expect([...fates.values()].reduce((sum, count) => sum + count, 0)).toBe(waiting.length);
    expect([...served]).toEqual(['succeeded']);
    for (const pid of system.workerPids) expect(() => process.kill(pid, 0)).not.toThrow();
    expect(system.leftOfRuns()).toEqual([]);
    expect(canary.heard()).toBe(0);
    const { told, charged, held } = await system.attacker.books();
    expect({ charged, held }).toEqual({ charged: told, held: 0 });
    // All outcomes occur: refused by the upload, found only by a decoder, and processed despite the damage.
    for (const end of ['400 file_content_mismatch', 'failed source_not_readable at attempt 1', 'succeeded'])
      expect(fates.get(end), end).toBeGreaterThan(0);
  });
});
