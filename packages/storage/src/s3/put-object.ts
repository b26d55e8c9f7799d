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
import { StorageUnavailableError } from '../errors.ts';
import { attempt, nullIfMissing } from './attempt.ts';
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
export async function putStream(s3: S3Client, target: Target, content: Content<Readable>): Promise<void> {
  await putOpened(s3, target, { ...content, headers: {} });
}

/**
 * Not repeated after a reset, because the lost response may have been that of a success. False if the object exists: a
 * service that ignores the header is asked first, so that only puts at the same moment can replace each other there.
 */
export async function putNew(
  s3: S3Client,
  target: Target,
  { body, meta }: Content<Readable | Buffer>,
): Promise<boolean> {
  const opened = Buffer.isBuffer(body) ? Readable.from([body], { objectMode: false }) : body;
  opened.on('error', () => {}); // no other listener exists until the object was looked for
  const exists = () => s3.client.statObject(target.bucket, target.key).then(Boolean, nullIfMissing);
  try {
    if (await attempt('stat an object', exists)) return false;
    await putOpened(s3, target, { body: opened, meta, headers: { 'If-None-Match': '*' } });
    return true;
  } catch (error) {
    if (error instanceof StorageUnavailableError && error.cause instanceof ObjectExists) return false;
    throw error;
  } finally {
    opened.destroy();
  }
}

class ObjectExists extends Error {
  override readonly name = 'ObjectExists';
}

type Headed<Body> = Content<Body> & { readonly headers: Readonly<Record<string, string>> };

async function putOpened(s3: S3Client, target: Target, { body, ...rest }: Headed<Readable>): Promise<void> {
  try {
    await send(s3, target, { body, ...rest });
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
  { body, meta, headers }: Headed<Readable>,
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

const PRECONDITION_FAILED = 412;

async function finish(response: IncomingMessage): Promise<void> {
  if (response.statusCode === PRECONDITION_FAILED) throw new ObjectExists();
  if (response.statusCode !== 200) throw new Error(`the server returned status ${response.statusCode}`);
  for await (const _ of response); // an unread response would block the connection
}
