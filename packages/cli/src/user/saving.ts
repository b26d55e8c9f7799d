/** Saves the results of a paid execution. If that fails, the error says what was paid and how to get the results. */
import type { Artifact, Execution } from '@farebox/sdk';
import { usdOf } from '../operator/usd.ts';
import { CommandError } from '../program/exit-codes.ts';
import { failureOf, isAbort } from './failure.ts';
import { keep, type Keeping, type Output } from './outputs.ts';

/** The execution has succeeded, and its files are not saved. */
export class NotSaved extends CommandError {
  readonly execution: Execution;
  constructor(execution: Execution, error: unknown) {
    const failure = failureOf(error);
    const { id, status, chargedMicros } = execution;
    const cost = chargedMicros === null ? '' : `, charged ${usdOf(chargedMicros)}`;
    const why = failure instanceof Error ? failure.message : String(failure);
    super(
      failure instanceof CommandError ? failure.exit : 'failed',
      `${id} ${status}${cost}, but its results are not saved: ${why}; next: farebox download ${id} -o …`,
    );
    this.execution = execution;
  }
}

interface Saving extends Keeping {
  readonly artifacts: readonly Artifact[];
  readonly output: Output;
}

/** Returns the paths. Throws NotSaved. An abort stays one, because the same command continues. */
export async function saved(
  execution: Execution,
  { artifacts, output, ...keeping }: Saving,
): Promise<readonly string[]> {
  try {
    return await keep(artifacts, output, keeping);
  } catch (error) {
    throw isAbort(error) ? error : new NotSaved(execution, error);
  }
}
