/** External services: their configuration in this gateway, and their state as all gateways and workers report it. */
import { microsToJson, statedToJson } from '@farebox/kernel';
import type { ProviderState } from '@farebox/providers';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Read } from '../endpoint.ts';
import { present } from '../path.ts';
import { type ConfiguredProvider, runnerOf } from '../providers.ts';

type Needs = Pick<OperatorDependencies, 'providers' | 'providerStates' | 'tools'>;

const FAILURES = 10;

export const listProviders =
  ({ providerStates, providers, tools }: Needs): Read<'listProviders'> =>
  async () => {
    const [states, runners] = await Promise.all([providerStates.readProviderStates(), tools.readRunners()]);
    const all = [...providers, ...runners.map(runnerOf)];
    return { providers: all.map((provider) => wireState(provider, states.get(provider.name))) };
  };

export const getProvider =
  ({ providerStates, providers, tools }: Needs): Read<'getProvider'> =>
  async ({ params: { provider: name } }) => {
    const configured = providers.find((each) => each.name === name);
    const runners = configured === undefined ? (await tools.readRunners()).map(runnerOf) : [];
    const provider = present(configured ?? runners.find((each) => each.name === name) ?? null, 'provider');
    const [states, month, failures] = await Promise.all([
      providerStates.readProviderStates(),
      providerStates.readProviderMonth(name),
      providerStates.readProviderFailures(name, FAILURES),
    ]);
    const state = states.get(name);
    const failedAt = state?.failedAt ?? null;
    return {
      ...wireState(provider, state),
      lastFailedCall: failedAt === null ? null : { at: failedAt.toISOString(), reason: state?.failure ?? null },
      serves: provider.serves,
      month: {
        calls: month.calls,
        bookedMicros: microsToJson(month.bookedMicros),
        costMicros: statedToJson(month.costMicros),
      },
      lastFailures: failures.map(({ at, ...failure }) => ({ ...failure, at: at.toISOString() })),
    };
  };

const wireState = ({ name, kind, host }: ConfiguredProvider, state: ProviderState | undefined) => ({
  name,
  kind,
  host,
  circuit: (state?.openUntil ?? null) === null ? 'closed' : 'open',
  failuresInARow: state?.failures ?? 0,
  openUntil: state?.openUntil?.toISOString() ?? null,
  openCalls: state?.openCalls ?? 0,
});
