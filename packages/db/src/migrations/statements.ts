/**
 * Splits a SQL script into its statements, without comments. Understands strings, quoted names and dollar quotes, but
 * not `BEGIN ATOMIC`.
 */

const TOKEN =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'[^']*'|"[^"]*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\2|(?<end>;)|[^;'"$\-/eE]+|[\s\S]/g;

export function statementsOf(sql: string): readonly string[] {
  const statements = [''];
  for (const { 0: token, groups } of sql.matchAll(TOKEN)) {
    if (groups?.['end'] !== undefined) statements.push('');
    else statements[statements.length - 1] += groups?.['comment'] === undefined ? token : ' ';
  }
  return statements.map((statement) => statement.trim()).filter(Boolean);
}
