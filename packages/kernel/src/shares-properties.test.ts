import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Queued, type Share, Shares } from './shares.ts';

/** Names of an organization, a project and a key. Equal project names of two organizations are two projects. */
type Path = readonly [organization: string, project: string, key: string];

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;
const path = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom('1', '2', '3'), fc.constantFrom('x', 'y'));
const steps = fc.array(
  fc.record({ act: fc.constantFrom('ask', 'ask', 'ask', 'leave', 'leave', 'abort'), path, index: fc.nat() }),
  { minLength: 20, maxLength: 80 },
);
const bounds = fc.record({ slots: fc.integer({ min: 1, max: 4 }), rememberedMax: fc.constantFrom(1, 3, 1_000) });
const UNLIMITED = [Infinity, Infinity, Infinity];

interface Step {
  readonly act: string;
  readonly path: Path;
  readonly index: number;
}

interface Seen {
  readonly path: Path;
}

/** @param waiting all waiting requests, the served one included. */
type Served = (seen: Seen, waiting: readonly Seen[]) => void;

/** Plays steps against the core. Calls `served` for each service before it is recorded, and `aborted` after an abort. */
function play(
  shares: Shares,
  all: readonly Step[],
  { served = () => {}, aborted = () => {} }: { served?: Served; aborted?: (waiting: readonly Seen[]) => void } = {},
) {
  const waiting = new Map<Queued, Seen>();
  const inside: { readonly share: Share; readonly path: Path }[] = [];
  const serve = (): void => {
    for (let next = shares.serve(); next !== null; next = shares.serve()) {
      const seen = waiting.get(next) as Seen;
      served(seen, [...waiting.values()]);
      waiting.delete(next);
      inside.push({ share: next.share, path: seen.path });
    }
  };
  const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length];
  for (const { act, path: name, index } of all) {
    const request = act === 'ask' ? shares.queue(name, { weight: 1, rank: 0 }) : null;
    if (request !== null) waiting.set(request, { path: name });
    const leaving = act === 'leave' ? pick(inside, index) : undefined;
    if (leaving !== undefined) {
      inside.splice(inside.indexOf(leaving), 1);
      shares.release(leaving.share, 1);
    }
    const left = act === 'abort' ? pick([...waiting.keys()], index) : undefined;
    if (left !== undefined) {
      shares.remove(left);
      waiting.delete(left);
      aborted([...waiting.values()]);
    }
    serve();
  }
  return { waiting, inside, serve };
}

/**
 * Counts how often each organization was served while another one waited without a break, since the last service of
 * that one.
 */
function countPasses() {
  const passes = new Map<string, Map<string, number>>();
  const namesOf = (waiting: readonly Seen[]) => new Set(waiting.map(({ path: [organization] }) => organization));
  const aborted = (waiting: readonly Seen[]): void => {
    const organizations = namesOf(waiting);
    for (const known of passes.keys()) if (!organizations.has(known)) passes.delete(known);
  };
  const count = ({ path: [served] }: Seen, waiting: readonly Seen[]): readonly number[] => {
    const organizations = namesOf(waiting);
    passes.delete(served);
    organizations.delete(served);
    for (const organization of organizations) {
      const by = passes.get(organization) ?? new Map<string, number>();
      passes.set(organization, by.set(served, (by.get(served) ?? 0) + 1));
    }
    return [...passes.values()].flatMap((by) => [...by.values()]);
  };
  return { aborted, count };
}

describe('for any requests of organizations with projects and keys, shares', () => {
  it('serve each other organization at most once before one that waits, whatever projects and keys it uses', () => {
    fc.assert(
      fc.property(bounds, steps, (options, all) => {
        const shares = new Shares({ ...options, slotsPer: UNLIMITED, waitingPer: UNLIMITED });
        const { aborted, count } = countPasses();
        const served: Served = (seen, waiting) => expect(count(seen, waiting).every((times) => times === 1)).toBe(true);
        play(shares, all, { served, aborted });
      }),
    );
  });

  it('serve the organization that waits longest since its last service, also with more of them than slots', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), steps, (slots, all) => {
        const shares = new Shares({ slots, slotsPer: UNLIMITED, waitingPer: UNLIMITED });
        const servedAt = new Map<string, number>();
        let services = 0;
        const asked = all.filter(({ act }) => act !== 'abort');
        const served: Served = ({ path: [organization] }, waiting) => {
          const last = servedAt.get(organization) ?? 0;
          // History ends when nobody waits.
          for (const { path: other } of waiting) expect(servedAt.get(other[0]) ?? 0).toBeGreaterThanOrEqual(last);
          servedAt.set(organization, ++services);
          if (waiting.length === 1) servedAt.clear();
        };
        play(shares, asked, { served });
      }),
    );
  });

  it('never exceed the limit of a level', () => {
    const limits = fc.record({ slots: fc.integer({ min: 1, max: 9 }), slotsPer: fc.tuple(...[5, 3, 2].map(upTo)) });
    fc.assert(
      fc.property(limits, steps, (options, all) => {
        const shares = new Shares({ ...options, waitingPer: UNLIMITED });
        const { inside } = play(shares, all);
        expect(inside.length).toBeLessThanOrEqual(options.slots);
        options.slotsPer.forEach((max, level) => {
          const counts = Map.groupBy(inside, (each) => each.path.slice(0, level + 1).join('/'));
          for (const held of counts.values()) expect(held.length).toBeLessThanOrEqual(max);
        });
      }),
    );
  });

  it('starve nobody: once all leave, every request is served', () => {
    fc.assert(
      fc.property(bounds, steps, (options, all) => {
        const shares = new Shares({ ...options, slotsPer: [3, 2, 1], waitingPer: UNLIMITED });
        const { waiting, inside, serve } = play(shares, all);
        for (let held = inside.shift(); held !== undefined; held = inside.shift()) {
          shares.release(held.share, 1);
          serve();
        }
        expect(waiting.size).toBe(0);
        expect(shares.taken).toBe(0);
      }),
    );
  });
});

const upTo = (max: number) => fc.integer({ min: 1, max });

describe('shares', () => {
  const pathsOf = (organization: string, projects: number, keys: number): Path[] =>
    Array.from({ length: projects * keys }, (_, n) => [organization, String(n % projects), String(n)] as const);

  it('serve one request of an organization after one of another with 50 projects and 500 keys', () => {
    const shares = new Shares({ slots: 1, slotsPer: [], waitingPer: [] });
    const first = shares.grant(['crowd', '0', '0'], 1) as Share;
    for (const name of pathsOf('crowd', 50, 10)) shares.queue(name, { weight: 1, rank: 0 });
    const own = shares.queue(['one', 'p', 'k'], { weight: 1, rank: 0 });
    shares.release(first, 1);
    expect(shares.serve()).toBe(own);
  });

  it('divide the slots of an organization by project before key', () => {
    const shares = new Shares({ slots: 1, slotsPer: [], waitingPer: [] });
    const asked = [...pathsOf('o', 1, 4), ['o', 'other', 'k'] as const];
    const names = new Map(asked.map((name) => [shares.queue(name, { weight: 1, rank: 0 }), name[1]]));
    const order: unknown[] = [];
    for (let next = shares.serve(); next !== null; next = shares.serve()) {
      order.push(names.get(next));
      shares.release(next.share, 1);
    }
    expect(order).toEqual(['0', 'other', '0', '0', '0']);
  });

  it('refuse a request if too many wait below one of its names, and count it nowhere', () => {
    const shares = new Shares({ slots: 0, slotsPer: [], waitingPer: [2, 1] });
    const ask = (project: string) => shares.queue(['o', project, 'k'], { weight: 1, rank: 0 });
    const first = ask('p');
    expect([ask('p'), ask('p'), ask('q'), ask('r')].map((each) => each !== null)).toEqual([true, false, true, false]);
    shares.remove(first as Queued);
    expect(ask('r')).not.toBeNull();
  });
});
