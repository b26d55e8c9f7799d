/** I1: every account balances, equals the sum of its transfers and of real payments, and was never below zero. Transfers are append-only. */
import type { Account, Evidence, RunFacts, Transfer } from '../evidence.ts';

interface Balances {
  funded: number;
  available: number;
  held: number;
  spent: number;
}

export function checkLedger({ run, accounts, transfers, probes }: Evidence): string[] {
  const byProject = Map.groupBy(transfers, ({ project_id }) => project_id);
  return [
    ...run.customers.flatMap((customer) => checkPaid(customer, byProject.get(customer.projectId) ?? [])),
    ...accounts.flatMap((account) => checkAccount(account, byProject.get(account.id) ?? [])),
    ...probes.filter(({ refused }) => !refused).map(({ statement }) => `the database lets anybody ${statement}`),
  ];
}

/** Each customer paid once and knows the amount. What operators gave is in i01-given.ts. */
function checkPaid(
  { projectId, fundedMicros }: RunFacts['customers'][number],
  transfers: readonly Transfer[],
): string[] {
  const credited = transfers.filter(({ kind }) => kind === 'top_up').map(({ amount_micros }) => amount_micros);
  return [
    ...(credited.join() === fundedMicros
      ? []
      : [`${projectId} paid ${fundedMicros} once, and was credited ${credited.join(' and ') || 'nothing'}`]),
    ...checkRefunds(transfers),
  ];
}

function checkRefunds(transfers: readonly Transfer[]): string[] {
  const refunds = Map.groupBy(
    transfers.filter(({ kind }) => kind === 'refund'),
    ({ refunds }) => refunds,
  );
  return [...refunds].flatMap(([execution, given]) => {
    const sum = given.reduce((total, { amount_micros }) => total + amount_micros, 0);
    const charge = transfers.find(({ kind, execution_id }) => kind === 'settle' && execution_id === execution);
    return sum <= (charge?.amount_micros ?? 0)
      ? []
      : [`${execution} was charged ${charge?.amount_micros ?? 'nothing'}, and ${sum} of it given back`];
  });
}

function checkAccount(account: Account, transfers: readonly Transfer[]): string[] {
  const { id, funded_micros: funded, available_micros: available, held_micros: held, spent_micros: spent } = account;
  const found: string[] = [];
  if (funded !== available + held + spent) found.push(`${id}: ${funded} funded ≠ ${available} + ${held} + ${spent}`);
  for (const [name, amount] of Object.entries({ funded, available, held, spent }))
    if (amount < 0) found.push(`${id}: ${name} is ${amount}`);
  const sum: Balances = { funded: 0, available: 0, held: 0, spent: 0 };
  for (const transfer of transfers) {
    book(sum, transfer);
    if (sum.available < 0 || sum.held < 0)
      found.push(`${id}: after transfer ${transfer.id} ${sum.available} were available and ${sum.held} held`);
  }
  const said = JSON.stringify({ funded, available, held, spent });
  if (JSON.stringify(sum) !== said) found.push(`${id}: the account says ${said}, its transfers ${JSON.stringify(sum)}`);
  return found;
}

function book(sum: Balances, { kind, debit, amount_micros: amount }: Transfer): void {
  switch (kind) {
    case 'top_up':
    case 'credit':
    case 'refund':
      sum.funded += amount;
      sum.available += amount;
      return;
    case 'adjustment':
      sum.funded += debit === 'funding' ? amount : -amount;
      sum.available += debit === 'funding' ? amount : -amount;
      return;
    case 'reserve':
      sum.available -= amount;
      sum.held += amount;
      return;
    case 'settle':
      sum.held -= amount;
      sum.spent += amount;
      return;
    case 'release':
      sum.held -= amount;
      sum.available += amount;
  }
}
