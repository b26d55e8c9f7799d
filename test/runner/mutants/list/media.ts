/** What a file may do to those who read it. */
import type { Mutant } from '../mutant.ts';

const PICTURES = ['packages/media/src/inspect/jpeg-image.test.ts'] as const;
const SCANS = 'packages/media/src/inspect/jpeg-scans.ts';
const JPEG = 'packages/media/src/inspect/jpeg-image.ts';

export const mediaMutants: readonly Mutant[] = [
  {
    name: 'a JPEG is priced as it is stored, not as it is seen',
    threat: 'I12',
    file: JPEG,
    defence: '...upright(frame, orientation ?? AS_STORED)',
    without: '...frame',
    tests: ['packages/media/src/inspect/exif.test.ts'],
  },
  {
    name: 'a PNG is priced as it is stored, not as it is seen',
    threat: 'I12',
    file: 'packages/media/src/inspect/png.ts',
    defence: 'orientation ??= exifOrientation(bytes, chunk);',
    without: 'exifOrientation(bytes, chunk);',
    tests: ['packages/media/src/inspect/exif.test.ts'],
  },
  {
    name: 'a scan of a component that the frame does not have passes',
    threat: 'media parsers',
    file: SCANS,
    defence: "must(own !== undefined, 'a scan of a component the frame does not have');",
    without: 'if (own === undefined) return 0;',
    tests: PICTURES,
  },
  {
    name: 'a segment may reach past the end of a JPEG',
    threat: 'media parsers',
    file: JPEG,
    defence: 'must(length >= 2 && next + length <= bytes.length',
    without: 'must(length >= 2',
    tests: PICTURES,
  },
  {
    name: 'a JPEG of a thousand scans is accepted',
    threat: 'media parsers',
    file: SCANS,
    defence: 'must(scans <= SCANS_MAX && samples <= SAMPLES_MAX',
    without: 'must(scans > 0',
    tests: PICTURES,
  },
  {
    name: 'a film lasts as long as its header says',
    threat: 'media parsers',
    file: 'packages/media/src/inspect/mp4/track.ts',
    defence: 'spans.some((span) => agrees(duration / timescale, span))',
    without: 'spans.length > 0',
    tests: ['packages/media/src/inspect/lying-files.test.ts'],
  },
  {
    name: 'every decoder of libvips is loaded',
    threat: 'media parsers',
    file: 'apps/worker-image/src/operations/image/engine.ts',
    defence: "sharp.block({ operation: ['VipsForeignLoad'] });",
    without: '',
    tests: ['apps/worker-image/src/operations/image/engine.test.ts'],
  },
  {
    name: 'a decoding child lives for ever',
    threat: 'media parsers',
    file: 'apps/worker-image/src/operations.ts',
    defence: 'const TASKS_PER_CHILD = 100;',
    without: 'const TASKS_PER_CHILD = 100_000;',
    tests: ['apps/worker-image/src/crashes.test.ts'],
  },
  {
    name: 'an artifact of a decoding child may have any name',
    threat: 'media parsers',
    file: 'apps/worker-image/src/sandbox/protocol.ts',
    defence: "pattern: '^[a-z0-9][a-z0-9-]*[.][a-z0-9]+$', ",
    without: '',
    tests: ['apps/worker-image/src/sandbox/protocol.test.ts'],
  },
  {
    name: 'a decoding child serves any project',
    threat: 'media parsers',
    file: 'packages/sandbox/src/pool.ts',
    defence: 'child.owner === owner && child.alive',
    without: 'child.alive',
    tests: ['apps/worker-image/src/sandbox/pool.test.ts'],
  },
  {
    name: 'a decoding child has the environment of the worker',
    threat: 'media parsers',
    file: 'packages/sandbox/src/process.ts',
    defence: 'const { environment: env, stdio } = options;',
    without: 'const { stdio } = options;\n  const { env } = process;',
    tests: ['apps/worker-image/src/sandbox/pool.test.ts'],
  },
  {
    name: 'an input may crash any number of children',
    threat: 'media parsers',
    file: 'apps/worker-image/src/operations.ts',
    defence:
      "throw new OperationFailure(error.wasKilled ? 'memory_limit_exceeded' : 'source_not_readable', { cause: error });",
    without: 'throw error;',
    tests: ['apps/worker-image/src/crashes.test.ts'],
  },
  {
    name: "another project's file is a step's input",
    threat: "another project's ids",
    file: 'packages/files/src/store/inputs.ts',
    defence: 'WHERE project_id = ${projectId} AND deleted_at IS NULL',
    without: "WHERE ${projectId} <> '' AND deleted_at IS NULL",
    tests: ['packages/executions/src/store/inputs.test.ts'],
  },
  {
    name: 'a child lives for ever',
    threat: 'media parsers',
    file: 'packages/sandbox/src/pool.ts',
    defence: 'child.tasks < tasksPerChild',
    without: 'child.tasks >= 0',
    tests: ['apps/worker-image/src/sandbox/pool.test.ts'],
  },
];
