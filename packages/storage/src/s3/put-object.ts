/**
 * A put is one streamed PUT to a presigned URL. The client's own putObject would hold a whole stream in memory and copy
 * a buffer. Or it would upload in parts, which another writer of the same key may resume.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { urlToHttpOptions } from 'node:url';
import type { ObjectMeta } from '../artifact-store.ts';
import { checkedBody, putError, wrongSize } from '../checked-body.ts';
import { attempt } from './attempt.ts';
import type { S3Client } from './s3-client.ts';

export interface Target {
  readonly bucket: string;
  readonly key: string;
}

interface Content<Body> {
  readonly body: Body;
  readonly meta: ObjectMeta;
}

/** Sends the digest, so that the server refuses damaged bytes. Retried after a connection reset. */
export async function putBuffer(s3: S3Client, target: Target, { body, meta }: Content<Buffer>): Promise<void> {
  if (body.length !== meta.sizeBytes) throw wrongSize(meta.sizeBytes);
  const digest = { 'Content-MD5': createHash('md5').update(body).digest('base64') };
  const once = (): Readable => Readable.from([body], { objectMode: false });
  await attempt('write an object', () => send(s3, target, { body: once(), meta, headers: digest }));
}

/** The body is consumed or destroyed. */
export async function putStream(s3: S3Client, target: Target, { body, meta }: Content<Readable>): Promise<void> {
  try {
    await send(s3, target, { body, meta, headers: {} });
  } catch (error) {
    throw putError(error);
  } finally {
    body.destroy();
  }
}

const PUT_URL_SECONDS = 60;

async function send(
  { client, transport }: S3Client,
  { bucket, key }: Target,
  { body, meta, headers }: Content<Readable> & { readonly headers: Readonly<Record<string, string>> },
): Promise<void> {
  const url = new URL(await client.presignedPutObject(bucket, key, PUT_URL_SECONDS));
  const described = { ...headers, 'Content-Length': meta.sizeBytes, 'Content-Type': meta.mimeType };
  const { promise: responded, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = transport.request({ ...urlToHttpOptions(url), method: 'PUT', headers: described }, resolve);
  request.on('error', reject);
  const sent = pipeline(body, checkedBody(meta.sizeBytes), request);
  try {
    // A refusal may arrive before the body is sent; a broken body never gets a response.
    await finish(await Promise.race([responded, sent.then(() => responded)]));
    await sent;
  } catch (error) {
    request.destroy();
    throw error;
  } finally {
    responded.catch(() => {});
    sent.catch(() => {});
  }
}

async function finish(response: IncomingMessage): Promise<void> {
  if (response.statusCode !== 200) throw new Error(`the server returned status ${response.statusCode}`);
  for await (const _ of response); // an unread response would block the connection
}
