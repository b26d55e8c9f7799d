/**
 * Two operators on the command line of a complete system: one proposes a large amount, and the other confirms or
 * declines it.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../program/run.ts';
import { readRuntime } from '../runtime.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { running } from '../testing/running.ts';

const directory = mkdtempSync(join(tmpdir(), 'farebox-second-operator-'));
chmodSync(directory, 0o755);
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const data = join(directory, 'data');
const env: Record<string, string> = { XDG_CONFIG_HOME: join(directory, 'config') };

async function farebox(line: string) {
  const context = recordingContext({ env });
  const code = await run(line.split(' '), context);
  return { code, said: context.said.join('\n'), told: context.told.join('\n') };
}

async function answered(line: string): Promise<string> {
  const { code, said, told } = await farebox(line);
  expect([line, code], told).toEqual([line, 0]);
  return said;
}

/** Creates the operator's own profile, with a session that this system signs. */
async function operator(name: string): Promise<void> {
  const { operatorUrl } = readRuntime(data) ?? { operatorUrl: '' };
  env[name.toUpperCase()] = await answered(`session --operator --subject ${name} --data-dir ${data}`);
  await answered(`profile add ${name} --url ${operatorUrl} --token-env ${name.toUpperCase()}`);
}

test('an amount that olga proposes is booked only when otto confirms it, and only once', async () => {
  const settings = { env: { FAREBOX_SECOND_OPERATOR_USD: '5' } };
  const meanwhile = async () => {
    await operator('olga');
    await operator('otto');
    const organization = await answered(
      'org create --name Lighthouse --admin-subject ann --admin-name Ann --profile olga --field id',
    );
    const ann = await answered(`member list --organization ${organization} --profile olga --field members.0.id`);
    const project = await answered(
      `project create --organization ${organization} --name Shop --environment live --admin-id ${ann} --profile olga --field id`,
    );
    const credit = (reference: string, by = 'olga') =>
      `balance credit --project ${project} --amount 6 --reference ${reference} --reason large --yes --profile ${by}`;
    const available = async () => answered(`balance show --project ${project} --profile otto --field availableMicros`);

    const proposal = await answered(`${credit('one')} --field proposalId`);
    expect(await available()).toBe('0');
    expect(await answered('proposal list --profile otto')).toMatch(new RegExp(`^${proposal} .*olga .*6\\.00 USD`, 'm'));

    // Without a confirmation nothing is booked, and operators cannot confirm their own proposals.
    const confirm = `proposal confirm ${proposal} --project ${project}`;
    expect(await farebox(`${confirm} --profile otto`)).toMatchObject({ code: 5 });
    expect(await farebox(`${confirm} --yes --profile olga`)).toMatchObject({
      code: 3,
      told: expect.stringContaining('project_permission_required'),
    });
    expect(await available()).toBe('0');
    expect(await answered(`${confirm} --reason agreed --yes --profile otto`)).toMatch(/available +6\.00 USD/);
    expect((await farebox(`${confirm} --yes --profile otto`)).code).toBe(3);
    expect(await available()).toBe('6000000');

    const other = await answered(`${credit('two', 'otto')} --field proposalId`);
    const decline = `proposal decline ${other} --project ${project} --yes --profile olga --field outcome`;
    expect(await answered(decline)).toBe('declined');
    expect((await farebox(`proposal confirm ${other} --project ${project} --yes --profile olga`)).code).toBe(3);
    expect(await available()).toBe('6000000');
    expect(await answered('proposal list --profile otto')).toBe('(none)');
    expect(await answered(`audit list --project ${project} --profile otto`)).toMatch(
      /proposal\.decline.* olga [\s\S]*balance\.credit.* otto [\s\S]*proposal\.confirm.* otto [\s\S]*balance\.credit.* olga /,
    );
  };
  await running(data, meanwhile, settings);
});
