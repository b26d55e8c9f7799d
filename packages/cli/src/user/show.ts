/** What people see of an execution: a line while it runs, a receipt when it has ended. */
import { styleText } from 'node:util';
import type { Execution } from '@tollgate/sdk';
import { usdOf } from '../operator/usd.ts';
import { plain } from '../program/table.ts';

const BAR = 20;
const isEnded = (status: string): boolean => !['pending', 'running', 'unknown'].includes(status);

/** `████░░░░ 1/2 image-resize, running, 0.002 USD so far` */
export function progressLine({ tool, status, steps }: Execution): string {
  const ended = steps.filter((step) => isEnded(step.status)).length;
  const part = steps.find((step) => step.status === 'running')?.progress ?? 0;
  const full = Math.round((BAR * (ended + part)) / Math.max(1, steps.length));
  const cost = steps.reduce((sum, { chargedMicros }) => sum + (chargedMicros ?? 0), 0);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
  return plain(`${bar} ${ended}/${steps.length} ${tool}, ${status}, ${usdOf(cost)} so far`);
}

const COLOURS: Readonly<Record<string, 'green' | 'red' | 'yellow'>> = {
  succeeded: 'green',
  failed: 'red',
  cancelled: 'red',
  needs_review: 'yellow',
};

export function painted(status: string, hasColour: boolean): string {
  const colour = COLOURS[status];
  return hasColour && colour !== undefined ? styleText(colour, status, { validateStream: false }) : status;
}

/** What was made and what it cost. */
export function receipt(execution: Execution, files: readonly string[], hasColour: boolean): string {
  const { id, tool, status, chargedMicros, maximumChargeMicros, billing, output } = execution;
  const cost = chargedMicros === null ? 'not charged yet' : `charged ${usdOf(chargedMicros)}`;
  const lines = billing.map(
    ({ description, quantity, unit, amountMicros }) =>
      `  ${description}: ${quantity} × ${unit}, ${usdOf(amountMicros)}`,
  );
  const result = output.result === undefined ? [] : JSON.stringify(output.result, null, 2).split('\n');
  const head = `${plain(`${tool} ${id}`)} ${painted(status, hasColour)}, ${cost} (at most ${usdOf(maximumChargeMicros)})`;
  return [...files.map(plain), ...result.map(plain), head, ...lines.map(plain)].join('\n');
}
