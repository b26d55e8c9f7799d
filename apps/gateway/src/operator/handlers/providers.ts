/** External services: their configuration in this gateway, and their state as all gateways and workers report it. */
import { microsToJson } from '@farebox/kernel';
import type { ProviderState } from '@farebox/providers';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Read } from '../endpoint.ts';
import { present } from '../path.ts';
import type { ConfiguredProvider } from '../providers.ts';

type Needs = Pick<OperatorDependencies, 'providers' | 'providerStates'>;

const FAILURES = 10;

export const listProviders =
  ({ providerStates, providers }: Needs): Read<'listProviders'> =>
  async () => {
    const states = await providerStates.readProviderStates();
    return { providers: providers.map((provider) => wireState(provider, states.get(provider.name))) };
  };

export const getProvider =
  ({ providerStates, providers }: Needs): Read<'getProvider'> =>
  async ({ params: { provider: name } }) => {
    const provider = present(providers.find((each) => each.name === name) ?? null, 'provider');
    const [states, month, failures] = await Promise.all([
      providerStates.readProviderStates(),
      providerStates.readProviderMonth(name),
      providerStates.readProviderFailures(name, FAILURES),
    ]);
    return {
      ...wireState(provider, states.get(name)),
      serves: provider.serves,
      month: {
        calls: month.calls,
        bookedMicros: microsToJson(month.bookedMicros),
        costMicros: microsToJson(month.costMicros),
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
