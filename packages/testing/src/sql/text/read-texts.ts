/**
 * The possible texts of an SQL expression, read from its source; both sides of a condition are tried. Throws UnknownSql
 * for an unknown form: no text is guessed.
 */
import ts from 'typescript';
import type { Symbols } from '../symbols.ts';
import { textsOfCall } from './call.ts';
import { textsOfName } from './name.ts';
import { bare, type Reading, type Scope, TOP, UnknownSql, VALUE } from './reading.ts';
import { textsOfTemplate } from './template.ts';

const DEPTH_MAX = 40;

export interface Texts {
  /** Every text of an expression, with numbered parameters. */
  readonly of: (expression: ts.Expression) => readonly string[];
  /** Every template that was part of a text. */
  readonly seen: ReadonlySet<ts.Node>;
}

export function readTexts(checker: ts.TypeChecker, symbols: Symbols): Texts {
  let depth = 0;
  const textsOf = (node: ts.Expression, scope: Scope): readonly string[] => {
    if (++depth > DEPTH_MAX) throw new UnknownSql('the expression is recursive', node);
    try {
      return read(reading, bare(node), scope);
    } finally {
      depth--;
    }
  };
  const reading: Reading = { checker, symbols, seen: new Set(), textsOf };
  return { of: (expression) => textsOf(expression, TOP).map(numbered), seen: reading.seen };
}

function read(reading: Reading, node: ts.Expression, scope: Scope): readonly string[] {
  if (ts.isStringLiteral(node)) return [node.text];
  if (ts.isTemplateLiteral(node)) return textsOfTemplate(reading, node, scope);
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'Prisma.sql')
    return textsOfTemplate(reading, node.template, scope);
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((each) => reading.textsOf(each, scope));
  if (ts.isIdentifier(node)) return textsOfName(reading, node, scope);
  if (ts.isCallExpression(node)) return textsOfCall(reading, node, scope);
  if (node.getText() === 'Prisma.empty') return [''];
  throw new UnknownSql('this form is not known', node);
}

/** Numbers parameters as Prisma does: every value is a separate parameter. */
function numbered(text: string): string {
  let count = 0;
  return text.replaceAll(VALUE, () => `$${++count}`);
}
