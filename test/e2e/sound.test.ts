/** Sound as a customer buys it: worked on by workers in containers, confined as compose.yaml confines them, one of which is killed. */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashesInBucket, hashesInDatabase } from './audit/objects.ts';
import { readBooks } from './audit/money.ts';
import { connect } from './client/connect.ts';
import { execute, quoted, settled } from './client/executions.ts';
import { identitiesOf, withoutSound, runningSystem } from './client/provided.ts';
import type { Catalog, Download, Execution, File, Usage } from './client/wire.ts';
import { killContainer } from './system/av-workers.ts';

const SPEECH = { fileId: 'file_sample_speech' };
/** To half a second: an encoder pads a sound at its ends, a decoder may take that off. */
const SPEECH_SECONDS = 4.65;

const TIMEOUT = { timeout: 180_000 };

/** By a reader that did not make it, from its standard input. */
function probed(bytes: Buffer): { readonly codec: string | undefined; readonly seconds: number } {
  const options = ['-v', 'error', '-show_entries', 'stream=codec_name:format=duration', '-of', 'json', '-'];
  const { streams, format } = JSON.parse(execFileSync('ffprobe', options, { input: bytes, encoding: 'utf8' })) as {
    readonly streams: readonly { readonly codec_name: string }[];
    readonly format: { readonly duration: string };
  };
  return { codec: streams[0]?.codec_name, seconds: Number(format.duration) };
}

describe.skipIf(withoutSound())('sound', () => {
  test('is offered, converted in a container, and charged as it was quoted', async () => {
    const [a, b] = [
      connect(identitiesOf(import.meta.filename).key, 'a'),
      connect(identitiesOf(import.meta.filename).key, 'b'),
    ];
    const { tools } = (await a.get<Catalog>('/tools')).data;
    expect(tools).toContainEqual(expect.objectContaining({ name: 'audio-convert', available: true }));
    const request = await quoted(a, 'audio-convert', { source: SPEECH, model: 'flac' });
    const accepted = await execute(a, request, `e2e-${randomUUID()}`);
    const end = await settled(b, accepted.data.id);
    expect(end).toMatchObject({ status: 'succeeded', chargedMicros: request.maximumChargeMicros });
    const [artifact] = end.output.artifacts as [File];
    const { url } = (await b.get<Download>(`/tools/executions/${end.id}/artifacts/${artifact.id}/download`)).data;
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(artifact.sha256);
    expect(probed(bytes)).toEqual({ codec: 'flac', seconds: expect.closeTo(SPEECH_SECONDS, 0) as number });
  });

  test(
    'loses nothing when one of its containers is killed: the other one goes on, and each is charged once',
    TIMEOUT,
    async () => {
      const client = connect(identitiesOf(import.meta.filename).key2, 'a');
      const before = (await client.get<Usage>('/tools/usage')).data;
      const models = ['mp3', 'wav', 'aac', 'opus', 'flac', 'mp3'];
      const requests = await Promise.all(
        models.map((model) => quoted(client, 'audio-convert', { source: SPEECH, model })),
      );
      const accepted = await Promise.all(requests.map((request) => execute(client, request, `e2e-${randomUUID()}`)));
      killContainer(runningSystem().avWorkers[0] as string);
      const ends: Execution[] = [];
      // One after the other: a key may ask 120 times a minute.
      for (const { data } of accepted) ends.push(await settled(client, data.id));
      expect(ends.map(({ status }) => status)).toEqual(models.map(() => 'succeeded'));
      expect(ends.map(({ output }) => output.artifacts.length)).toEqual(models.map(() => 1));
      const due = requests.reduce((sum, { maximumChargeMicros }) => sum + maximumChargeMicros, 0);
      expect((await client.get<Usage>('/tools/usage')).data).toMatchObject({
        settledRequests: before.settledRequests + models.length,
        chargedMicros: before.chargedMicros + due,
        heldMicros: 0,
      });
    },
  );

  test('leaves books that add up, and a bucket that holds what the rows say', async () => {
    expect(await readBooks()).toMatchObject({ brokenAccounts: [], brokenExecutions: [], orphanedTransfers: [] });
    expect(await hashesInBucket()).toEqual(await hashesInDatabase());
  });
});
