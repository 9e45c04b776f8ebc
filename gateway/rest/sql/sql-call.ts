import type { FunctionParameter } from '../../core/schema-types.ts'
import type { CallPlan } from '../plan/plan.ts'
import { boundedRows, pageOf, readStatement, type ResultShape } from './sql-read.ts'
import { quoteName, quoteQualified, type StatementParts } from './sql-text.ts'

const SOURCE = 'pgrst_source'

type Call = { expression: string; from: string }

function argument({ name, variadic }: FunctionParameter, value: string): string {
  return `${variadic ? 'variadic ' : ''}${quoteName(name)} := ${value}`
}

/** `"s"."f"("a" := …)`: named arguments with their types from the catalogue. */
function callSql(plan: CallPlan, parts: StatementParts): Call {
  const { parameters, input } = plan
  const name = quoteQualified(plan.function)
  if (parameters.length === 0) return { expression: `${name}()`, from: '' }
  if (input.kind === 'texts') {
    const values = parameters.map((parameter, index) => argument(parameter, `${parts.value(input.values[index] ?? '')}::${parameter.type}`))
    return { expression: `${name}(${values.join(',')})`, from: '' }
  }
  const typed = parameters.map((parameter) => `${quoteName(parameter.name)} ${parameter.type}`).join(',')
  const values = parameters.map((parameter) => argument(parameter, `a.${quoteName(parameter.name)}`))
  return { expression: `${name}(${values.join(',')})`, from: `json_to_record(${parts.value(input.text)}::json) as a (${typed})` }
}

function scalarStatement(plan: CallPlan, call: Call, page: { limit: number | null; offset: number }, wanted: ResultShape, parts: StatementParts): string {
  const from = call.from && ` from ${call.from}`
  const before = `with ${SOURCE} as (select ${call.expression} as v${from}) `
  if (!plan.function.returnsSet) {
    const size = 'pg_column_size(o.j)'
    const value = `case when ${size} > ${parts.largestAnswer} then gateway.refuse_answer(${size}) else o.j end`
    return `${before}select coalesce(${value}::text,'null'),1,${wanted.total === null ? 'null::bigint' : '1::bigint'} from (select to_json(v) as j from ${SOURCE} offset 0) o`
  }
  const total = wanted.total === null ? 'null::bigint' : `(select count(*) from ${SOURCE})`
  const rows = boundedRows(`select v from ${SOURCE}${pageOf(page, parts)}`, (row) => `to_json(${row}.v)`, parts.largestAnswer, parts)
  return `${before}select ${rows.json}::text,count(*)::int,${total} from ${rows.from}`
}

/** Returns one row of body, row count and total, as for reads; for a void function just the call. */
export function callStatement(plan: CallPlan, page: { limit: number | null; offset: number }, wanted: ResultShape, parts: StatementParts): string {
  const call = callSql(plan, parts)
  const { result } = plan.function
  if (result.kind === 'void') return `select ${call.expression}${call.from && ` from ${call.from}`}`
  if (result.kind === 'scalar' || !plan.root) return scalarStatement(plan, call, page, wanted, parts)
  const from = call.from === '' ? `${call.expression} f` : `${call.from}, lateral ${call.expression} f`
  return readStatement(plan.root, SOURCE, wanted, parts, `with ${SOURCE} as (select f.* from ${from}) `)
}
