/** Prices change while two gateways, as processes, have clocks 90 s ahead of and behind the database's. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRICE_TABLE, type PriceTable, type ToolPrices } from '@farebox/catalog';
import type { Database } from '@farebox/db';
import { publishTable } from '@farebox/prices';
import { missingClock, openClock, openTestDatabase, startApps, testDatabase } from '@farebox/testing';
import { expect, test } from 'vitest';
import { environmentFor, newProject } from '../testing/gateway.fixture.ts';

const missing = missingClock();
if (missing !== null) console.log(`skipped: ${missing}`);

const SKEW_SECONDS = 90;
/** Time between publication and effect. A gateway that used its own clock would be wrong all that time, or long after it. */
const NOTICE_MS = 15_000;
/** Tolerated error of a gateway's estimate of the database's clock on a busy machine. */
const NEAR_MS = 3_000;

const CODE: PriceTable['tools'] = PRICE_TABLE.tools;
const resize = CODE['image-resize'] as ToolPrices;
/** High enough to exceed the minimum charge. */
const unitPriceMicros = String(100 * Number(resize.unitPriceMicros));
const PRICED = { ...CODE, 'image-resize': { ...resize, unitPriceMicros, description: 'A hundred times as much.' } };
const ASKED = { tool: 'image-resize', arguments: { source: { fileId: 'file_sample_photo' }, width: 64, height: 64 } };

interface Reply {
  readonly data?: { readonly priceVersion: string; readonly maximumChargeMicros: number };
  readonly error?: { readonly message: string };
}

async function databaseNow(database: Database): Promise<number> {
  const [row] = await database.prisma.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  return row!.now.getTime();
}

test.skipIf(missing !== null)(
  'gateways with skewed clocks quote a version only while it is in force, stop accepting the old one together, and keep accepted prices',
  async () => {
    await using server = await testDatabase();
    const directory = await mkdtemp(join(tmpdir(), 'farebox-skewed-'));
    const clocks = await Promise.all(
      [SKEW_SECONDS, -SKEW_SECONDS].map(async (seconds) => {
        await mkdir(join(directory, String(seconds)));
        const clock = await openClock(join(directory, String(seconds)));
        clock.ahead(seconds);
        return clock;
      }),
    );
    const { FAREBOX_PORT: _, FAREBOX_METRICS_PORT: _metrics, ...env } = await environmentFor(server.appUrl, directory);
    const database = openTestDatabase({ url: server.url, poolMax: 4, applicationName: 'skewed-test' });
    const gateways = { ahead: clocks[0]!.env, behind: clocks[1]!.env };
    const apps = await startApps({ directory, env, gateways, imageWorkers: 0, keepers: 0 });
    const urls = apps.gatewayUrls;
    try {
      for (const [number, seconds] of [SKEW_SECONDS, -SKEW_SECONDS].entries()) {
        const { headers } = await fetch(`${urls[number]}/healthz`);
        const skew = (Date.parse(headers.get('date') ?? '') - (await databaseNow(database))) / 1000;
        expect(Math.sign(seconds) * skew).toBeGreaterThan(SKEW_SECONDS / 2);
      }
      const payer = await newProject(database, { fundedMicros: 1_000_000_000, capMicros: null });
      const { token } = await payer.newKey();
      const ask = async (url: string, path: string, body: object): Promise<Reply> => {
        const response = await fetch(url + path, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${token}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': randomUUID(),
          },
          body: JSON.stringify(body),
        });
        return (await response.json()) as Reply;
      };
      const quote = async (url: string) => (await ask(url, '/tools/quote', ASKED)).data!;
      const wrong: string[] = [];
      let isSwitched = false;
      const execute = async (url: string, priceVersion: string): Promise<string> => {
        const wasSwitched = isSwitched;
        const { data, error } = await ask(url, '/tools/image-resize', {
          ...ASKED,
          priceVersion,
          maximumChargeMicros: 10_000_000,
        });
        if (data === undefined) return error!.message;
        if (priceVersion === old && wasSwitched) wrong.push(`${url} accepted the old version after the new one`);
        if (priceVersion !== old) isSwitched = true;
        return 'accepted';
      };

      const { priceVersion: old, maximumChargeMicros: oldMicros } = await quote(urls[0]!);
      const effectiveAt = new Date((await databaseNow(database)) + NOTICE_MS);
      const { after } = await database.transaction((transaction) =>
        publishTable(transaction, {
          tools: PRICED,
          code: CODE,
          isConfirmed: true,
          unitChanges: [],
          by: 'ann',
          effectiveAt,
        }),
      );
      const moment = effectiveAt.getTime();

      const seen = { before: [0, 0], after: [0, 0] };
      const outcomes = new Set<string>();
      const round = async (url: string, number: number): Promise<void> => {
        const from = await databaseNow(database);
        const { priceVersion: version } = await quote(url);
        const until = await databaseNow(database);
        const isBefore = until < moment - NEAR_MS;
        const isAfter = from > moment + NEAR_MS;
        if (isBefore && ++seen.before[number]! && version !== old) wrong.push(`${url} was early`);
        if (isAfter && ++seen.after[number]! && version !== after.version) wrong.push(`${url} was late`);
        for (const outcome of await Promise.all([execute(url, old), execute(url, after.version)]))
          outcomes.add(outcome);
      };
      while (Math.min(...seen.after) < 3) await Promise.all(urls.map(round));
      expect(wrong).toEqual([]);
      expect(Math.min(...seen.before)).toBeGreaterThan(0);
      expect([...outcomes].toSorted()).toEqual(['accepted', 'price_version_mismatch']);

      const rows = await database.prisma.$queryRaw<{ price_version: string; created_at: Date }[]>`
        SELECT price_version, created_at FROM execution WHERE project_id = ${payer.id}`;
      const at = (version: string): number[] =>
        rows.filter((row) => row.price_version === version).map((row) => row.created_at.getTime());
      expect(at(old).length).toBeGreaterThan(0);
      expect(Math.min(...at(after.version))).toBeGreaterThanOrEqual(moment);
      expect(Math.max(...at(old))).toBeLessThanOrEqual(Math.min(...at(after.version)));

      expect((await quote(urls[0]!)).maximumChargeMicros).toBeGreaterThan(oldMicros);
      const worker = await startApps({ directory, env, gateways: {}, imageWorkers: 1, keepers: 0 });
      const charged = () => database.prisma.$queryRaw<{ micros: bigint }[]>`
        SELECT charged_micros AS micros FROM execution WHERE project_id = ${payer.id} AND price_version = ${old}
        AND status = 'succeeded' LIMIT 1`;
      try {
        await expect.poll(charged, { timeout: 60_000 }).toEqual([{ micros: BigInt(oldMicros) }]);
      } finally {
        await worker.stop();
      }
    } finally {
      await apps.stop();
      await database.close();
      for (const clock of clocks) clock.close();
      await rm(directory, { recursive: true });
    }
  },
);
