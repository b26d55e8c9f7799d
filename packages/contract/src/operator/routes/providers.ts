/** External services: their configuration and their state. Only the configuration changes them. */
import type { OperatorRoute } from '../route.ts';
import { ProviderDetails, ProviderList, ProviderName } from '../schemas/provider.ts';

const ofPlatform = { tag: 'Providers', access: 'platform', method: 'GET', errors: [] } as const;

export const providerRoutes = {
  listProviders: {
    ...ofPlatform,
    path: '/providers',
    summary: 'List external services',
    description:
      "Returns every provider entry of this gateway's configuration and the runner of every tool of a team that is on offer, with the state of its circuit and the number of its open calls.",
    successes: { 200: { description: 'The provider entries.', schema: ProviderList } },
  },
  getProvider: {
    ...ofPlatform,
    path: '/providers/{provider}',
    params: { provider: ProviderName },
    summary: 'Read an external service',
    description:
      'Returns the models that it serves, the cost of its calls in the current month (UTC), the booked part of that cost, and its last failures. The cost is as stated by the provider, late statements included, or else from its tariff. The request reads every cost of the month: use it sparingly.',
    successes: { 200: { description: 'The provider entry.', schema: ProviderDetails } },
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
