/** The cost of an example: all processes count, and an example that did not run is reported and left out. */
import { spawnSync } from 'node:child_process';
import { access } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { LocalOperation } from '../operation.ts';
import { measureExamples } from './measure-examples.ts';

const BURNT_US = 50_000;

function burn(): void {
  const began = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(began);
    if (user + system >= BURNT_US) return;
  }
}

const BURNING = `const BURNT_US = 4 * ${BURNT_US}; (${burn.toString()})();`;

async function measured(resize: LocalOperation) {
  const failed: string[] = [];
  const operations = { resize };
  const figures = await measureExamples({
    engine: 'image',
    operations,
    onFailure: (example) => void failed.push(example),
  });
  return { figures, failed };
}

it('counts the time of the worker itself', async () => {
  const { figures } = await measured(() => {
    burn();
    return Promise.resolve({ artifacts: [], units: 2 });
  });
  expect(figures['image-resize']).toEqual({ units: 2, cpuSeconds: expect.toSatisfy((seconds) => seconds >= 0.05) });
});

it('counts the time that a sandbox metered for a persistent child', async () => {
  const { figures } = await measured(({ usedCpu }) => {
    usedCpu(7);
    return Promise.resolve({ artifacts: [], units: 1 });
  });
  expect(figures['image-resize']?.cpuSeconds).toBeGreaterThanOrEqual(7);
});

it('counts the time of an ended child, even without a meter', async () => {
  const { figures } = await measured(() => {
    spawnSync(process.execPath, ['--eval', BURNING]);
    return Promise.resolve({ artifacts: [], units: 1 });
  });
  expect(figures['image-resize']?.cpuSeconds).toBeGreaterThanOrEqual(0.15);
});

it('gives an operation the sample files of its example', async () => {
  const { figures } = await measured(async ({ inputs, directory }) => {
    await Promise.all([access(inputs['source']!.path), access(directory)]);
    expect(inputs['source']).toMatchObject({ mimeType: 'image/jpeg', width: 1600, height: 1067 });
    return { artifacts: [], units: 2 };
  });
  expect(Object.keys(figures)).toEqual(['image-resize']);
});

it('leaves out an example that did not run, and reports it', async () => {
  const { figures, failed } = await measured(() => Promise.reject(new Error('no')));
  expect(figures).toEqual({});
  expect(failed).toEqual(expect.arrayContaining(['image-resize', 'image-convert/avif', 'image-collage']));
  expect(failed.filter((example) => example.startsWith('audio-'))).toEqual([]);
});
