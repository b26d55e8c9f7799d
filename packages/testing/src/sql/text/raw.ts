/**
 * `Prisma.raw`, in the only form in use: `list.map(({ name }) => name).join(', ')`, where the type of the list has its
 * names as constants.
 */
import ts from 'typescript';
import { type Reading, type Scope, UnknownSql } from './reading.ts';

const NAMES_OF_LIST = /^(?<list>\w+)\.map\(\(\{ (?<member>\w+) \}\) => \k<member>\)\.join\('(?<separator>.*)'\)$/;

export function textOfRaw({ checker, symbols }: Reading, call: ts.CallExpression, scope: Scope): string {
  const [text = call] = call.arguments;
  const { member, separator } = NAMES_OF_LIST.exec(text.getText())?.groups ?? {};
  const symbol = member === undefined ? undefined : symbols.symbolOf(firstIdentifier(text));
  const given = symbol && scope.get(symbol)?.given;
  if (member === undefined || given === undefined) throw new UnknownSql('this raw text is not known', call);
  return checker
    .getTypeArguments(checker.getTypeAtLocation(given) as ts.TypeReference)
    .map((element) => {
      const name = element.getProperty(member);
      const type = name && checker.getTypeOfSymbol(name);
      if (type === undefined || !type.isStringLiteral()) throw new UnknownSql('its names are no constants', given);
      return type.value;
    })
    .join(separator);
}

const firstIdentifier = (node: ts.Node): ts.Node =>
  ts.isIdentifier(node) ? node : firstIdentifier(node.getChildAt(0));
