/** Examples of commands, for their help. A test parses each as it stands. */

/** `noun verb` → command lines without `tollgate`. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'key list': ['key list', 'key list --project proj_01k9… --json'],
  'key issue': ['key issue --name "build server" --scopes tools:read tools:execute executions:read'],
  'key rotate': ['key rotate key_01k9… --overlap-days 1'],
  'key revoke': ['key revoke key_01k9… --yes'],
  'balance top-up': ['balance top-up --amount 25 --reference invoice-4711'],
  'balance show': ['balance show', 'balance show --field availableMicros'],
  'balance credit': [
    'balance credit --project proj_01k9… --amount 2 --reference ticket-4711 --reason "Two hours without service"',
  ],
  'balance adjust': ['balance adjust --amount -1.50 --reference ticket-4711 --reason "Booked twice" --yes'],
  'balance refund': [
    'balance refund --execution-id exe_01k9… --amount 0.25 --reference ticket-4711 --reason "Not what was asked for"',
  ],
  'checkout open': ['checkout open --project proj_01k9… --amount 25', 'checkout open --amount 25 --field url'],
  'cap set': ['cap set --project proj_01k9… --monthly-cap 50', 'cap set --organization org_01k9… --monthly-cap none'],
  'key cap': ['key cap key_01k9… --monthly-cap 5'],
  'org create': ['org create --name Lighthouse --admin-subject "oidc|olga" --admin-name Olga'],
  'project create': ['project create --organization org_01k9… --name "Web shop" --environment live'],
  'project change': ['project change --project proj_01k9… --execution-enabled false --reason "a loop"'],
  'project suspend': ['project suspend --project proj_01k9… --reason "stolen cards"'],
  'project archive': ['project archive --project proj_01k9… --reason "is over" --yes'],
  'platform change': ['platform change --execution-enabled false --reason maintenance'],
  'cors set': [
    'cors set --project proj_01k9… --origins https://app.example http://localhost:5173 --reason "uploads from the editor"',
    'cors set --project proj_01k9… --origins none',
  ],
  'retention set': [
    'retention set --project proj_01k9… --days 90 --reason "as in our privacy notice" --yes',
    'retention set --project proj_01k9… --days none --yes',
  ],
  'webhook create': ['webhook create --project proj_01k9… --url https://shop.example.com/tollgate'],
  'review resolve': [
    'review resolve exe_01k9… --project proj_01k9… --resolution verified_cost --verified-cost 0.04 --reason "invoice 17"',
  ],
  'price current': ['price current --field tools'],
  'price preview': ['price preview --tools prices.json'],
  'price publish': [
    'price publish --tools prices.json --effective-at 2027-01-01T00:00:00Z --reason "a larger machine" --yes',
  ],
  'price publish-terms': [
    'price publish-terms --project proj_01k9… --basis-points 9000 --reason "as in their contract"',
  ],
  'export create': ['export create --project proj_01k9… --reason "the customer asked for their data"'],
  'execution list': ['execution list --project proj_01k9… --status failed --from 2026-11-01T00:00:00Z'],
  'execution show': ['execution show exe_01k9… --project proj_01k9… --json'],
  'execution cancel': ['execution cancel exe_01k9… --project proj_01k9… --reason "a loop" --yes'],
  'execution delete-content': [
    'execution delete-content exe_01k9… --project proj_01k9… --reason "the customer asked for it" --yes',
  ],
  'file delete': ['file delete file_01k9… --project proj_01k9… --reason "the customer asked for it"'],
  'member add': ['member add --organization org_01k9… --subject "oidc|ann" --name Ann --role MEMBER'],
  'invitation create': [
    'invitation create --organization org_01k9… --name Ann --role MEMBER --project-ids proj_01k9… --project-role MEMBER --field code',
  ],
  'invitation accept': ['invitation accept --code tginv_…'],
  'invitation revoke': ['invitation revoke inv_01k9… --organization org_01k9… --yes'],
  'member give-role': ['member give-role mem_01k9… --project proj_01k9… --role ADMIN'],
  'member remove': ['member remove mem_01k9… --organization org_01k9… --reason "has left"'],
  'audit list': ['audit list --project proj_01k9…', 'audit list --organization org_01k9… --all --json'],
  'audit verify': ['audit verify --json', 'audit verify --organization org_01k9… --kept head.json'],
};
