/** A test project's runner without a test address: the manifest's own words are the result. Nothing is called. */
import type { Manifest } from '@farebox/manifest';
import type { Adapter, Reply } from '../../adapter.ts';
import { RUNNER_CAPABILITIES, type RunRequest } from './adapter.ts';

/** The result of a simulated run: its artifacts are sample files. */
export interface SimulatedResult {
  readonly status: 'simulated';
  readonly artifacts: readonly { readonly fileId: string }[];
  readonly result?: unknown;
  readonly units: number;
}

export function createSimulatedAdapter(
  provider: string,
  { test: { simulate = {} } = {} }: Pick<Manifest, 'test'>,
): Adapter<RunRequest> {
  const { artifacts = [], units = 1, result } = simulate;
  const simulated: SimulatedResult = {
    status: 'simulated',
    artifacts,
    units,
    ...(result === undefined ? {} : { result }),
  };
  const reply = (ref: string): Promise<Reply> =>
    Promise.resolve({
      kind: 'succeeded',
      ref,
      output: { files: [], text: null, raw: Buffer.from(JSON.stringify(simulated)) },
      cost: null,
    });
  return {
    provider,
    supports: { ...RUNNER_CAPABILITIES, idempotency: true, synchronous: true },
    submit: (token) => reply(token),
    lookup: (by) => reply('ref' in by ? by.ref : by.token),
    cancel: (ref) => reply(ref),
    classify: () => ({ kind: 'ambiguous', reason: 'error' }),
  };
}
