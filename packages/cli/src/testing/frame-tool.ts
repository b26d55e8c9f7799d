/** For tests of `farebox tool test`: a tool that reads a picture and makes one, with a test case. */
import { manifestOf } from '@farebox/tools/testing';
import type { FaultId } from '../tool-test/faults.ts';
import type { TestReport } from '../tool-test/report.ts';

/** @param changes members that replace those of the manifest. */
export const frameManifest = (changes: Readonly<Record<string, unknown>> = {}) =>
  manifestOf('acme-frame', {
    output: { result: { type: 'object' }, artifacts: [{ mimeTypes: ['image/png'], size: { like: '/source' } }] },
    test: {
      simulate: { result: {}, artifacts: [{ fileId: 'file_sample_drawing' }] },
      cases: [
        {
          arguments: { source: { fileId: 'file_sample_photo' } },
          expect: { units: 2, result: { ok: { type: 'boolean' } } },
        },
      ],
    },
    ...changes,
  });

/** The head of a PNG: as much as `farebox tool test` looks at. */
export const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

export const faultsOf = ({ found }: TestReport): readonly FaultId[] => found.map(({ fault }) => fault);
