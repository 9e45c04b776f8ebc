/**
 * Finds every regular expression of a source file with its text and flags: literals, and `new RegExp(…)` of constants of the same
 * file. An expression whose text is only known at run time has `source: null`.
 */
import ts from 'typescript'

export type FoundRegex = { line: number; source: string | null; flags: string; text: string }

export function findRegexes(fileName: string, code: string): FoundRegex[] {
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.Latest, true, fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const constants = constantsOf(file)
  const found: FoundRegex[] = []
  const note = (node: ts.Node, source: string | null, flags: string) =>
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, source, flags, text: node.getText(file) })

  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      note(node, node.text.slice(1, end), node.text.slice(end + 1))
      return
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(file) === 'RegExp') {
      const [pattern, flags] = node.arguments ?? []
      const copied = pattern && copiedRegex(pattern, constants)
      // A copy of an expression that is found at its own place.
      if (!copied) note(node, pattern ? valueOf(pattern, constants) : '', flags ? (valueOf(flags, constants) ?? '') : '')
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** `const NAME = …` anywhere in the file. A name that is declared twice has no value. */
function constantsOf(file: ts.SourceFile): Map<string, ts.Expression | null> {
  const constants = new Map<string, ts.Expression | null>()
  const visit = (node: ts.Node): void => {
    if (ts.isParameter(node) && ts.isIdentifier(node.name)) constants.set(node.name.text, null)
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const isConstant = ts.isVariableDeclarationList(node.parent) && (node.parent.flags & ts.NodeFlags.Const) !== 0
      constants.set(node.name.text, isConstant && node.initializer && !constants.has(node.name.text) ? node.initializer : null)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return constants
}

function copiedRegex(node: ts.Expression, constants: Map<string, ts.Expression | null>): boolean {
  if (ts.isRegularExpressionLiteral(node)) return true
  if (!ts.isIdentifier(node)) return false
  const value = constants.get(node.text)
  return value ? copiedRegex(value, constants) : false
}

/** The text of a constant expression, or null if it is only known at run time. */
function valueOf(node: ts.Expression, constants: Map<string, ts.Expression | null>): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return valueOf(node.expression, constants)
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text)
    return value ? valueOf(value, constants) : null
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') {
    const regex = ts.isIdentifier(node.expression) ? constants.get(node.expression.text) : node.expression
    return regex && ts.isRegularExpressionLiteral(regex) ? regex.text.slice(1, regex.text.lastIndexOf('/')) : null
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) return joined([node.left, node.right], ['', '', ''], constants)
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') {
    const { template } = node
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.rawText ?? null
    return joined(
      template.templateSpans.map(({ expression }) => expression),
      [template.head, ...template.templateSpans.map(({ literal }) => literal)].map(({ rawText }) => rawText ?? ''),
      constants,
    )
  }
  if (!ts.isTemplateExpression(node)) return null
  return joined(
    node.templateSpans.map(({ expression }) => expression),
    [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text),
    constants,
  )
}

/** Concatenates: `texts` are before, between and after `values`. */
function joined(values: readonly ts.Expression[], texts: readonly string[], constants: Map<string, ts.Expression | null>): string | null {
  let whole = texts[0] ?? ''
  for (const [index, value] of values.entries()) {
    const part = valueOf(value, constants)
    if (part === null) return null
    whole += part + (texts[index + 1] ?? '')
  }
  return whole
}
