/**
 * A tenant that uploads as fast as it can. It is a process with lower priority than all others, so that sending takes no processor time from the
 * measured processes. Arguments: URL, API key, kind: `resumable` (90 MiB by tus, again and again) or `connections` (six, 11 MiB each).
 */
import { giveWay } from './give-way.ts';

export const UPLOAD_KINDS = ['resumable', 'connections'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];

const MIB = 1024 * 1024;
const CONNECTIONS = 6;
const RESUMABLE_BYTES = 90 * MIB;
const REQUEST_BYTES = 8 * MIB;

/** Silence, as WAV of 16 bits. */
function wav(bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(bytes - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(48_000, 24);
  file.writeUInt32LE(192_000, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes - 44, 40);
  return file;
}

async function resumable(url: string, authorization: string): Promise<void> {
  const tus = { 'Tus-Resumable': '1.0.0' };
  const filetype = Buffer.from('audio/wav').toString('base64');
  const opened = await fetch(`${url}/resumable-uploads`, {
    method: 'POST',
    headers: {
      ...tus,
      authorization,
      'Upload-Length': String(RESUMABLE_BYTES),
      'Upload-Metadata': `filetype ${filetype}`,
    },
  });
  const address = new URL(opened.headers.get('location') ?? fail(`was answered ${opened.status}`), url);
  const headers = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const sent = await fetch(address, { method: 'PATCH', headers, body: new Uint8Array(wav(RESUMABLE_BYTES)) });
  if (sent.status !== 204 && sent.status !== 200) fail(`was answered ${sent.status} ${await sent.text()}`);
  process.stdout.write('finished\n');
}

async function request(url: string, authorization: string, body: string): Promise<void> {
  const headers = { authorization, 'Content-Type': 'application/json' };
  const sent = await fetch(`${url}/tools/upload`, { method: 'POST', headers, body });
  await sent.text();
  if (sent.ok) process.stdout.write('finished\n');
}

function fail(reason: string): never {
  throw new Error(`the upload ${reason}`);
}

async function again(work: () => Promise<void>): Promise<void> {
  for (;;) await work();
}

if (import.meta.main) {
  const [, , url = '', key = '', kind = ''] = process.argv;
  const authorization = `Bearer ${key}`;
  giveWay();
  const body = JSON.stringify({ mimeType: 'audio/wav', data: wav(REQUEST_BYTES).toString('base64') });
  if (kind === 'resumable') await again(() => resumable(url, authorization));
  await Promise.all(Array.from({ length: CONNECTIONS }, () => again(() => request(url, authorization, body))));
}
