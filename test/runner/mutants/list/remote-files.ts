/** A URL of a client leads only to files of hosts on the internet, within the limits of an upload. */
import type { Mutant } from '../mutant.ts';

const file = 'apps/gateway/src/upload/remote-files.ts';
const tests = ['apps/gateway/src/upload/remote-files.test.ts'] as const;

export const remoteFileMutants: readonly Mutant[] = [
  {
    name: 'an upload from a URL needs no https',
    threat: 'SSRF',
    file: 'packages/kernel/src/public-egress.ts',
    defence: "if (url.protocol !== 'https:')",
    without: "if (url.protocol === 'data:')",
    tests,
    titles: ['only https is fetched'],
  },
  {
    name: 'a file is fetched from wherever the name of its host leads',
    threat: 'SSRF',
    file,
    defence: 'publicConnection(options.resolve, options.isAllowed)',
    without: 'publicConnection(options.resolve, () => true)',
    tests,
    titles: [
      'no address of our network gets a connection, by its number or by any name',
      'a name is resolved once for each fetch, and the address that was checked is connected to',
    ],
  },
  {
    name: 'a file is fetched from a literal private address',
    threat: 'SSRF',
    file,
    defence: "if (problem?.kind === 'address') throw",
    without: "if (problem?.kind === 'address' && url === '') throw",
    tests,
    titles: ['no address of our network gets a connection, by its number or by any name'],
  },
  {
    name: 'the failures to fetch a file differ',
    threat: 'SSRF',
    file,
    defence: "limits.allow(options.connectMs, 'unreachable');",
    without: "limits.allow(options.connectMs, 'timed_out');",
    tests,
    titles: ['every failure to reach a host is the same response'],
  },
  {
    name: 'a redirect counts as the file of a URL',
    threat: 'SSRF',
    file,
    defence: 'if (statusCode !== OK)',
    without: 'if (statusCode >= 400)',
    tests,
    titles: ['a redirect is not followed, wherever it leads'],
  },
  {
    name: 'a file of a URL may have any size',
    threat: 'resource exhaustion',
    file,
    defence: 'if (sizeBytes > bytesMax) throw',
    without: 'if (sizeBytes > 2 * bytesMax) throw',
    tests,
    titles: ['a body is read no further than to the size limit, whatever its length is said to be'],
  },
  {
    name: 'one project fetches as many files at once as it likes',
    threat: 'I13',
    file,
    defence: 'slotsPerKey: [4, 2]',
    without: 'slotsPerKey: [32, 32]',
    tests: ['apps/gateway/src/upload/upload-from-url.test.ts'],
    titles: [
      'twenty fetches of one tenant from a host that never ends delay neither its uploads nor fetches of others',
    ],
  },
];
