/** Prints the table of behaviours for docs/simulator.md. */
import { BEHAVIOURS } from './behaviour.ts';

const EFFECTS = { paid: 'accepted, costs', unpaid: 'accepted, free', none: 'not accepted' };

const rows = Object.entries(BEHAVIOURS).map(([name, declared]) => {
  const amount = 'amount' in declared ? `(${declared.amount})` : '';
  return `| \`${name}\`${amount} | ${EFFECTS[declared.effect]} | ${declared.meaning} |`;
});
process.stdout.write(['| behaviour | effect | response to the caller |', '|---|---|---|', ...rows, ''].join('\n'));
