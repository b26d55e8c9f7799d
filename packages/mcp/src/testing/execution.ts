/** For tests: an execution as the API answers it, with as many artifacts and as long a result as a test needs. */
import type { Execution } from '@farebox/contract';

export const executionOf = (facts: Partial<Execution> = {}): Execution =>
  ({
    id: 'exe_00000000000000000000000001',
    tool: 'image-resize',
    status: 'succeeded',
    statusReason: null,
    maximumChargeMicros: 500,
    chargedMicros: 120,
    createdAt: '2026-11-24T10:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    error: null,
    steps: [],
    output: { artifacts: [] },
    ...facts,
  }) as unknown as Execution;

export const artifactsOf = (count: number): Execution['output']['artifacts'] =>
  Array.from({ length: count }, (_, index) => ({
    id: `file_${String(index).padStart(26, '0')}`,
    mimeType: 'image/webp',
    sizeBytes: 36_204 + index,
    sha256: String(index % 10).repeat(64),
    createdAt: '2026-11-23T11:00:27.383Z',
    expiresAt: '2026-12-23T11:00:27.383Z',
  }));
