/**
 * Examples of every command, for its help and docs/command-line.md. A test requires an example for each command, and
 * parses every line as written.
 */
import type { Command } from 'commander';
import { EXAMPLES as OF_ROUTES } from '../operator/examples.ts';

/** Words of a command → its example lines. */
export type Examples = Readonly<Record<string, readonly string[]>>;

/** Examples of commands that are not routes of the operator API. */
const OTHERS: Examples = {
  start: ['npm start -- --port 9000'],
  session: ['SESSION=$(npm run --silent session -- --minutes 5)'],
  backup: ['npm run backup -- monday.tgz'],
  restore: ['npm run restore -- monday.tgz --data-dir ./monday'],
  database: ['npm run database', 'farebox database --data-dir ./monday'],
  'database resolve': ['farebox database resolve 20261201120000_execution_index --rolled-back'],
  doctor: ['farebox doctor', 'farebox doctor --env-file gateway.env --json'],
  completion: ['farebox completion bash > ~/.local/share/bash-completion/completions/farebox'],
  login: ['farebox login --profile work --url https://tools.example < key.txt'],
  tools: ['farebox tools', 'farebox tools --json'],
  quote: ['farebox quote image-resize photo.jpg --width 800'],
  run: [
    'farebox run image-resize photo.jpg --width 800 -o small.jpg',
    'farebox run image-resize photos/ --width 800 -o small/ --max 0.50',
    'cat photo.jpg | farebox run image-convert - --model webp -o - > photo.webp',
  ],
  pipeline: ['farebox pipeline --steps steps.json -o out/ --max 0.10'],
  'batch run': [
    'farebox batch run image-resize sizes.jsonl --max 0.50 -o results.jsonl',
    'farebox batch run image-resize sizes.jsonl --max 0.50 -o results.jsonl --download small/',
  ],
  'batch list': ['farebox batch list --limit 5'],
  'batch get': ['farebox batch get bat_01k9… --wait'],
  'batch cancel': ['farebox batch cancel bat_01k9…'],
  'batch results': ['farebox batch results bat_01k9… -o results.jsonl'],
  'template save': [
    'farebox template save thumbs --from thumbs.json',
    'farebox run @thumbs photo.jpg --width 800 -o small.webp',
  ],
  'template list': ['farebox template list'],
  'template show': ['farebox template show thumbs 3 > thumbs.json'],
  'template activate': ['farebox template activate thumbs 2'],
  'template archive': ['farebox template archive thumbs'],
  upload: ['farebox upload photo.jpg talk.wav', 'cat photo.jpg | farebox upload -'],
  list: ['farebox list --status failed --tool image-resize --limit 5'],
  get: ['farebox get exe_01k9… --wait --json'],
  cancel: ['farebox cancel exe_01k9…'],
  download: ['farebox download exe_01k9… -o results/', 'farebox download exe_01k9… -o - > photo.webp'],
  usage: ['farebox usage --json'],
  mcp: ['farebox mcp --max-spend 5.00 --root photos --save-to results'],
  'webhook listen': [
    'farebox webhook listen --forward-to http://127.0.0.1:3000/farebox',
    'farebox webhook listen --forward-to http://localhost:3000/farebox --events execution.failed --skip-missed',
    'export FAREBOX_WEBHOOK_SECRETS=$(farebox webhook listen --print-secret)',
  ],
  'webhook trigger': ['farebox webhook trigger execution.failed --forward-to http://127.0.0.1:3000/farebox'],
  'tool lint': ['farebox tool lint read-text.yaml'],
  'tool import openapi': ['farebox tool import openapi api.yaml --operation createImage --name acme-image'],
  'tool import mcp': ['farebox tool import mcp https://mcp.acme.example/mcp --prefix acme'],
  'tool new': ['farebox tool new acme-describe --typescript'],
  'tool test': [
    'farebox tool test read-text/',
    'farebox tool test farebox.yaml --runner https://gpu.acme.example/farebox/v1 --secret-file secret.txt',
  ],
  'profile add': [
    'farebox profile add production --url https://farebox-admin.example --token-env SESSION',
    'farebox profile add production --url https://farebox-admin.example --token-command "sign-in --print"',
  ],
  'profile list': ['farebox profile list'],
  'profile use': ['farebox profile use production', 'farebox profile use'],
  'profile remove': ['farebox profile remove production'],
  'export download': ['farebox export download exp_01k9… --project proj_01k9… --into ./export'],
};

export const EXAMPLES: Examples = {
  ...OTHERS,
  ...Object.fromEntries(
    Object.entries(OF_ROUTES).map(([words, lines]) => [words, lines.map((line) => `farebox ${line}`)]),
  ),
};

export function addExamples(command: Command, words: readonly string[] = []): void {
  const lines = EXAMPLES[words.join(' ')] ?? [];
  const title = lines.length === 1 ? 'Example' : 'Examples';
  if (lines.length > 0)
    command.addHelpText('after', `\n${[`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n')}`);
  for (const each of command.commands) addExamples(each, [...words, each.name()]);
}
