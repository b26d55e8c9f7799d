/** An address of a run's file is for one file, one method and a limited time, and what was put stays. */
import type { Mutant } from '../mutant.ts';

const tests = ['apps/gateway/src/http/runner-files.test.ts'] as const;

export const runnerFileMutants: readonly Mutant[] = [
  {
    name: "the address of a run's file lives for ever",
    threat: 'key theft, guessing',
    file: 'apps/gateway/src/http/runner-files.ts',
    defence: 'if (expiresAt.getTime() > clock.now().getTime()) return;',
    without: 'if (clock.now().getTime() > 0) return;',
    tests,
    titles: ['a URL is valid for one method, until its end, and only as it was sealed'],
  },
  {
    name: 'an address to read a file of a run also writes',
    threat: 'fail-open auth, missing scope',
    file: 'apps/gateway/src/http/runner-files.ts',
    defence: "if (file === null || (file.operation === 'put') !== (request.method === 'PUT'))",
    without: 'if (file === null)',
    tests,
    titles: ['a URL is valid for one method, until its end, and only as it was sealed'],
  },
  {
    name: 'a runner replaces a file that it has put',
    threat: 'media parsers',
    file: 'apps/gateway/src/upload/store-once.ts',
    defence: 'await artifacts.putNew(key, createReadStream(path), { mimeType: MIME_TYPE, sizeBytes })',
    without: '(await artifacts.put(key, createReadStream(path), { mimeType: MIME_TYPE, sizeBytes })) === undefined',
    tests,
    titles: ['a PUT stores once: equal bytes get the same response, other bytes are refused'],
  },
  {
    name: 'a runner puts more bytes than the tool may make',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/upload/store-once.ts',
    defence: 'if (sizeBytes > bytesMax)',
    without: 'if (sizeBytes > 512 * 1024 * 1024)',
    tests,
    titles: ['more bytes than permitted are refused, announced or not, and so are none; nothing is stored'],
  },
  {
    name: 'a file that a runner has put is lost while the store is away',
    threat: 'I11',
    file: 'packages/worker/src/step/outside-files.ts',
    defence: '  await artifacts.ready();',
    without: '',
    tests: ['packages/worker/src/step/outside-files.test.ts'],
    titles: ['a file that was put is not absent while the folder of the store is not mounted'],
  },
  {
    name: 'a runner is told that its file is absent while the store is away',
    threat: 'I11',
    file: 'apps/gateway/src/http/runner-files.ts',
    defence: 'await artifacts.ready();',
    without: '',
    tests,
    titles: [
      'while the folder of the store is not mounted, a runner is told to come later, not that its file is absent',
    ],
  },
  {
    name: 'a slow runner holds a place of the gateway long after its run',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/http/runner-files.ts',
    defence: '    checkTime(file, clock);\n    yield piece;',
    without: '    yield piece;',
    tests,
    titles: ['a PUT ends with its URL, however slowly its bytes come, and stores nothing'],
  },
];
