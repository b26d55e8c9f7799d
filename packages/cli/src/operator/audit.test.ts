/**
 * `audit verify` and `audit verify-all`: exit codes, the report of each broken chain, and the comparison with heads
 * kept elsewhere.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { typedAgainst } from '../testing/against.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-audit-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hash = (number: number, written = 'a'): string => written.repeat(60) + String(number).padStart(4, '0');
const chainOf = (chain: string, number = 9, written = 'a') => ({
  chain,
  sound: number,
  head: { number, hash: hash(number, written) },
  problem: null as object | null,
});
type Chain = ReturnType<typeof chainOf>;

interface System {
  /** Chains of each page. */
  readonly pages: readonly (readonly Chain[])[];
  /** Hash of the entry with this number, if the chain has it. */
  readonly hashAt?: (number: number) => string;
}

/** A server that responds like the API: all chains by pages, one chain, and the newest entry before a number. */
function typed(words: readonly string[], { pages, hashAt = hash }: System, kept?: unknown) {
  const file = join(folder, 'heads.json');
  if (kept !== undefined) writeFileSync(file, typeof kept === 'string' ? kept : JSON.stringify(kept));
  return typedAgainst(
    ({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://a');
      const before = Number(searchParams.get('before') ?? '0');
      const number = before - 1;
      const nextBefore = before + 1 < pages.length ? String(before + 1) : null;
      const data = pathname.endsWith('/verifications')
        ? { verifications: pages[before], nextBefore }
        : pathname.endsWith('/verification')
          ? pages[0]?.[0]
          : { entries: [{ number, hash: hashAt(number) }], nextBefore: null };
      response.end(JSON.stringify({ data }));
    },
    [...words, ...(kept === undefined ? [] : ['--kept', 'heads.json'])],
    { env: { INIT_CWD: folder } },
  );
}

const ONE = ['audit', 'verify', '--organization', 'org_1'];
const ALL = ['audit', 'verify-all'];
const altered = { ...chainOf('org_1'), sound: 6, problem: { number: 7, kind: 'altered' } };
const missing = { ...chainOf('org_2'), sound: 0, problem: { number: 1, kind: 'missing' } };
const ALTERED = 'entry 7 of org_1 is altered; the 6 entries before it are unchanged';
const MISSING = 'entry 1 of org_2 is missing; the 0 entries before it are unchanged';

test('an altered chain fails the command, which names the first altered entry', async () => {
  expect(await typed(ONE, { pages: [[chainOf('org_1')]] })).toMatchObject({ code: 0, told: '' });
  const { code, told, said } = await typed(ONE, { pages: [[altered]] });
  expect([code, told]).toEqual([1, `farebox: ${ALTERED}`]);
  expect(said).toContain('org_1');
});

test('all chains are verified to the last page, and the first altered entry of each is named', async () => {
  const pages = [[chainOf('platform'), altered], [chainOf('org_3')], [missing]];
  const { code, said, told } = await typed([...ALL, '--json'], { pages });
  expect([code, told]).toEqual([1, `farebox: ${ALTERED}; ${MISSING}`]);
  expect(JSON.parse(said)).toEqual({ verifications: pages.flat(), nextBefore: null });
  expect((await typed(ALL, { pages: [[chainOf('platform')], [chainOf('org_3')]] })).code).toBe(0);
});

test('all kept heads are compared with their chains: grown, rewritten, shortened, gone', async () => {
  const verifications = ['platform', 'org_1', 'org_2', 'org_3'].map((chain) => chainOf(chain, 5));
  const kept = { verifications, nextBefore: null };
  const grown = ['platform', 'org_1', 'org_2', 'org_3', 'org_4'].map((chain) => chainOf(chain, 8));
  expect(await typed(ALL, { pages: [grown] }, kept)).toMatchObject({ code: 0, told: '' });
  expect(await typed(ALL, { pages: [verifications] }, kept)).toMatchObject({ code: 0, told: '' });

  const pages = [[chainOf('platform', 5, 'b'), chainOf('org_1', 4)], [{ ...missing, chain: 'org_2' }]];
  expect(await typed(ALL, { pages }, kept)).toMatchObject({
    code: 1,
    told: [
      `farebox: ${MISSING}`,
      'entry 5 of platform, whose hash was kept, has changed: the chain was rewritten',
      'entry 5 of org_1, whose hash was kept, no longer exists: the chain was rewritten',
      'org_3, whose head was kept, no longer exists',
    ].join('; '),
  });
  const anew = await typed(ALL, { pages: [grown], hashAt: (number) => hash(number, 'b') }, kept);
  expect(anew.told.match(/has changed/g)).toHaveLength(4);
});

test('one chain is compared with its own head, also from a file with the heads of all chains', async () => {
  const system = { pages: [[chainOf('org_1', 8)]] };
  const all = { verifications: [chainOf('platform', 5), chainOf('org_1', 5)] };
  for (const kept of [chainOf('org_1', 5), all]) expect((await typed(ONE, system, kept)).code).toBe(0);
  const anew = { ...system, hashAt: (number: number) => hash(number, 'b') };
  for (const kept of [chainOf('org_1', 5), all]) expect((await typed(ONE, anew, kept)).code).toBe(1);
  const other = { code: 2, told: expect.stringContaining('--kept is a head of platform, but this chain is org_1') };
  expect(await typed(ONE, system, chainOf('platform', 5))).toMatchObject(other);
});

test.each(['', '{}', '[]', '{"verifications": []}', '{"verifications": [{"chain": "org_1"}]}'])(
  'a file of %s is refused as a file of heads',
  async (kept) => {
    expect(await typed(ALL, { pages: [[chainOf('platform')]] }, kept)).toMatchObject({
      code: 2,
      said: '',
      told: 'farebox: --kept: heads.json is not the output of audit verify or verify-all with --json',
    });
  },
);
