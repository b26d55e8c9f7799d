/** Draws commands from the seed and the current state: most are nearly valid, some are invalid. */
import type { Random } from '../random.ts';
import type { Accepting, CapCommand, Charged, Command, Ending, FundCommand } from './command.ts';
import { type Bag, createBag } from './bag.ts';
import type { Account, Lineage, Reference } from './reference.ts';

const KINDS = [
  { kind: 'fund', weight: 3 },
  { kind: 'reserve', weight: 3 },
  { kind: 'settle', weight: 3 },
  { kind: 'accept', weight: 3 },
  { kind: 'end', weight: 3 },
  { kind: 'cap', weight: 1 },
] as const;
/** Range of each kind of funding; top-ups add more than all charges remove. */
const FUNDINGS = [
  { funding: 'top_up', least: 0, most: 50_000, weight: 6 },
  { funding: 'credit', least: -50, most: 9_000, weight: 2 },
  { funding: 'adjustment', least: -12_000, most: 9_000, weight: 4 },
  { funding: 'refund', least: 0, most: 0, weight: 4 },
] as const;
const HOLD_MAX = 6_000;
const ITEMS_MAX = 4;
/** So few references that payments are often repeated, with the same amount or another one. */
const REFERENCES = 5000;
const SHARE_MAX = 103;
/** Range of the amount that a new cap leaves above the current use; a negative amount is a cap that is already exceeded. */
const LEFT = {
  project: { least: -2_000, most: 40_000 },
  organization: { least: -5_000, most: 150_000 },
  key: { least: -1_000, most: 30_000 },
} as const;

export interface Commands {
  readonly next: () => Command;
  /** Reports that a command was carried out. */
  readonly done: (command: Command) => void;
}

export function createCommands(random: Random, reference: Reference, name: string): Commands {
  const projects = [...reference.accounts.keys()];
  const lineages = [...new Set([...reference.lineages.values()].map(({ lineage }) => lineage))];
  /** Holds without an execution, executions, and executions with a charge. */
  const [bare, accepted, charged] = [createBag(), createBag(), createBag()];
  const said: FundCommand[] = [];
  let sequence = 0;
  const items = <T>(make: () => T): T[] => Array.from({ length: random.between(1, ITEMS_MAX) }, make);
  const amountOf = (least: number, most: number): bigint => BigInt(random.between(least, most));

  function reserving({ all }: Bag): Accepting {
    // An execution belongs to one project: its id is repeated only within that project.
    const again = random.chance(0.02) && all.length > 0 ? random.pick(all) : null;
    return {
      project: (again === null ? undefined : reference.holds.get(again)?.project) ?? random.pick(projects),
      execution: again ?? `exe_${name}_${++sequence}`,
      amount: amountOf(random.chance(0.01) ? -1 : 1, HOLD_MAX),
      lineage: random.pick(lineages),
    };
  }

  function ending(execution: string): Ending {
    const amount = reference.holds.get(execution)?.amount ?? 0n;
    return { execution, charge: (amount * amountOf(random.chance(0.01) ? -1 : 0, SHARE_MAX)) / 100n };
  }

  const settling = () => ({
    ...ending(random.pick(random.chance(0.02) || bare.open.length === 0 ? bare.all : bare.open)),
    counted: random.chance(0.7),
  });

  /** A part of the charge, all that is left of it, or one micro more. */
  const givenBack = ({ charge, refunded }: Charged): bigint =>
    random.chance(0.7) ? (charge * amountOf(1, SHARE_MAX)) / 100n : charge - refunded + amountOf(0, 1);

  function funding(): FundCommand {
    if (random.chance(0.05) && said.length > 0) return random.pick(said);
    const { funding: kind, least, most } = random.weighted(FUNDINGS);
    const execution =
      kind === 'refund' && !random.chance(0.01) && charged.all.length > 0 ? random.pick(charged.all) : null;
    const charge = execution === null ? undefined : reference.charges.get(execution);
    const amount = charge === undefined ? amountOf(least, most) : givenBack(charge);
    const project = random.chance(0.01) ? random.pick(projects) : (charge?.project ?? random.pick(projects));
    const number = `payment ${random.between(1, REFERENCES)} of ${amount % 3n}`;
    return { kind: 'fund', funding: kind, project, amount, reference: number, execution };
  }

  function capping(): CapCommand {
    const { of } = random.weighted([
      { of: 'project', weight: 2 },
      { of: 'organization', weight: 1 },
      { of: 'key', weight: 3 },
    ] as const);
    const [project, lineage] = [random.pick(projects), random.pick(lineages)];
    const { held, charged: spent } =
      of === 'project'
        ? (reference.accounts.get(project) as Account)
        : (reference.lineages.get(`${project} ${lineage}`) as Lineage);
    const used = of === 'organization' ? reference.usedByAll() : held + spent;
    return {
      kind: 'cap',
      of,
      project,
      lineage,
      amount: random.chance(0.4) ? null : used + amountOf(LEFT[of].least, LEFT[of].most),
    };
  }

  return {
    next() {
      const { kind } = random.weighted(KINDS);
      if (kind === 'reserve') return { kind, items: items(() => reserving(bare)) };
      if (kind === 'accept') return { kind, items: items(() => reserving(accepted)) };
      if (kind === 'settle' && bare.all.length > 0) return { kind, items: items(settling) };
      if (kind === 'end' && accepted.open.length > 0)
        return { kind, items: [...new Set(items(() => random.pick(accepted.open)))].map(ending) };
      if (kind === 'cap') return capping();
      return funding();
    },
    done(command) {
      if (command.kind === 'fund') said.push(command);
      if (command.kind === 'reserve') for (const { execution } of command.items) bare.add(execution);
      if (command.kind === 'accept') for (const { execution } of command.items) accepted.add(execution);
      if (command.kind !== 'settle' && command.kind !== 'end') return;
      for (const { execution, charge } of command.items) {
        (command.kind === 'settle' ? bare : accepted).close(execution);
        if (charge > 0n) charged.add(execution);
      }
    },
  };
}
