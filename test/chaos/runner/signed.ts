/** Signs and verifies messages as docs/runner-protocol.md says, without a library of ours. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface Message {
  readonly secret: string;
  readonly token: string;
  readonly body: string;
}

const TOLERANCE_SECONDS = 300;

const signature = ({ secret, token, body }: Message, timestamp: string): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${token}.${timestamp}.${body}`).digest('base64')}`;
};

export function headersFor(message: Message): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'webhook-id': message.token,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature(message, timestamp),
  };
}

export function isSigned(message: Message, headers: IncomingHttpHeaders): boolean {
  const timestamp = String(headers['webhook-timestamp']);
  const expected = Buffer.from(signature(message, timestamp));
  const given = String(headers['webhook-signature'])
    .split(' ')
    .map((each) => Buffer.from(each));
  return (
    headers['webhook-id'] === message.token &&
    Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS &&
    given.some((each) => each.length === expected.length && timingSafeEqual(each, expected))
  );
}
