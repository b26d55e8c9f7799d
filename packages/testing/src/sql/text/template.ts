/** An SQL template: fragments are inserted, and every other value is a parameter. */
import ts from 'typescript';
import { type Reading, type Scope, UnknownSql, VALUE } from './reading.ts';

const TEXTS_MAX = 2_000;

export function textsOfTemplate(reading: Reading, template: ts.TemplateLiteral, scope: Scope): readonly string[] {
  reading.seen.add(template);
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
  // Without a tag, a string is inserted unchanged.
  const isTagged = ts.isTaggedTemplateExpression(template.parent);
  return template.templateSpans.reduce<readonly string[]>(
    (before, { expression, literal }) => {
      const between = isTagged ? textsOfSpan(reading, expression, scope) : reading.textsOf(expression, scope);
      if (before.length * between.length > TEXTS_MAX) throw new UnknownSql('has too many texts', template);
      return before.flatMap((start) => between.map((middle) => `${start}${middle}${literal.text}`));
    },
    [template.head.text],
  );
}

export const textsOfSpan = (reading: Reading, expression: ts.Expression, scope: Scope): readonly string[] =>
  isSql(reading.checker, expression) ? reading.textsOf(expression, scope) : [VALUE];

function isSql(checker: ts.TypeChecker, node: ts.Expression): boolean {
  const type = checker.getTypeAtLocation(node);
  return (type.isUnion() ? type.types : [type]).some((each) => each.symbol?.name === 'Sql');
}
