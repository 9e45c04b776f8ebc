/**
 * Splits a migration into its statements, as the official CLI records them. Semicolons inside strings, quoted names,
 * dollar quotes, comments, parentheses and `begin atomic` bodies do not end a statement. A comment after the last one is recorded too.
 */
const TOKEN =
  /--[^\n]*|\/\*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|[();]|[\s\S]/g
const ESCAPED_STRING = /'(?:[^'\\]|\\[\s\S]|'')*'/y

function endOfBlockComment(sql: string, start: number): number {
  let depth = 1
  let at = start + 2
  while (at < sql.length && depth > 0) {
    if (sql.startsWith('/*', at)) depth += 1
    else if (sql.startsWith('*/', at)) depth -= 1
    else {
      at += 1
      continue
    }
    at += 2
  }
  return at
}

export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  const token = new RegExp(TOKEN)
  let start = 0
  let parentheses = 0
  let atomic = 0
  let previousWord = ''
  const push = (end: number): void => {
    const statement = sql.slice(start, end).trim()
    if (statement !== '') statements.push(statement)
    start = end + 1
  }
  for (let match = token.exec(sql); match; match = token.exec(sql)) {
    const text = match[0]
    const word = /^[A-Za-z_]/.test(text) ? text.toLowerCase() : ''
    if (text === '/*') token.lastIndex = endOfBlockComment(sql, match.index)
    else if (text.startsWith('$') && text.length > 1) {
      const end = sql.indexOf(text, token.lastIndex)
      token.lastIndex = end < 0 ? sql.length : end + text.length
    } else if (word === 'e' && sql[token.lastIndex] === "'") {
      ESCAPED_STRING.lastIndex = token.lastIndex
      if (ESCAPED_STRING.test(sql)) token.lastIndex = ESCAPED_STRING.lastIndex
    } else if (text === '(') parentheses += 1
    else if (text === ')') parentheses -= 1
    else if (word === 'atomic' && previousWord === 'begin') atomic += 1
    else if (word === 'case' && atomic > 0) atomic += 1
    else if (word === 'end' && atomic > 0) atomic -= 1
    else if (text === ';' && parentheses <= 0 && atomic === 0) push(match.index)
    if (word !== '') previousWord = word
  }
  push(sql.length)
  return statements
}

const LEADING_COMMENTS = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)+/

/** The statement from its first word on: a comment before a statement belongs to it. */
export function fromFirstWord(statement: string): string {
  return statement.replace(LEADING_COMMENTS, '')
}
