/** rehearsal: a run that only does what its input says, for client developers, tests and the benchmark. Opt-in. */
import { Type, type Static } from 'typebox';
import { closedInput } from '../../image/schema.ts';
import { type Defaulted, type Planned, defineTool, oneStep } from '../../tool.ts';

const rehearsalSchema = Type.Object(
  {
    durationMs: Type.Optional(
      Type.Integer({
        title: 'Duration',
        minimum: 0,
        maximum: 60_000,
        default: 0,
        description: 'How long the run takes, in milliseconds.',
      }),
    ),
    outcome: Type.Optional(
      Type.Enum(['succeed', 'fail'], {
        title: 'Outcome',
        default: 'succeed',
        description: 'How the run ends. A failed run is not charged.',
      }),
    ),
    artifactBytes: Type.Optional(
      Type.Integer({
        title: 'Artifact bytes',
        minimum: 0,
        maximum: 1_048_576,
        description: 'Makes an artifact of this many bytes; none by default.',
      }),
    ),
  },
  closedInput,
);

type RehearsalArguments = Defaulted<Static<typeof rehearsalSchema>, 'durationMs' | 'outcome'>;

export const rehearsal = defineTool<RehearsalArguments>({
  name: 'rehearsal',
  title: 'Rehearse an execution',
  description:
    'Processes nothing: waits, then succeeds or fails as requested, optionally with a plain artifact. For testing a client with real billing. Success costs the minimum charge.',
  category: 'development',
  inputSchema: rehearsalSchema,
  example: { durationMs: 1000, outcome: 'succeed' },
  models: [],
  maxRuntimeSeconds: 90,
  modelOf: () => null,
  fileUses: () => [],
  plan: planRehearsal,
});

function planRehearsal(input: RehearsalArguments): Planned {
  const makesArtifact = (input.artifactBytes ?? 0) > 0;
  return oneStep({
    name: 'rehearse',
    operation: 'rehearse',
    parameters: { ...input },
    inputs: {},
    description: 'Rehearsal',
    unitsMax: 1,
    outputs: makesArtifact ? [{ mimeTypes: ['application/octet-stream'] }] : [],
  });
}
