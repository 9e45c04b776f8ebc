/**
 * Finds texts that a screen contains itself instead of taking them from the message catalogue (app/words): text between tags,
 * attributes and properties that people read or hear, and any other string that reads like a sentence. Ignores texts for developers
 * (console, errors) and elements with translate="no" (the shop's logo).
 */
import ts from 'typescript'

export type Literal = { line: number; text: string }

/** Attributes and properties that people read or hear. */
const SPOKEN =
  /^(aria-label|aria-description|title|placeholder|alt|label|hint|error|text|note|lead|crumb|description|message|caption|busyText|\w+(Label|Text|Title))$/
const LETTER = /\p{L}/u
const TWO_WORDS = /\p{L}[\p{L}’']*[,:;.!?]? [“"(]?\p{L}/u
const READS_LIKE_A_SENTENCE = [/^\p{Lu}[\p{L}’']*[,:;.!?]? [\p{L}\d₹“"{]/u, /\p{L} \p{L}.*\p{L}[.?…]$/u, /^[^=]*[\p{L}{}], \p{L}+[^=]* [\p{L}{][^=]*$/u]
/** Properties whose value is a proper name, a key or recorded data: the same in every language. */
const NAMES = /^(name|key|type|method|tagName|authorization|notes)$/i
const ONE_WORD = /^\p{Lu}\p{Ll}+…?$/u

export function findLiterals(fileName: string, source: string): Literal[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, fileName.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const found: Literal[] = []
  const note = (node: ts.Node, text: string) =>
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text: text.replace(/\s+/g, ' ').trim() })

  /** `spoken`: the value is displayed or read aloud, so a single letter counts. */
  const visit = (node: ts.Node, spoken: boolean): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || isForDevelopers(node) || isMark(node)) return
    if (ts.isJsxText(node)) {
      if (LETTER.test(withoutEntities(node.text))) note(node, node.text)
      return
    }
    if (ts.isJsxAttribute(node)) {
      const name = node.name.getText(file)
      if (node.initializer && !/^(className|style|d|id|sizes)$/.test(name)) visit(node.initializer, SPOKEN.test(name))
      return
    }
    if (ts.isJsxExpression(node)) {
      const child = ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)
      if (node.expression) visit(node.expression, spoken || child)
      return
    }
    if (isText(node)) {
      if (says(textOf(node), node, spoken)) note(node, node.getText(file).slice(1, -1))
      if (ts.isTemplateExpression(node)) for (const span of node.templateSpans) visit(span.expression, spoken)
      return
    }
    if (isNamed(node) && node.initializer) {
      const name = node.name.getText(file).replace(/^['"]|['"]$/g, '')
      visit(node.initializer, SPOKEN.test(name) && !ts.isVariableDeclaration(node))
      return
    }
    if (ts.isConditionalExpression(node)) {
      visit(node.condition, false)
      visit(node.whenTrue, spoken)
      visit(node.whenFalse, spoken)
      return
    }
    if (ts.isBinaryExpression(node)) {
      const chosen = /^(\?\?|\|\||\+)$/.test(node.operatorToken.getText(file))
      visit(node.left, spoken && chosen)
      visit(node.right, spoken && (chosen || node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken))
      return
    }
    const passes = ts.isParenthesizedExpression(node) || ts.isArrayLiteralExpression(node)
    ts.forEachChild(node, (child) => visit(child, spoken && passes))
  }
  visit(file, false)
  return found
}

function says(text: string, node: ts.Node, spoken: boolean): boolean {
  if (spoken) return LETTER.test(text)
  if (ts.isPropertyAssignment(node.parent) && NAMES.test(node.parent.name.getText().replace(/['"@]/g, ''))) return false
  const filled = text.replaceAll('{}', 'N')
  if (TWO_WORDS.test(filled) && /\p{L}{2}/u.test(text) && READS_LIKE_A_SENTENCE.some((shape) => shape.test(filled))) return true
  return ONE_WORD.test(text) && !isPassedOn(node)
}

/** A single word that is compared, passed on or used as a key is a name; it is not shown. */
function isPassedOn(node: ts.Node): boolean {
  const { parent } = node
  return (
    ts.isCallExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isJsxAttribute(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isBinaryExpression(parent) ||
    (ts.isArrayLiteralExpression(parent) && ts.isPropertyAccessExpression(parent.parent)) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  )
}

/** Texts of the console and of errors are for developers. */
function isForDevelopers(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return node.expression.getText().startsWith('console.')
  return ts.isNewExpression(node) && node.expression.getText().endsWith('Error')
}

/** The shop's logo, and styles and scripts. */
function isMark(node: ts.Node): boolean {
  if (!ts.isJsxElement(node)) return false
  if (/^(style|script)$/.test(node.openingElement.tagName.getText())) return true
  return node.openingElement.attributes.properties.some((property) => property.getText() === 'translate="no"')
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

/** Represents the values of a template as {}: 'Only {} left'. */
function textOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  return ts.isTemplateExpression(node) ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('{}') : node.text
}

function isNamed(node: ts.Node): node is ts.PropertyAssignment | ts.BindingElement | ts.ParameterDeclaration | ts.VariableDeclaration {
  return ts.isPropertyAssignment(node) || ts.isBindingElement(node) || ts.isParameter(node) || ts.isVariableDeclaration(node)
}

function withoutEntities(text: string): string {
  return text.replace(/&\w+;/g, '')
}
