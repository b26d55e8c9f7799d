/** The result of `farebox tool test` for people and for programs. */
import type { ReceivedReply } from '@farebox/runner-protocol';
import type { Context } from '../program/context.ts';
import { CommandError } from '../program/exit-codes.ts';
import { plain } from '../program/table.ts';
import { faultOf, FAULTS, type Found, type TestedKind } from './faults.ts';

export interface CaseReport {
  /** Null: no end was stated. */
  readonly end: ReceivedReply | null;
  readonly ms: number;
  /** 0 without a success. */
  readonly units: number;
  /** Bytes of all inputs and outputs. */
  readonly sizeBytes: number;
}

export interface TestReport {
  readonly tool: string;
  readonly kind: TestedKind;
  readonly cases: readonly CaseReport[];
  readonly found: readonly Found[];
}

/** Throws CommandError if there is a fault. */
export function report(
  { tool, kind, cases, found }: TestReport,
  { json = false }: { json?: boolean },
  context: Context,
): void {
  const faults = found.map((each) => ({ ...faultOf(kind, each.fault), ...each }));
  if (json) context.say(JSON.stringify({ tool, cases, faults }, null, 2));
  else for (const line of linesOf({ kind, cases, found })) context.say(plain(line));
  const count = new Set(found.map(({ fault }) => fault)).size;
  if (count > 0)
    throw new CommandError('failed', `the runner of ${tool} has ${count === 1 ? '1 fault' : `${count} faults`}`);
}

function linesOf({ kind, cases, found }: Omit<TestReport, 'tool'>): string[] {
  const isWhole = found.length === 0;
  return [
    ...cases.map(lineOfCase),
    ...(isWhole
      ? Object.values(FAULTS[kind]).map(({ title }) => `ok     ${title}`)
      : found.flatMap((each) => linesOfFault(kind, each))),
  ];
}

function lineOfCase({ end, ms, units, sizeBytes }: CaseReport, index: number): string {
  const status = end?.status ?? 'without an end';
  const each =
    units > 0 ? `; each of ${units} units: ${Math.round(ms / units)} ms, ${Math.round(sizeBytes / units)} bytes` : '';
  return `case ${index + 1} ${status} in ${ms} ms${each}`;
}

function linesOfFault(kind: TestedKind, { fault, ...found }: Found): string[] {
  const { title, seen, mend } = { ...faultOf(kind, fault), ...found };
  return [`FAULT  ${title}`, `       seen: ${seen}`, `       mend: ${mend}`];
}
