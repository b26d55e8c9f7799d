/** Examples of every command, for its help and docs/command-line.md. A test demands one for each, and reads every line as it stands. */
import type { Command } from 'commander';
import { EXAMPLES as OF_ROUTES } from '../operator/examples.ts';

/** Words of a command → lines as they are typed. */
export type Examples = Readonly<Record<string, readonly string[]>>;

/** Of commands that are no route of the operator API. */
const OTHERS: Examples = {
  start: ['npm start -- --port 9000'],
  session: ['SESSION=$(npm run --silent session -- --minutes 5)'],
  backup: ['npm run backup -- monday.tgz'],
  restore: ['npm run restore -- monday.tgz --data-dir ./monday'],
  database: ['npm run database', 'tollgate database --data-dir ./monday'],
  'database resolve': ['tollgate database resolve 20261201120000_execution_index --rolled-back'],
  doctor: ['tollgate doctor', 'tollgate doctor --env-file gateway.env --json'],
  completion: ['tollgate completion bash > ~/.local/share/bash-completion/completions/tollgate'],
  login: ['tollgate login --profile work --url https://tools.example < key.txt'],
  tools: ['tollgate tools', 'tollgate tools --json'],
  quote: ['tollgate quote image-resize photo.jpg --width 800'],
  run: [
    'tollgate run image-resize photo.jpg --width 800 -o small.jpg',
    'tollgate run image-resize photos/ --width 800 -o small/ --max 0.50 --concurrency 4',
    'cat photo.jpg | tollgate run image-convert - --model webp -o - > photo.webp',
  ],
  pipeline: ['tollgate pipeline --steps steps.json -o out/ --max 0.10'],
  'batch run': ['tollgate batch run image-resize sizes.jsonl --max 0.50 -o results.jsonl'],
  'batch list': ['tollgate batch list --limit 5'],
  'batch get': ['tollgate batch get bat_01k9… --wait'],
  'batch cancel': ['tollgate batch cancel bat_01k9…'],
  'batch results': ['tollgate batch results bat_01k9… -o results.jsonl'],
  'template save': [
    'tollgate template save thumbs --from thumbs.json',
    'tollgate run @thumbs photo.jpg --width 800 -o small.webp',
  ],
  'template list': ['tollgate template list'],
  'template show': ['tollgate template show thumbs 3 > thumbs.json'],
  'template activate': ['tollgate template activate thumbs 2'],
  'template archive': ['tollgate template archive thumbs'],
  upload: ['tollgate upload photo.jpg talk.wav', 'cat photo.jpg | tollgate upload -'],
  list: ['tollgate list --status failed --tool image-resize --limit 5'],
  get: ['tollgate get exe_01k9… --wait --json'],
  cancel: ['tollgate cancel exe_01k9…'],
  download: ['tollgate download exe_01k9… -o results/', 'tollgate download exe_01k9… -o - > photo.webp'],
  usage: ['tollgate usage --json'],
  mcp: ['tollgate mcp --max-spend 5.00 --root photos'],
  'profile add': [
    'tollgate profile add production --url https://tollgate-admin.example --token-env SESSION',
    'tollgate profile add production --url https://tollgate-admin.example --token-command "sign-in --print"',
  ],
  'profile list': ['tollgate profile list'],
  'profile use': ['tollgate profile use production', 'tollgate profile use'],
  'profile remove': ['tollgate profile remove production'],
  'export download': ['tollgate export download exp_01k9… --project proj_01k9… --into ./export'],
};

export const EXAMPLES: Examples = {
  ...OTHERS,
  ...Object.fromEntries(
    Object.entries(OF_ROUTES).map(([words, lines]) => [words, lines.map((line) => `tollgate ${line}`)]),
  ),
};

export function addExamples(command: Command, words: readonly string[] = []): void {
  const lines = EXAMPLES[words.join(' ')] ?? [];
  const title = lines.length === 1 ? 'Example' : 'Examples';
  if (lines.length > 0)
    command.addHelpText('after', `\n${[`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n')}`);
  for (const each of command.commands) addExamples(each, [...words, each.name()]);
}
