/**
 * Replaces testcontainers/ryuk: reads label filters as lines on port 8080, answers each with ACK, and removes the matching
 * containers once no client is connected. It must never remove a container that no filter names.
 */
import { request } from 'node:http';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';

const PORT = 8080;
const FIRST_CONNECTION_MS = 60_000;
const RECONNECTION_MS = 10_000;

const labels = new Set();
let connected = 0;
let timer;

createServer((socket) => {
  connected++;
  clearTimeout(timer);
  socket.on('error', () => {});
  socket.on('close', () => {
    connected--;
    if (connected === 0) reapAfter(RECONNECTION_MS);
  });
  createInterface({ input: socket }).on('line', (line) => {
    if (line.startsWith('label=')) labels.add(line.slice('label='.length));
    socket.write('ACK\n');
  });
}).listen(PORT, () => {
  console.log('Started');
  reapAfter(FIRST_CONNECTION_MS);
});

function reapAfter(pauseMs) {
  clearTimeout(timer);
  timer = setTimeout(() => void reap().finally(() => process.exit()), pauseMs);
}

async function reap() {
  for (const label of labels) {
    const filters = encodeURIComponent(JSON.stringify({ label: [label] }));
    const found = JSON.parse(await engine('GET', `/containers/json?all=1&filters=${filters}`));
    // This container has the label too; its host name is its id.
    const others = found.filter(({ Id }) => !Id.startsWith(hostname()));
    await Promise.all(others.map(({ Id }) => engine('DELETE', `/containers/${Id}?force=1&v=1`)));
  }
}

function engine(method, path) {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: '/var/run/docker.sock', method, path }, async (response) => {
      const chunks = await response.toArray();
      resolve(Buffer.concat(chunks).toString());
    });
    asked.on('error', reject).end();
  });
}
