/**
 * Turns calls into the steps of an execution. Artifacts of earlier steps are known by their bounds only; a call that
 * cannot be planned or priced from bounds is refused.
 */
import type { FieldProblems } from '@farebox/contract';
import { LIMITS } from '@farebox/contract';
import { invariant } from '@farebox/kernel';
import { type PricedUse, pointerOf } from './priced-use.ts';
import { type BoundsOf, type FileBounds, artifactProblem, boundsOfFile } from './files/bounds.ts';
import { type FileFacts, type FileUse, fileProblem } from './files/file.ts';
import type { PlannedStep } from './tool.ts';

export interface PlannedUse {
  readonly priced: PricedUse;
  readonly steps: readonly PlannedStep[];
}

export type PlannedUses =
  | { readonly ok: true; readonly uses: readonly PlannedUse[] }
  | { readonly ok: false; readonly message: 'invalid_arguments' | 'file_not_usable'; readonly fields: FieldProblems };

type Files = ReadonlyMap<string, FileFacts>;

/** Reports all unusable stored files at once, but problems with artifacts only for the first step that has one. */
export function planUses(uses: readonly PricedUse[], files: Files): PlannedUses {
  const unusable = problems(uses, (use) => storedProblem(use, files));
  if (unusable !== null) return { ok: false, message: 'file_not_usable', fields: unusable };
  const done: PlannedUse[] = [];
  for (const priced of uses) {
    const planned = planUse(priced, { files, done });
    if (!planned.ok) return planned;
    done.push({ priced, steps: planned.steps });
  }
  const count = done.reduce((sum, { steps }) => sum + steps.length, 0);
  invariant(count >= 1 && count <= LIMITS.stepsMax, 'a plan has 1 to 20 steps');
  return { ok: true, uses: done };
}

interface Known {
  readonly files: Files;
  readonly done: readonly PlannedUse[];
}

function planUse(priced: PricedUse, known: Known) {
  const absent = problems([priced], (use) => missingArtifact(use, known));
  if (absent !== null) return { ok: false, message: 'invalid_arguments', fields: absent } as const;
  const boundsOf = lookUp(known);
  const unusable = problems([priced], ({ ref, rule }) =>
    'fileId' in ref ? null : artifactProblem(boundsOf(ref), rule),
  );
  if (unusable !== null) return { ok: false, message: 'file_not_usable', fields: unusable } as const;
  const planned = priced.use.plan(boundsOf);
  return planned.ok ? planned : { ...planned, fields: prefixed(priced.at, planned.fields) };
}

const lookUp =
  ({ files, done }: Known): BoundsOf =>
  (ref) => {
    const bounds = 'fileId' in ref ? fileBounds(files.get(ref.fileId)) : outputsOf(done[ref.step])[ref.artifact];
    invariant(bounds !== undefined, 'a planned input is known');
    return bounds;
  };

const fileBounds = (facts: FileFacts | undefined): FileBounds | undefined => facts && boundsOfFile(facts);

/** In a pipeline each call makes one step, so clients count calls and steps alike. */
const outputsOf = (planned: PlannedUse | undefined): readonly FileBounds[] => planned?.steps[0]?.outputs ?? [];

const storedProblem = ({ ref, rule }: FileUse, files: Files): string | null =>
  'fileId' in ref ? fileProblem(files.get(ref.fileId), rule) : null;

function missingArtifact({ ref }: FileUse, { done }: Known): string | null {
  if ('fileId' in ref) return null;
  const { length } = outputsOf(done[ref.step]);
  if (ref.artifact < length) return null;
  const tool = done[ref.step]?.priced.tool.name;
  return `step ${ref.step} (${tool}) makes ${length === 0 ? 'no artifact' : `${length} artifact${length > 1 ? 's' : ''}`}`;
}

function problems(uses: readonly PricedUse[], problemOf: (use: FileUse) => string | null): FieldProblems | null {
  const found = uses.flatMap((priced) =>
    priced.use.fileUses.flatMap((use) => {
      const problem = problemOf(use);
      return problem === null ? [] : [[pointerOf(priced, use), problem] as const];
    }),
  );
  return found.length > 0 ? Object.fromEntries(found) : null;
}

export const prefixed = (at: string, fields: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(fields).map(([pointer, reason]) => [at + pointer, reason]));
