/** Uploads, and the catalog's examples with an existing file instead of their placeholder. */
import { png } from '../samples/images.ts';
import type { Reply, Client } from './connect.ts';
import type { File, Tool } from './wire.ts';

export function upload(client: Client, mimeType: string, bytes: Buffer): Promise<Reply<File>> {
  return client.post<File>('/tools/upload', { mimeType, data: bytes.toString('base64') });
}

/** Uploads a new small PNG to the project of the client. */
export async function uploadedPng(client: Client, size?: { width: number; height: number }): Promise<File> {
  const reply = await upload(client, 'image/png', await png(size));
  return reply.data;
}

/** The example with every `fileId` in it replaced, at any depth. */
export function withFile(example: unknown, fileId: string): Record<string, unknown> {
  const replaced = JSON.stringify(example, (name, value: unknown) => (name === 'fileId' ? fileId : value));
  return JSON.parse(replaced) as Record<string, unknown>;
}

/** Available tools that take an image. */
export const offered = (tools: readonly Tool[]): readonly Tool[] =>
  tools.filter(({ available, category }) => available && category === 'image');

/** Arguments of `image-analyze` for a new small PNG: the cheapest real work. */
export async function analysis(client: Client): Promise<Record<string, unknown>> {
  const { id } = await uploadedPng(client);
  return { source: { fileId: id } };
}
