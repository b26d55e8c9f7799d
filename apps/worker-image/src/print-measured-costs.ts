/** Prints as JSON what the examples of the image tools cost on this machine. Called by test/bench/prices/main.ts. */
import { findIsolation } from '@farebox/sandbox';
import { measureExamples } from '@farebox/worker';
import sharp from 'sharp';
import { createImageOperations } from './operations.ts';

const { operations, close } = createImageOperations({ concurrency: 1, isolation: findIsolation() });
const figures = await measureExamples({
  engine: 'image',
  operations,
  onFailure: (example, error) => void process.stderr.write(`${example} was not measured: ${String(error)}\n`),
});
await close();
process.stdout.write(JSON.stringify({ program: `libvips ${sharp.versions.vips}`, figures }));
