/** The pages of docs/command-line/, by the first word of their commands. A test demands each command once. */

interface CommandPage {
  readonly file: string;
  readonly title: string;
  /** First words of commands, in the order of the page. */
  readonly commands: readonly string[];
}

export const PAGES: readonly CommandPage[] = [
  {
    file: 'embedded.md',
    title: 'The embedded mode, profiles and completions',
    commands: ['start', 'session', 'backup', 'restore', 'database', 'doctor', 'profile', 'completion'],
  },
  {
    file: 'tools.md',
    title: 'Buying executions',
    commands: [
      'login',
      'tools',
      'quote',
      'run',
      'pipeline',
      'upload',
      'list',
      'get',
      'cancel',
      'download',
      'usage',
      'mcp',
    ],
  },
  { file: 'batches-and-templates.md', title: 'Batches and templates', commands: ['batch', 'template'] },
  { file: 'webhooks.md', title: 'Webhooks', commands: ['webhook'] },
  { file: 'projects.md', title: 'Projects and the platform', commands: ['project', 'platform', 'cors'] },
  { file: 'people.md', title: 'Organizations and people', commands: ['org', 'member'] },
  { file: 'keys.md', title: 'Keys and invitations', commands: ['key', 'invitation'] },
  { file: 'balances.md', title: 'Balances and caps', commands: ['balance', 'cap'] },
  { file: 'payments.md', title: 'Card payments, reviews and proposals', commands: ['checkout', 'review', 'proposal'] },
  { file: 'prices.md', title: 'Prices, external services and the report', commands: ['price', 'provider', 'report'] },
  { file: 'own-tools.md', title: 'Tools that a team adds', commands: ['tool'] },
  {
    file: 'executions.md',
    title: 'Executions, files and the audit log',
    commands: ['execution', 'file', 'retention', 'audit'],
  },
  { file: 'exports.md', title: 'Exports', commands: ['export'] },
];
