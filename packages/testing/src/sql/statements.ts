/**
 * Finds every call that passes SQL to the database, with its possible texts and its declared row. A call is known by
 * its method: those of `Database`, Prisma's raw queries, and `query` of pg.
 */
import ts from 'typescript';
import { locationOf, type Project, ROOT, visit } from './project.ts';
import { readSymbols, type Symbols } from './symbols.ts';
import { readTexts } from './text/read-texts.ts';
import { bare, UnknownSql } from './text/reading.ts';

/** How the rows of a statement arrive: decoded by Prisma, by pg, as one JSON value, or not at all. */
export type Reading = 'prisma' | 'pg' | 'json' | 'nothing';

export interface Statement {
  readonly location: string;
  readonly reading: Reading;
  /** Undefined if no row is read. */
  readonly row: ts.Type | undefined;
  readonly texts: readonly string[];
}

export interface Found {
  readonly statements: readonly Statement[];
  /** Calls whose SQL cannot be read from the source, as `path:line: reason`. */
  readonly unknown: readonly string[];
  /** SQL templates that no statement contains. */
  readonly unused: readonly string[];
}

const DOOR = `${ROOT}/packages/db/src/database.ts`;

interface Form {
  readonly reading: Reading;
  /** Index of the SQL argument. */
  readonly argument: number;
}

/** Forms of the methods of `Database`, by method name. */
const OF_DATABASE: Readonly<Record<string, Form>> = {
  rows: { reading: 'prisma', argument: 0 },
  snapshot: { reading: 'prisma', argument: 0 },
  json: { reading: 'json', argument: 0 },
};
const RAW: Readonly<Record<string, Form>> = {
  $queryRaw: { reading: 'prisma', argument: 0 },
  $executeRaw: { reading: 'nothing', argument: 0 },
  $queryRawUnsafe: { reading: 'prisma', argument: 0 },
  $executeRawUnsafe: { reading: 'nothing', argument: 0 },
};

type Call = ts.CallExpression | ts.TaggedTemplateExpression;

export function findStatements(project: Pick<Project, 'checker' | 'files'>): Found {
  const symbols = readSymbols(project);
  const texts = readTexts(project.checker, symbols);
  const statements: Statement[] = [];
  const unknown: string[] = [];
  const templates: ts.TaggedTemplateExpression[] = [];
  const note = (call: Call, form: Form): void => {
    try {
      statements.push(...statementsOf(call, form));
    } catch (error) {
      if (!(error instanceof UnknownSql)) throw error;
      unknown.push(`${locationOf(call)}: ${error.message}`);
    }
  };

  function statementsOf(call: Call, form: Form): readonly Statement[] {
    const sql = ts.isCallExpression(call) ? call.arguments[form.argument] : call.template;
    if (sql === undefined) throw new UnknownSql('has no SQL', call);
    const row = form.reading === 'nothing' ? undefined : rowOf(project.checker, call, form.reading);
    if (row === undefined || !(row.flags & ts.TypeFlags.TypeParameter))
      return [{ location: locationOf(call), reading: form.reading, row, texts: texts.of(sql) }];
    // The function forwards the SQL and row of its callers.
    const called = ts.isIdentifier(sql) ? symbols.symbolOf(sql)?.valueDeclaration : undefined;
    if (called === undefined || !ts.isParameter(called)) throw new UnknownSql('which row it reads is not seen', call);
    const owner = called.parent as ts.ArrowFunction;
    const callers = symbols.callersOf(owner);
    if (callers.length === 0) throw new UnknownSql('no caller is found', call);
    return callers.flatMap((each) => statementsOf(each, { ...form, argument: owner.parameters.indexOf(called) }));
  }

  const look = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'Prisma.sql') templates.push(node);
    if (!ts.isCallExpression(node) && !ts.isTaggedTemplateExpression(node)) return;
    const form = formOf(node, symbols);
    if (form !== undefined) note(node, form);
  };
  for (const file of project.files) if (file.fileName !== DOOR) visit(file, look);
  const unused = templates.filter(({ template }) => !texts.seen.has(template)).map(locationOf);
  return { statements, unknown, unused };
}

function formOf(call: Call, { symbolOf }: Symbols): Form | undefined {
  const callee = bare(ts.isCallExpression(call) ? call.expression : call.tag);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : ts.isIdentifier(callee) ? callee : undefined;
  if (name === undefined) return undefined;
  if (ts.isPropertyAccessExpression(callee) && Object.hasOwn(RAW, name.text)) return RAW[name.text];
  if (!Object.hasOwn(OF_DATABASE, name.text) && name.text !== 'rowsOf' && name.text !== 'query') return undefined;
  const from = symbolOf(name)?.declarations?.[0]?.getSourceFile().fileName ?? '';
  if (from === DOOR) return name.text === 'rowsOf' ? { reading: 'prisma', argument: 1 } : OF_DATABASE[name.text];
  return name.text === 'query' && from.includes('/@types/pg/') ? { reading: 'pg', argument: 0 } : undefined;
}

/** The declared type of one row; for JSON, of the value. */
function rowOf(checker: ts.TypeChecker, call: Call, reading: Reading): ts.Type {
  const signature = checker.getResolvedSignature(call);
  const awaited = signature && checker.getAwaitedType(signature.getReturnType());
  const rows = reading === 'pg' ? memberType(checker, awaited, 'rows') : awaited;
  if (reading === 'json' && rows !== undefined) return checker.getNonNullableType(rows);
  const row = rows && checker.getIndexTypeOfType(rows, ts.IndexKind.Number);
  // Prisma's default is unknown: then no row is read.
  const isUnread = rows !== undefined && (rows.flags & ts.TypeFlags.Unknown) !== 0;
  if (row === undefined && !isUnread) throw new UnknownSql('which row it reads is not seen', call);
  return row ?? (rows as ts.Type);
}

function memberType(checker: ts.TypeChecker, type: ts.Type | undefined, name: string): ts.Type | undefined {
  const member = type?.getProperty(name);
  return member && checker.getTypeOfSymbol(member);
}
