/** For tests: the template commands against a running system. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Ask } from './running.ts';
import type { typist } from './typing.ts';

interface User {
  readonly ask: Ask;
  readonly farebox: ReturnType<typeof typist>;
  readonly ran: (
    line: string,
  ) => Promise<{ readonly execution: { readonly status: string }; readonly files: readonly string[] }>;
  /** Folder in which commands are typed. */
  readonly work: string;
}

/** Saves, runs, changes and archives a template, as a user types it. */
export async function templates({ ask, farebox, ran, work }: User): Promise<void> {
  const resize = {
    tool: 'image-resize',
    arguments: { source: { $parameter: 'photo' }, width: { $parameter: 'wide' } },
  };
  const content = {
    title: 'Thumbnail',
    parameters: {
      photo: { type: 'file' },
      wide: { type: 'integer', minimum: 16, maximum: 64, default: 32, description: 'How wide.' },
    },
    steps: [resize],
  };
  const save = async (file: object): Promise<string> => {
    writeFileSync(join(work, 'thumb.json'), JSON.stringify(file));
    return (await farebox('template save thumb --from thumb.json')).said;
  };
  expect(await save(content)).toContain('version 1; @thumb runs version 1');
  const help = (await farebox('run @thumb --help')).said;
  expect(help).toMatch(/--wide <integer> +How wide. \(from 16 to 64; default: 32\)/);
  expect(await farebox('run @thumb photo.jpg --wide 65')).toMatchObject({
    code: 2,
    told: expect.stringMatching(/--wide must be <= 64/),
  });
  const { execution, files } = await ran('run @thumb photo.jpg --wide 40 -o thumb.jpg');
  expect([execution.status, files]).toEqual(['succeeded', [join(work, 'thumb.jpg')]]);
  const convert = { tool: 'image-convert', arguments: { source: { step: 0, artifact: 0 }, model: 'webp' } };
  expect(await save({ ...content, steps: [resize, convert] })).toContain('version 2; @thumb runs version 2');
  expect(JSON.parse((await farebox('template show @thumb')).said)).toEqual({ ...content, steps: [resize, convert] });
  expect((await farebox('template activate thumb 1')).said).toContain('version 1; @thumb runs version 1');
  expect((await farebox('template list')).said).toMatch(/@thumb +1 +2 /);
  const { data } = await ask<{ executions: { tool: string; model: string }[] }>('/tools/executions?tool=@thumb');
  expect(data.executions).toMatchObject([{ tool: '@thumb', model: '1' }]);
  expect((await farebox('template archive thumb')).said).toContain('@thumb is archived');
  expect(await farebox('run @thumb photo.jpg')).toMatchObject({
    code: 2,
    told: expect.stringContaining('no tool @thumb'),
  });
}
