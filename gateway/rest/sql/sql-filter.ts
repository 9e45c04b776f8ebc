import { COMPARE_OPERATORS, SEARCH_FUNCTIONS, type Operation } from '../parse/ast.ts'
import type { PlannedField } from '../plan/plan.ts'
import { arrayLiteral, quoteName, type StatementParts } from './sql-text.ts'

const TRUTHS = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' } as const

/** `t1."name"`, or a JSON path with its keys as parameters. Other types are converted to jsonb first. */
export function fieldSql(field: PlannedField, alias: string, parts: StatementParts): string {
  const column = `${alias}.${quoteName(field.name)}`
  if (field.path.length === 0) return column
  const start = field.type === 'json' || field.type === 'jsonb' ? column : `to_jsonb(${column})`
  const steps = field.path.map(({ arrow, key }) => (typeof key === 'number' ? `${arrow}(${key})` : `${arrow}${parts.value(key)}::text`))
  return `(${start}${steps.join('')})`
}

function searchVector(field: PlannedField, sql: string, language: string | null): string {
  if (field.path.length === 0 && field.type === 'tsvector') return sql
  return language === null ? `to_tsvector(${sql})` : `to_tsvector(${language},${sql})`
}

export function operationSql(field: PlannedField, operation: Operation, alias: string, parts: StatementParts): string {
  const sql = fieldSql(field, alias, parts)
  switch (operation.kind) {
    case 'is':
      return `${sql} is ${TRUTHS[operation.value]}`
    case 'in':
      return `${sql} = any(${parts.value(arrayLiteral(operation.values))})`
    case 'search': {
      const language = operation.language === null ? null : `${parts.value(operation.language)}::text::regconfig`
      const call = SEARCH_FUNCTIONS[operation.operator]
      const argument = parts.value(operation.value)
      return `${searchVector(field, sql, language)} @@ ${call}(${language === null ? '' : `${language},`}${argument})`
    }
    case 'compare': {
      const isPattern = operation.operator === 'like' || operation.operator === 'ilike'
      const value = parts.value(isPattern ? operation.value.replaceAll('*', '%') : operation.value)
      const operator = COMPARE_OPERATORS[operation.operator].sql
      return `${sql} ${operator} ${operation.quantifier === null ? value : `${operation.quantifier}(${value})`}`
    }
  }
}
