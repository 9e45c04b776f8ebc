/**
 * Finds what lets a browser test fail on a slow machine: an assertion of something read once while it may still be on its way, as
 * `expect(await …)` or by a name that holds such a read, a wait for a time, and a wait for an event that begins after the act. A helper's read that has a name is not seen.
 */
import ts from 'typescript'

export type SingleRead = { line: number; text: string; reason: string }

const ONCE = 'is read once and may still be on its way: use expect.poll, toPass or an assertion of a locator'
const LATE = 'may come before the wait begins: begin to wait, act, then await'
const TIMED = 'waits for a time: wait for what the test needs'

const EVENTS = new Set(['waitForEvent', 'waitForRequest', 'waitForResponse'])
/** Acts of the test, and checks that wait for the page themselves. */
const FINAL = new Set(['crawl', 'goto', 'readFile', 'refusal', 'runScript', 'stop', 'violations'])
/** Parts of an answer that has arrived, which has a name: `await answer.json()`. */
const PARTS = new Set(['arrayBuffer', 'body', 'headerValue', 'json', 'path', 'text'])
const WRITES = new Set(['delete', 'insert', 'update', 'upsert'])
const READS = new Set(
  'select evaluate evaluateAll allInnerTexts allTextContents boundingBox count getAttribute innerText inputValue isVisible textContent'.split(' '),
)

export function singleReads(fileName: string, code: string): SingleRead[] {
  const file = ts.createSourceFile(fileName, code, ts.ScriptTarget.Latest, true)
  const found: SingleRead[] = []
  const note = (node: ts.Node, reason: string) =>
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text: node.getText(file).replace(/\s+/g, ' ').slice(0, 100), reason })

  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [asserted] = node.arguments
      if (nameOf(node) === 'waitForTimeout') note(node, TIMED)
      if (EVENTS.has(nameOf(node)) && ts.isAwaitExpression(node.parent)) note(node, LATE)
      const asserts = ts.isIdentifier(node.expression) && node.expression.text === 'expect'
      if (asserted && asserts && !isRetried(node) && readsOnce(asserted, !isAwaited(node))) note(node, ONCE)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** `g` of `f.g(…)` and of `g(…)`. */
function nameOf({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
}

/** Inside a function that `expect` or `expect.poll` calls again and again. */
function isRetried(node: ts.Node): boolean {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    const call = at.parent
    if (ts.isFunctionLike(at) && ts.isCallExpression(call) && /^expect(\.poll)?$/.test(call.expression.getText())) return true
  }
  return false
}

/** The node and what is in it, without the bodies of its functions. */
function some(node: ts.Node, test: (node: ts.Node) => boolean): boolean {
  if (test(node)) return true
  return !ts.isFunctionLike(node) && (ts.forEachChild(node, (child) => some(child, test) || undefined) ?? false)
}

/** `await expect(…).toHaveText(…)`: an assertion of a locator retries. */
function isAwaited(node: ts.Node): boolean {
  let at = node
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) at = at.parent
  return ts.isAwaitExpression(at)
}

const readsOnce = (asserted: ts.Node, named: boolean): boolean =>
  some(asserted, (node) => {
    if (ts.isAwaitExpression(node)) return !isFinal(node.expression)
    if (ts.isCallExpression(node)) return node.expression.getText() === 'page.url'
    return named && ts.isIdentifier(node) && isName(node) && holdsRead(node)
  })

/** Whether the awaited value cannot change any more: a promise made earlier, a part of an answer, an act of the test. */
function isFinal(awaited: ts.Expression): boolean {
  if (ts.isIdentifier(awaited)) return true
  if (!ts.isCallExpression(awaited)) return false
  const ofAName = ts.isPropertyAccessExpression(awaited.expression) && ts.isIdentifier(awaited.expression.expression)
  return FINAL.has(nameOf(awaited)) || (ofAName && PARTS.has(nameOf(awaited)))
}

function isName(node: ts.Identifier): boolean {
  const { parent } = node
  return !(ts.isPropertyAccessExpression(parent) && parent.name === node) && !(ts.isPropertyAssignment(parent) && parent.name === node)
}

/** Whether the name's declaration, the nearest one, awaits a read. */
function holdsRead(name: ts.Identifier): boolean {
  for (let at: ts.Node = name; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at) && at.parameters.some((parameter) => declares(parameter.name, name.text))) return false
    if (ts.isForOfStatement(at) && ts.isVariableDeclarationList(at.initializer) && at.initializer.declarations.some((item) => declares(item.name, name.text)))
      return some(at.expression, (node) => ts.isAwaitExpression(node) && isRead(node))
    if (!ts.isBlock(at.parent) && !ts.isSourceFile(at.parent)) continue
    for (const statement of at.parent.statements) {
      if (!ts.isVariableStatement(statement)) continue
      const declared = statement.declarationList.declarations.find((declaration) => declares(declaration.name, name.text))
      if (declared) return declared.initializer !== undefined && some(declared.initializer, (node) => ts.isAwaitExpression(node) && isRead(node))
    }
  }
  return false
}

const declares = (binding: ts.BindingName, name: string): boolean =>
  ts.isIdentifier(binding) ? binding.text === name : binding.elements.some((element) => ts.isBindingElement(element) && declares(element.name, name))

function isRead(node: ts.AwaitExpression): boolean {
  const calls = (names: Set<string>) => some(node, (inner) => ts.isCallExpression(inner) && names.has(nameOf(inner)))
  return calls(READS) && !calls(WRITES)
}
