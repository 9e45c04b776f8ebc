/**
 * Finds where a file uses the API's client without the types of the database: a client created or named without `Database`,
 * a read whose row type is written by hand instead of following from the selected columns or the called function, and a cast of `data`.
 */
import ts from 'typescript'

export type Untyped = { line: number; why: string }

const PACKAGES = new Set(['@supabase/supabase-js', '@supabase/postgrest-js'])
/** Exports of the packages that take the types of the database as their first type argument. */
const CLIENTS = new Set(['createClient', 'SupabaseClient', 'PostgrestClient'])
/** Where code reads with the client: there `data` is what a response holds. */
const READERS = ['app/data/', 'e2e/']
/** Methods of a query whose type argument replaces the row type that follows from the columns. */
const READS = new Set(['select', 'single', 'maybeSingle', 'returns'])

export function untypedClients(fileName: string, code: string): Untyped[] {
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.Latest, true, fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const clients = importedClients(file)
  const found: Untyped[] = []
  const note = (node: ts.Node, why: string) => found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, why })
  const check = (name: ts.Node, types: ts.NodeArray<ts.TypeNode> | undefined) => {
    if (!ts.isIdentifier(name) || !clients.has(name.text)) return
    if (types?.[0]?.getText(file) !== 'Database') note(name, `${name.text} needs the types of the database: ${clients.get(name.text)}<Database>`)
  }

  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isExpressionWithTypeArguments(node)) check(node.expression, node.typeArguments)
    if (ts.isTypeReferenceNode(node)) check(node.typeName, node.typeArguments)
    if (ts.isTypeQueryNode(node)) check(node.exprName, node.typeArguments)
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'overrideTypes') note(node.name, 'overrideTypes hides the type of the selected columns')
    if (ts.isCallExpression(node) && node.typeArguments && ts.isPropertyAccessExpression(node.expression) && READS.has(node.expression.name.text))
      note(node.expression.name, `${node.expression.name.text}<…> hides the type of the selected columns`)
    if (READERS.some((folder) => fileName.startsWith(folder)) && ts.isAsExpression(node) && isData(node.expression))
      note(node, 'a cast hides what a read returns; what the catalogue does not say is written in supabase/database.ts and supabase/results')
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** `data`, `data ?? …` or `data` in parentheses. */
function isData(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isData(node.expression)
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken && isData(node.left)
  return ts.isIdentifier(node) && node.text === 'data'
}

/** Local names of the clients that a file imports, with the names under which the packages export them. */
function importedClients(file: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>()
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier) || !PACKAGES.has(statement.moduleSpecifier.text)) continue
    const bindings = statement.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) continue
    for (const { name, propertyName } of bindings.elements) {
      const exported = (propertyName ?? name).text
      if (CLIENTS.has(exported)) names.set(name.text, exported)
    }
  }
  return names
}
