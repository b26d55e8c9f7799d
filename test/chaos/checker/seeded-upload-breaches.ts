/** Breaches of what addresses for uploads promise. Used by the tests of the checks alone. */
import type { Evidence } from './evidence.ts';
import type { Change, Mutable } from './seeded-breaches.ts';

const AT = '2026-11-21T08:00:05.000Z';

/** Two pictures at one address: the first is stored, and the second told so. */
export function useAnAddress({ client, files, objects, executions }: Mutable<Evidence>): void {
  const put = { at: AT, act: 'put', projectId: executions[0]!.project_id, lineage: 0, address: 'a' };
  client.push({ ...put, request: 20, bodySha256: 'one' }, { ...put, request: 21, bodySha256: 'two' });
  client.push({ at: AT, replyTo: 20, status: 200, id: 'file_8' });
  client.push({ at: AT, replyTo: 21, status: 409, message: 'upload_url_used', fileId: 'file_8' });
  store({ files, objects }, 'file_8', 'one');
}

function store({ files, objects }: Pick<Mutable<Evidence>, 'files' | 'objects'>, id: string, sha256: string): void {
  const key = `projects/proj_1/uploads/${id}`;
  const own = { id, object_key: key, origin: 'upload', execution_id: null, step: null } as const;
  files.push({ ...files[0]!, ...own, sha256: `\\x${sha256}` });
  objects.push({ key, sizeBytes: 3, sha256 });
}

const atAnAddress =
  (change: Change): Change =>
  (evidence) => {
    useAnAddress(evidence);
    change(evidence);
  };

export const UPLOAD_BREACHES: readonly (readonly [promise: string, what: string, change: Change])[] = [
  ['I5', 'an address that stored twice', atAnAddress((evidence) => store(evidence, 'file_9', 'two'))],
  ['I5', 'an address that named two files', atAnAddress(({ client }) => (client.at(-1)!.fileId = 'file_9'))],
  [
    'I5',
    'an address that named what it did not store',
    atAnAddress(({ files, objects }) => (files.pop(), objects.pop())),
  ],
];
