/** What goes out to providers, and what is fetched from them. */
import type { Mutant } from '../mutant.ts';

const EGRESS = ['apps/worker-provider/src/egress/egress.test.ts'] as const;
const GUARD = 'apps/worker-provider/src/egress/guard.ts';

export const providerMutants: readonly Mutant[] = [
  {
    name: 'files are fetched by plain HTTP',
    threat: 'SSRF',
    file: GUARD,
    defence: "if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))",
    without: "if (url.protocol === 'ftp:')",
    tests: EGRESS,
  },
  {
    name: 'files are fetched from any host',
    threat: 'SSRF',
    file: GUARD,
    defence: 'if (!rules.hosts.includes(url.host) && !(isLocal && rules.hosts.includes(url.hostname)))',
    without: 'if (url.host === "")',
    tests: EGRESS,
  },
  {
    name: 'a literal private address is connected to',
    threat: 'SSRF',
    file: GUARD,
    defence: 'if (isIP(name) !== 0 && !isAllowed(name))',
    without: 'if (isIP(name) > 6)',
    tests: EGRESS,
  },
];
