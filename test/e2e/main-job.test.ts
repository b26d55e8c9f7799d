/** The main job as a customer does it, through two gateways of one system whose servers run in containers. */
import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashesInBucket, hashesInDatabase } from './checks/objects.ts';
import { query, checkMoney } from './checks/money.ts';
import { connect, type Client } from './client/connect.ts';
import { execute, quoted, readExecution, settled } from './client/executions.ts';
import { identitiesOf, withoutEngine } from './client/provided.ts';
import type { Catalog, Download, Execution, ExecutionRequest, File, Usage } from './client/wire.ts';

const photo = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 640,
      height: 480,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();

describe.skipIf(withoutEngine())('the main job', () => {
  const idempotencyKey = `e2e-${randomUUID()}`;
  let [a, b] = [] as unknown as [Client, Client];
  let request: ExecutionRequest;
  let end: Execution;

  const usage = async (client: Client): Promise<Usage> => (await client.get<Usage>('/tools/usage')).data;

  beforeAll(() => {
    const { key } = identitiesOf(import.meta.filename);
    [a, b] = [connect(key, 'a'), connect(key, 'b')];
  });

  test('catalog, free quote and upload lead to an execution that both gateways return at once', async () => {
    const before = await usage(a);
    const { tools } = (await a.get<Catalog>('/tools')).data;
    expect(tools).toContainEqual(expect.objectContaining({ name: 'image-resize', available: true }));
    const bytes = await photo();
    const source = (await a.post<File>('/tools/upload', { mimeType: 'image/jpeg', data: bytes.toString('base64') }))
      .data;
    expect(source.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    request = await quoted(a, 'image-resize', { source: { fileId: source.id }, width: 320, format: 'webp' });
    expect(await usage(b)).toEqual(before);

    const accepted = await execute(a, request, idempotencyKey);
    expect(accepted.status).toBe(202);
    expect((await readExecution(b, accepted.data.id)).id).toBe(accepted.data.id);
    end = await settled(b, accepted.data.id);
    expect(end.status).toBe('succeeded');
  });

  test('the artifact is downloaded without a key, by a signed URL of a gateway that names no project', async () => {
    const [artifact] = end.output.artifacts as [File];
    const { url, expiresAt } = (await b.get<Download>(`/tools/executions/${end.id}/artifacts/${artifact.id}/download`))
      .data;
    for (const word of ['projects', 'proj_', 'exe_', end.id]) expect(decodeURIComponent(url)).not.toContain(word);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(300_000);
    const response = await fetch(url);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(artifact.sha256);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 });
  });

  test('usage shows exactly the charge of the execution on both gateways', async () => {
    const charged = end.chargedMicros as number;
    expect(charged).toBeGreaterThanOrEqual(end.minimumChargeMicros);
    expect(charged).toBeLessThanOrEqual(end.maximumChargeMicros);
    expect(end.billing.reduce((sum, { amountMicros }) => sum + amountMicros, 0)).toBe(charged);
    for (const client of [a, b]) {
      expect(await usage(client)).toMatchObject({ settledRequests: 1, chargedMicros: charged, heldMicros: 0 });
    }
  });

  test('the same request to the other gateway returns the same execution and charges nothing', async () => {
    const before = await usage(a);
    const replay = await execute(b, request, idempotencyKey);
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(replay.data).toEqual(end);
    expect(await usage(a)).toEqual(before);
    const rows = await query<{ id: string }>('SELECT id FROM execution WHERE idempotency_key = $1', [idempotencyKey]);
    expect(rows).toEqual([{ id: end.id }]);
  });

  test('the same request to both gateways at the same moment is one execution', async () => {
    const twice = `e2e-${randomUUID()}`;
    const replies = await Promise.all([a, b, a, b].map((client) => execute(client, request, twice)));
    const ids = new Set(replies.map(({ data }) => data.id));
    expect(ids.size).toBe(1);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect((await settled(a, [...ids][0] as string)).status).toBe('succeeded');
    expect(await usage(b)).toMatchObject({ settledRequests: 2, chargedMicros: 2 * (end.chargedMicros as number) });
  });

  test('leaves money that adds up, and exactly the objects that the rows name', async () => {
    expect(await checkMoney()).toMatchObject({ brokenAccounts: [], brokenExecutions: [], orphanedTransfers: [] });
    const held = await hashesInBucket();
    expect(Object.keys(held).length).toBeGreaterThanOrEqual(3);
    expect(held).toEqual(await hashesInDatabase());
  });
});
