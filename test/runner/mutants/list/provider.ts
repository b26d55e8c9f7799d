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
  {
    name: 'only the first of several addresses is checked',
    threat: 'SSRF',
    file: GUARD,
    defence: '!found.every(({ address }) => isAllowed(address))',
    without: '!isAllowed(first.address)',
    tests: EGRESS,
  },
  {
    name: 'an IPv4 address inside of an IPv6 one is not seen',
    threat: 'SSRF',
    file: 'apps/worker-provider/src/egress/addresses.ts',
    defence: ' && (parsed instanceof ipaddr.IPv4 || isGlobal(parsed.parts))',
    without: '',
    tests: EGRESS,
  },
  {
    name: 'plain HTTP follows a name off this machine',
    threat: 'SSRF',
    file: GUARD,
    defence: 'guardedLookup(isLoopbackAddress, resolve)',
    without: 'guardedLookup(() => true, resolve)',
    tests: EGRESS,
  },
  {
    name: 'a provider is spoken to without encryption',
    threat: 'SSRF',
    file: 'packages/catalog/src/providers/url.ts',
    defence: "!(url.protocol === 'http:' && !LOOPBACK.test(url.hostname))",
    without: "url.protocol !== 'ftp:'",
    tests: ['packages/catalog/src/providers/offers.test.ts'],
  },
  {
    name: 'a picture is paid for and answered with a link that nobody reads',
    threat: 'I11',
    file: 'packages/catalog/src/providers/image-models.ts',
    defence: "['1024x1024', '1792x1024', '1024x1792'], takesResponseFormat: true",
    without: "['1024x1024', '1792x1024', '1024x1792'], takesResponseFormat: false",
    tests: ['apps/worker-provider/src/image-models.test.ts'],
  },
  {
    name: 'an entry that is gone is replaced by another of its kind',
    threat: 'I4',
    file: 'apps/worker-provider/src/operations/paid-operation.ts',
    defence: "if (configured.length === 0 && found.phase !== 'pending')",
    without:
      "if (configured.length === 0) configured.push({ provider: [...entries.keys()][0] ?? '', model: context.parameters.model }); if (entries.size === 0)",
    tests: ['apps/worker-provider/src/entries.test.ts'],
  },
  {
    name: 'a call that may have arrived is sent to the spare',
    threat: 'I4',
    file: 'apps/worker-provider/src/operations/paid-operation.ts',
    defence: 'if (!(error instanceof NothingSent)) throw error;',
    without: 'if (candidate === configured.at(-1)) throw error;',
    tests: ['apps/worker-provider/src/spare.test.ts'],
  },
  {
    name: 'a call that was begun goes on at whichever entry comes first',
    threat: 'I4',
    file: 'apps/worker-provider/src/operations/entry-of.ts',
    defence: "if (found.phase === 'pending') return { candidates: planned, maySend: true };",
    without: 'if (found.phase !== null) return { candidates: planned, maySend: true };',
    tests: ['apps/worker-provider/src/spare.test.ts'],
  },
  {
    name: 'an intent that stands is changed to another entry',
    threat: 'I4',
    file: 'prisma/migrations/20261121000700_external_steps/migration.sql',
    defence: "\n        AND (step.status = 'pending' OR step.provider IS NULL OR step.provider = excluded.provider);",
    without: ';',
    tests: ['packages/executions/src/store/entries.test.ts'],
  },
  {
    name: 'a file of providers names an entry as the simulator is named',
    threat: 'I4',
    file: 'packages/catalog/src/providers/file.ts',
    defence: 'if (name.startsWith(SIMULATED))',
    without: "if (name === '')",
    tests: ['packages/catalog/src/providers/file.test.ts'],
  },
];
