/** For tests: https hosts on this machine that stand for hosts on the internet, and rules that lead to them. */
import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:https';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { isPublicAddress, type Resolve } from '@farebox/kernel';
import type { RemoteOptions } from '../upload/remote-files.ts';

/** Self-signed for `*.example.com`, 127.0.0.1 and 127.0.0.2, valid from 2020 to 2120; PKCS #8 and X.509 in base64. Protects nothing. */
const KEY =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLMuHNlSLTjwz5OjXXx72AI6BFiMROnPzq9Yq2lnVmPihRANCAATe' +
  '1cKFJPD7CWGbNZw4j46dVsAphREJClxaP+2xPPopwnMAOVt9gW3w2HL9ba0i6ZIktAm7CMm1TYNtKjbJfpa2';
const CERTIFICATE =
  'MIIBlDCCATqgAwIBAgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFmaWxlcy5leGFtcGxlLmNvbTAgFw0yMDAxMDEwMDAwMDBa' +
  'GA8yMTIwMDEwMTAwMDAwMFowHDEaMBgGA1UEAwwRZmlsZXMuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATe' +
  '1cKFJPD7CWGbNZw4j46dVsAphREJClxaP+2xPPopwnMAOVt9gW3w2HL9ba0i6ZIktAm7CMm1TYNtKjbJfpa2o2swaTAPBgNVHRMB' +
  'Af8EBTADAQH/MDcGA1UdEQQwMC6CEWZpbGVzLmV4YW1wbGUuY29tgg0qLmV4YW1wbGUuY29thwR/AAABhwR/AAACMB0GA1UdDgQW' +
  'BBSnCo8CL0LTxvkZV8dQFrZXfTtkmjAKBggqhkjOPQQDAgNIADBFAiEA6mW0dafYxGFuAByPNBTPXFzdVZuIozY4aop9paYkBeAC' +
  'IBC9zWfxwsy49Ph3QD7PJolbEjpCjpZNCS7PJBNAZUTX';

const pem = (label: string, text: string): string =>
  `-----BEGIN ${label}-----\n${text.replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

const TLS: ServerOptions = { key: pem('PRIVATE KEY', KEY), cert: pem('CERTIFICATE', CERTIFICATE) };

/** As NODE_EXTRA_CA_CERTS does, for this process. */
export const trustRemoteHosts = (): void =>
  setDefaultCACertificates([...getCACertificates(), pem('CERTIFICATE', CERTIFICATE)]);

export interface RemoteHost extends AsyncDisposable {
  readonly port: number;
  /** Each request that arrived. */
  readonly requests: Pick<IncomingMessage, 'url' | 'headers'>[];
  /** Connections that are open now. */
  readonly connections: () => Promise<number>;
}

export async function startRemoteHost(
  respond: RequestListener,
  { address = '127.0.0.1' }: { readonly address?: string } = {},
): Promise<RemoteHost> {
  const requests: RemoteHost['requests'] = [];
  const server = createServer(TLS, (request, response) => {
    requests.push({ url: request.url, headers: request.headers });
    respond(request, response);
  });
  server.listen(0, address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Names and their addresses; each look-up of a name returns its next list, and then the last one again. */
export function namesOf(names: Readonly<Record<string, readonly (readonly string[])[]>>): Resolve {
  const asked = new Map<string, number>();
  return (name, _options, callback) => {
    const lists = names[name];
    const at = asked.get(name) ?? 0;
    asked.set(name, at + 1);
    if (lists === undefined)
      return callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), []);
    callback(
      null,
      (lists[Math.min(at, lists.length - 1)] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    );
  };
}

/** 127.0.0.1 counts as public, and no other address of this machine. */
export const isPublicHere: RemoteOptions['isAllowed'] = (address) =>
  address === '127.0.0.1' || isPublicAddress(address);
