/** The filter of a subscription: `column=operator.value`, several joined by commas; all must match. */
import type { Checked } from '../checked.ts'
import { MAX_CONDITIONS, MAX_VALUES } from '../limits.ts'

const OPERATORS = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=', in: 'in' } as const
export type Operator = keyof typeof OPERATORS

/** `values` has one value unless the operator is `in`. */
export type Filter = { readonly column: string; readonly operator: Operator; readonly values: readonly string[] }

export function sqlOperator(operator: Exclude<Operator, 'in'>): string {
  return OPERATORS[operator]
}

function isOperator(word: string): word is Operator {
  return Object.hasOwn(OPERATORS, word)
}

/** Splits at commas outside of quotes and parentheses. */
function split(text: string): string[] | null {
  const parts: string[] = ['']
  let quoted = false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    const last = parts.length - 1
    if (quoted && sign === '\\') {
      parts[last] += sign + text.charAt(at + 1)
      at += 1
      continue
    }
    if (sign === '"') quoted = !quoted
    else if (!quoted && sign === '(') depth += 1
    else if (!quoted && sign === ')') depth -= 1
    else if (!quoted && depth === 0 && sign === ',') {
      parts.push('')
      continue
    }
    parts[last] += sign
  }
  return quoted || depth !== 0 ? null : parts
}

function unquote(text: string): string {
  const trimmed = text.trim()
  return /^".*"$/s.test(trimmed) ? trimmed.slice(1, -1).replace(/\\(.)/gs, '$1') : text
}

function readOne(text: string): Checked<Filter> {
  const [, column = '', operator = '', value = ''] = /^([^=]+)=([^.]+)\.(.*)$/s.exec(text) ?? []
  if (column === '') return { ok: false, reason: `The filter ${text} must be column=operator.value` }
  if (!isOperator(operator)) return { ok: false, reason: `The filter operator ${operator} is not supported` }
  if (operator !== 'in') return { ok: true, value: { column: column.trim(), operator, values: [unquote(value)] } }
  const list = /^\((.*)\)$/s.exec(value.trim())?.[1]
  const values = list === undefined ? null : split(list)
  if (!values) return { ok: false, reason: 'The filter operator in requires a list: in.(a,b)' }
  return { ok: true, value: { column: column.trim(), operator, values: values.map(unquote) } }
}

export function readFilters(text: string): Checked<Filter[]> {
  const parts = split(text)
  if (!parts) return { ok: false, reason: `The filter ${text} has unclosed quotes or parentheses` }
  if (parts.length > MAX_CONDITIONS) return { ok: false, reason: `A filter has at most ${MAX_CONDITIONS} conditions` }
  const filters: Filter[] = []
  let values = 0
  for (const part of parts) {
    const read = readOne(part)
    if (!read.ok) return read
    values += read.value.values.length
    if (values > MAX_VALUES) return { ok: false, reason: `A filter has at most ${MAX_VALUES} values` }
    filters.push(read.value)
  }
  return { ok: true, value: filters }
}
