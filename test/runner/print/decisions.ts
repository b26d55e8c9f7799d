/** Prints docs/decisions/README.md: every record with its status. Fails when two records contradict each other. */
import { join } from 'node:path';
import { type DecisionRecord, problemsOfRecords, readRecords } from '../checks/records.ts';

const records = readRecords(join(import.meta.dirname, '../../..'));
const problems = problemsOfRecords(records);
if (problems.length > 0) throw new Error(problems.join('\n'));

const statusOf = ({ supersededBy, inPart }: DecisionRecord): string =>
  supersededBy === null ? 'accepted' : `${inPart ? 'in part ' : ''}superseded by ${supersededBy}`;

process.stdout.write(
  [
    '# Decision records',
    '',
    '`npm run generate` writes this page. A record states a problem, the choice, the rejected alternatives and the evidence. A decision is',
    'not changed afterwards: a later record says "Supersedes 0001", and the earlier one gets "*Superseded by 0002.*" under its title.',
    'Further decisions: about tests in [docs/test-design.md](../test-design.md#why-the-tests-are-as-they-are), about fast reads and accepts in',
    '[docs/performance.md](../performance.md).',
    '',
    '| | | status |',
    '|---|---|---|',
    ...records.map((record) => `| [${record.number}](${record.file}) | ${record.title} | ${statusOf(record)} |`),
    '',
  ].join('\n'),
);
