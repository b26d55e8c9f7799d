/** External services: what is configured, and how it goes. They are changed by the configuration alone. */
import type { OperatorRoute } from '../route.ts';
import { ProviderDetails, ProviderList, ProviderName } from '../schemas/provider.ts';

const ofPlatform = { tag: 'Providers', access: 'platform', method: 'GET', errors: [] } as const;

export const providerRoutes = {
  listProviders: {
    ...ofPlatform,
    path: '/providers',
    summary: 'External services',
    description:
      'Every entry that this gateway is configured with, whether its circuit is open, and how many of its calls are.',
    successes: { 200: { description: 'The entries.', schema: ProviderList } },
  },
  getProvider: {
    ...ofPlatform,
    path: '/providers/{provider}',
    params: { provider: ProviderName },
    summary: 'An external service',
    description:
      'What it serves, what its calls came to since the month (UTC) began (as it stated them, late statements too, else by its tariff), what of it was booked, and its last failures. It reads every cost: ask now and then.',
    successes: { 200: { description: 'The entry.', schema: ProviderDetails } },
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
