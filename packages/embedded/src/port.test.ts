import { createServer } from 'node:net';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freePort, isPortFree } from './port.ts';

const COUNT = 200;

test('no port is drawn twice, and none that an outgoing connection may use', async () => {
  const ports = await Promise.all(Array.from({ length: COUNT }, freePort));
  expect(new Set(ports).size).toBe(COUNT);
  const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/).map(Number);
  for (const port of ports) expect(port).toBeLessThan(first ?? 0);
});

test('a port is free until a server listens on it', async () => {
  const port = await freePort();
  expect(await isPortFree(port)).toBe(true);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  expect(await isPortFree(port)).toBe(false);
  server.close();
  await once(server, 'close');
});
