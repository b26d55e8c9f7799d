/** Sound and video as a customer buys them, from workers in containers with the confinement of compose.yaml, one of which is killed. */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashesInBucket, hashesInDatabase } from './checks/objects.ts';
import { checkMoney } from './checks/money.ts';
import { connect } from './client/connect.ts';
import { execute, quoted, settled } from './client/executions.ts';
import { identitiesOf, withoutSound, runningSystem } from './client/provided.ts';
import type { Catalog, Download, Execution, File, Usage } from './client/wire.ts';
import { killContainer } from './system/av-workers.ts';

const SPEECH = { fileId: 'file_sample_speech' };
/** Accurate to half a second: an encoder pads the ends of a sound, and a decoder may remove the padding. */
const SPEECH_SECONDS = 4.65;

const FILM = { fileId: 'file_sample_video' };

/** Reads the bytes with a program that did not make them. */
function probed(bytes: Buffer): { readonly codecs: readonly string[]; readonly seconds: number } {
  const options = ['-v', 'error', '-show_entries', 'stream=codec_name:format=duration', '-of', 'json', '-'];
  const { streams, format } = JSON.parse(execFileSync('ffprobe', options, { input: bytes, encoding: 'utf8' })) as {
    readonly streams: readonly { readonly codec_name: string }[];
    readonly format: { readonly duration: string };
  };
  return { codecs: streams.map(({ codec_name }) => codec_name), seconds: Number(format.duration) };
}

/** Quotes and executes at one gateway, reads and downloads at the other, and expects the quoted charge. Returns the file. */
async function bought(tool: string, input: object): Promise<Buffer> {
  const { key } = identitiesOf(import.meta.filename);
  const [a, b] = [connect(key, 'a'), connect(key, 'b')];
  const { tools } = (await a.get<Catalog>('/tools')).data;
  expect(tools).toContainEqual(expect.objectContaining({ name: tool, available: true }));
  const request = await quoted(a, tool, input);
  const accepted = await execute(a, request, `e2e-${randomUUID()}`);
  const end = await settled(b, accepted.data.id);
  expect(end).toMatchObject({ status: 'succeeded', chargedMicros: request.maximumChargeMicros });
  const [artifact] = end.output.artifacts as [File];
  const { url } = (await b.get<Download>(`/tools/executions/${end.id}/artifacts/${artifact.id}/download`)).data;
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(artifact.sha256);
  return bytes;
}

describe.skipIf(withoutSound())('sound and video', () => {
  test('sound is offered, converted in a container, and charged as quoted', async () => {
    const made = await bought('audio-convert', { source: SPEECH, model: 'flac' });
    expect(probed(made)).toEqual({ codecs: ['flac'], seconds: expect.closeTo(SPEECH_SECONDS, 0) as number });
  });

  test('video is offered, clipped in a container, and charged as quoted', async () => {
    const made = await bought('video-clip', { source: FILM, startSeconds: 2, endSeconds: 3 });
    expect(probed(made)).toEqual({ codecs: ['h264', 'aac'], seconds: expect.closeTo(1, 0) as number });
  });

  test('nothing is lost when a container is killed: the other one continues, and each execution is charged once', async () => {
    const client = connect(identitiesOf(import.meta.filename).key2, 'a');
    const before = (await client.get<Usage>('/tools/usage')).data;
    const models = ['mp3', 'wav', 'aac', 'opus', 'flac', 'mp3'];
    const requests = await Promise.all(
      models.map((model) => quoted(client, 'audio-convert', { source: SPEECH, model })),
    );
    const accepted = await Promise.all(requests.map((request) => execute(client, request, `e2e-${randomUUID()}`)));
    killContainer(runningSystem().avWorkers[0] as string);
    const ends: Execution[] = [];
    // One after the other: a key may send 120 requests a minute.
    for (const { data } of accepted) ends.push(await settled(client, data.id));
    expect(ends.map(({ status }) => status)).toEqual(models.map(() => 'succeeded'));
    expect(ends.map(({ output }) => output.artifacts.length)).toEqual(models.map(() => 1));
    const due = requests.reduce((sum, { maximumChargeMicros }) => sum + maximumChargeMicros, 0);
    expect((await client.get<Usage>('/tools/usage')).data).toMatchObject({
      settledRequests: before.settledRequests + models.length,
      chargedMicros: before.chargedMicros + due,
      heldMicros: 0,
    });
  });

  test('the money adds up, and the bucket has exactly the objects that the rows name', async () => {
    expect(await checkMoney()).toMatchObject({ brokenAccounts: [], brokenExecutions: [], orphanedTransfers: [] });
    expect(await hashesInBucket()).toEqual(await hashesInDatabase());
  });
});
