/**
 * Test support: a thread that fails as the declared type says. WAV: it ends. MP3: it never replies. MP4: it uses up
 * its memory.
 */
import { parentPort } from 'node:worker_threads';
import type { Reply, Task } from '../inspector/inspector.ts';

parentPort?.on('message', ({ memory, declared }: Task) => {
  if (declared === 'audio/wav') throw new Error('a defect');
  if (declared === 'audio/mpeg') for (;;);
  const kept: string[][] = [];
  if (declared === 'video/mp4') for (;;) kept.push(Array.from({ length: 100_000 }, (_, n) => `kept ${n}`));
  parentPort?.postMessage({ memory, found: { ok: true } } satisfies Reply, [memory]);
});
