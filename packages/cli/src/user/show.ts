/** Shows an execution to people: a progress line while it runs, a receipt at its end. */
import { styleText } from 'node:util';
import type { Execution, UploadProgress } from '@farebox/sdk';
import { usdOf } from '../operator/usd.ts';
import { plain } from '../program/table.ts';

const BAR = 20;
const isEnded = (status: string): boolean => !['pending', 'running', 'unknown'].includes(status);

const MIB = 1024 * 1024;

/** @param share from 0 to 1. */
function barOf(share: number): string {
  const full = Math.round(BAR * share);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
}

/** `████░░░░ talk.mp4, 8.0 of 16.0 MiB sent` */
export function uploadLine(path: string, { sentBytes, sizeBytes }: UploadProgress): string {
  const [sent, size] = [sentBytes, sizeBytes].map((bytes) => (bytes / MIB).toFixed(1));
  return plain(`${barOf(sentBytes / sizeBytes)} ${path}, ${sent} of ${size} MiB sent`);
}

/** `████░░░░ 1/2 image-resize, running, 0.002 USD so far` */
export function progressLine({ tool, status, steps }: Execution): string {
  const ended = steps.filter((step) => isEnded(step.status)).length;
  const part = steps.find((step) => step.status === 'running')?.progress ?? 0;
  const full = (ended + part) / Math.max(1, steps.length);
  const cost = steps.reduce((sum, { chargedMicros }) => sum + (chargedMicros ?? 0), 0);
  return plain(`${barOf(full)} ${ended}/${steps.length} ${tool}, ${status}, ${usdOf(cost)} so far`);
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

/** The results and the cost of an execution. */
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
