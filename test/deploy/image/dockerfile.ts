/** Parses a Dockerfile into stages of instructions. It knows the instructions that ours uses and throws on any other. */

export interface Copy {
  readonly kind: 'copy';
  /** Name of the stage to copy from; null: the files of the repository that the build may see. */
  readonly from: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

export interface Run {
  readonly kind: 'run';
  readonly command: string;
}

/** An instruction that configures the image and creates no file. */
export interface Setting {
  readonly kind: 'setting';
  readonly name: string;
  readonly value: string;
}

export type Instruction = Copy | Run | Setting;

export interface Stage {
  /** Empty for the last stage, which is the image. */
  readonly name: string;
  /** An image, or the name of an earlier stage, with build arguments filled in. */
  readonly base: string;
  readonly instructions: readonly Instruction[];
}

const SETTINGS = new Set(['WORKDIR', 'ENV', 'USER', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD']);

export function parseDockerfile(text: string): readonly Stage[] {
  const args = new Map<string, string>();
  const stages: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const { name, rest } of logicalLines(text)) {
    if (name === 'ARG') {
      const [variable = '', value = ''] = rest.split('=');
      args.set(variable, value);
    } else if (name === 'FROM') {
      const [image = '', , stage = ''] = rest.split(/\s+/);
      const base = image.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => args.get(variable) ?? '');
      stages.push({ name: stage, base, instructions: [] });
    } else {
      stages.at(-1)?.instructions.push(instruction(name, rest));
    }
  }
  return stages;
}

function logicalLines(text: string): { name: string; rest: string }[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, '');
  return joined
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, rest };
    });
}

function instruction(name: string, rest: string): Instruction {
  if (name === 'RUN') return { kind: 'run', command: rest };
  if (name === 'COPY') return copy(rest);
  if (SETTINGS.has(name)) return { kind: 'setting', name, value: rest };
  throw new Error(`the test does not know the instruction ${name}`);
}

function copy(rest: string): Copy {
  const words = rest.split(/\s+/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? null;
  const paths = words.filter((word) => !word.startsWith('--'));
  return { kind: 'copy', from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
}
