/** What a request may cost before anybody knows whose it is, and after. */
import type { Mutant } from '../mutant.ts';

const ENVELOPE = ['apps/gateway/src/http/envelope.test.ts', 'apps/gateway/src/http/order-of-checks.test.ts'] as const;

export const gatewayMutants: readonly Mutant[] = [
  {
    name: 'a body of any size is read',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/http/read-body.ts',
    defence: "if (bytes > bytesMax) settle(() => reject(new AppError('request_too_large')));",
    without: '',
    tests: ['apps/gateway/src/http/read-body.test.ts'],
  },
  {
    name: 'a route is answered without its scope',
    threat: 'fail-open auth, missing scope',
    file: 'apps/gateway/src/http/bind-route.ts',
    defence: 'authorize(route.scope, identity);',
    without: '',
    tests: ENVELOPE,
  },
  {
    name: 'requests are not counted',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/http/bind-route.ts',
    defence: 'await countRequest(limiter, identity, context);',
    without: '',
    tests: ENVELOPE,
  },
  {
    name: 'a head may take for ever',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/http/server.ts',
    defence: 'headersTimeout: 10_000',
    without: 'headersTimeout: 3_000_000',
    tests: ['apps/gateway/src/http/server.test.ts', 'apps/gateway/src/http/connections.test.ts'],
  },
  {
    name: 'a request may take for ever',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/http/server.ts',
    defence: 'requestTimeout: 240_000',
    without: 'requestTimeout: 24_000_000',
    tests: ['apps/gateway/src/http/server.test.ts', 'apps/gateway/src/http/connections.test.ts'],
  },
  {
    name: 'readers that stall hold the connections of uploads',
    threat: 'resource exhaustion',
    file: 'packages/storage/src/s3/s3-store.ts',
    defence: 'await readInParts((part) => read(key, part), range)',
    without: 'await read(key, range)',
    tests: ['packages/storage/src/s3/read-in-parts.test.ts'],
  },
  {
    name: 'connections are not counted',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/http/server.ts',
    defence: 'server.maxConnections = connectionsMax;',
    without: '',
    tests: ['apps/gateway/src/http/server.test.ts', 'apps/gateway/src/http/connections.test.ts'],
  },
  {
    name: 'an upload may trickle',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/http/arriving.ts',
    defence: 'rate.graceMs + (receivedBytes / rate.bytesPerSecond) * 1000 - waitedMs',
    without: '3_600_000',
    tests: ['apps/gateway/src/http/arriving.test.ts'],
  },
];
