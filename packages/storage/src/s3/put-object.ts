/**
 * The two ways of a put, each one PUT. A buffer goes through the client, which signs its digest. A stream goes to a
 * presigned URL: the client's own putObject would hold it whole in memory, or upload parts that another writer may resume.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { urlToHttpOptions } from 'node:url';
import type { ObjectMeta } from '../artifact-store.ts';
import { checkedBody, putError, wrongSize } from '../checked-body.ts';
import { attempt } from './attempt.ts';
import type { S3Client } from './s3-client.ts';

export interface Place {
  readonly bucket: string;
  readonly key: string;
}

interface Content<Body> {
  readonly body: Body;
  readonly meta: ObjectMeta;
}

export async function putBuffer(
  { client }: S3Client,
  { bucket, key }: Place,
  { body, meta }: Content<Buffer>,
): Promise<void> {
  if (body.length !== meta.sizeBytes) throw wrongSize(meta.sizeBytes);
  const put = () => client.putObject(bucket, key, body, body.length, { 'Content-Type': meta.mimeType });
  await attempt('write an object', put);
}

const PUT_URL_SECONDS = 60;

/** The body is consumed or destroyed. */
export async function putStream(
  s3: S3Client,
  { bucket, key }: Place,
  { body, meta }: Content<Readable>,
): Promise<void> {
  try {
    const url = await s3.client.presignedPutObject(bucket, key, PUT_URL_SECONDS);
    await send(s3, url, { body, meta });
  } catch (error) {
    throw putError(error);
  } finally {
    body.destroy();
  }
}

async function send({ transport }: S3Client, url: string, { body, meta }: Content<Readable>): Promise<void> {
  const headers = { 'Content-Length': meta.sizeBytes, 'Content-Type': meta.mimeType };
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = transport.request({ ...urlToHttpOptions(new URL(url)), method: 'PUT', headers }, resolve);
  request.on('error', reject);
  const sent = pipeline(body, checkedBody(meta.sizeBytes), request);
  try {
    // A refusal may come before the body is through; a broken body never gets an answer.
    await finish(await Promise.race([answered, sent.then(() => answered)]));
    await sent;
  } catch (error) {
    request.destroy();
    throw error;
  } finally {
    answered.catch(() => {});
    sent.catch(() => {});
  }
}

async function finish(response: IncomingMessage): Promise<void> {
  if (response.statusCode !== 200) throw new Error(`the server answered ${response.statusCode}`);
  for await (const _ of response); // unread, the connection could not be used again
}
