/** Draws commands by the seed against the state at hand: most are nearly valid, some are not at all. */
import type { Random } from '../random.ts';
import type { Command, Reference, Reserving, Settling } from './reference.ts';

const KINDS = [
  { kind: 'top_up', weight: 2 },
  { kind: 'reserve', weight: 5 },
  { kind: 'settle', weight: 5 },
] as const;
const TOP_UP_MAX = 50_000;
const HOLD_MAX = 6_000;
const ITEMS_MAX = 4;
/** So few that a payment is often said again, with its amount or another one. */
const REFERENCES = 5000;
const SHARE_MAX = 103;

/** What is drawn from: executions in the order of their holds, and those that are still open. */
interface Known {
  readonly all: string[];
  readonly open: string[];
  /** Where in `open` it stands. */
  readonly at: Map<string, number>;
}

function close({ open, at }: Known, execution: string): void {
  const last = open.pop() as string;
  const place = at.get(execution) as number;
  at.delete(execution);
  if (last === execution) return;
  open[place] = last;
  at.set(last, place);
}

export interface Commands {
  readonly next: () => Command;
  /** A command that was carried out. */
  readonly done: (command: Command) => void;
}

export function createCommands(random: Random, reference: Reference, name: string): Commands {
  const projects = [...reference.accounts.keys()];
  const known: Known = { all: [], open: [], at: new Map() };
  let sequence = 0;
  const items = <T>(make: () => T): T[] => Array.from({ length: random.between(1, ITEMS_MAX) }, make);

  function reserving(): Reserving {
    // An execution is of one project: it is named again within that.
    const again = random.chance(0.02) && known.all.length > 0 ? random.pick(known.all) : null;
    return {
      project: (again === null ? undefined : reference.holds.get(again)?.project) ?? random.pick(projects),
      execution: again ?? `exe_${name}_${++sequence}`,
      amount: BigInt(random.between(random.chance(0.01) ? -1 : 1, HOLD_MAX)),
    };
  }

  function settling(): Settling {
    const execution = random.pick(random.chance(0.02) || known.open.length === 0 ? known.all : known.open);
    const amount = reference.holds.get(execution)?.amount ?? 0n;
    const charge = (amount * BigInt(random.between(random.chance(0.01) ? -1 : 0, SHARE_MAX))) / 100n;
    return { execution, charge, counted: random.chance(0.7) };
  }

  return {
    next() {
      const { kind } = random.weighted(KINDS);
      if (kind === 'reserve') return { kind, items: items(reserving) };
      if (kind === 'settle' && known.all.length > 0) return { kind, items: items(settling) };
      const amount = BigInt(random.between(0, TOP_UP_MAX));
      const reference = `payment ${random.between(1, REFERENCES)} of ${amount % 3n}`;
      return { kind: 'top_up', project: random.pick(projects), amount, reference };
    },
    done(command) {
      if (command.kind === 'reserve') {
        for (const { execution } of command.items) {
          known.all.push(execution);
          known.at.set(execution, known.open.push(execution) - 1);
        }
      }
      if (command.kind === 'settle') for (const { execution } of command.items) close(known, execution);
    },
  };
}
