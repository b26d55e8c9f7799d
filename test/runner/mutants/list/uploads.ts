/** An address takes one file, of its type and size, while its key lives. */
import type { Mutant } from '../mutant.ts';

const tests = ['apps/gateway/src/upload/upload-urls.test.ts'] as const;

export const uploadMutants: readonly Mutant[] = [
  {
    name: 'two uploads at once by one address are two files',
    threat: 'fail-open auth, missing scope',
    file: 'packages/files/src/store/upload-once.ts',
    defence: 'if (taken.length === 0) throw await',
    without: 'if (taken.length > 1) throw await',
    tests,
  },
  {
    name: 'an address stores again what it has stored, where the project holds the bytes',
    threat: 'fail-open auth, missing scope',
    file: 'packages/files/src/store/files.ts',
    defence: 'if (found !== null && once !== undefined)',
    without: 'if (found === null && once !== undefined)',
    tests,
  },
  {
    name: 'an address lives for ever',
    threat: 'key theft, guessing',
    file: 'packages/files/src/store/upload-once.ts',
    defence: "kind: row?.ended === false ? 'open' : 'ended'",
    without: "kind: row?.ended === undefined ? 'ended' : 'open'",
    tests,
  },
  {
    name: 'an address takes more bytes than it was made for, in chunks',
    threat: 'resource exhaustion',
    file: 'packages/media/src/upload/read-file.ts',
    defence: 'if (sizeBytes > expected.sizeBytesMax)',
    without: 'if (sizeBytes > 12 * 1024 * 1024)',
    tests,
  },
  {
    name: 'an address takes a file of another type',
    threat: 'media parsers',
    file: 'apps/gateway/src/upload/receive.ts',
    defence: "if (inspection.reason === 'content_mismatch') throw new AppError('file_content_mismatch');",
    without: "if (inspection.reason === 'content_mismatch') return { ok: true };",
    tests,
  },
  {
    name: 'what is sealed for another deployment opens here',
    threat: 'key theft, guessing',
    file: 'packages/storage/src/downloads/sealed-key.ts',
    defence: "hkdfSync('sha256', urlSecret, '', purpose, KEY_BYTES)",
    without: "hkdfSync('sha256', 'a secret', '', purpose, KEY_BYTES)",
    tests,
  },
  {
    name: 'a page of any origin reads what a key is answered',
    threat: 'leaks',
    file: 'apps/gateway/src/http/cross-origin.ts',
    defence: 'if (origin === undefined || !origins.includes(origin)) return;',
    without: 'if (origin === undefined) return;',
    tests: ['apps/gateway/src/http/cross-origin.test.ts'],
  },
  {
    name: 'a preflight is answered whoever asks',
    threat: 'leaks',
    file: 'packages/identity/src/projects/origin-directory.ts',
    defence: 'return origins.map((origin) => listed.has(origin));',
    without: 'return origins.map((origin) => !listed.has(origin) || true);',
    tests: ['apps/gateway/src/http/cross-origin.test.ts'],
  },
  {
    name: 'pages of one project send to addresses of another',
    threat: 'leaks',
    file: 'apps/gateway/src/http/receive-signed.ts',
    defence: 'return identity?.project.origins.includes(origin) === true;',
    without: 'return identity !== null && origin !== undefined;',
    tests: ['apps/gateway/src/http/cross-origin.test.ts'],
  },
];
