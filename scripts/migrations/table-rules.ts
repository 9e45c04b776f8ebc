/** The part of the rules that is about `alter table`. */
import type { Known, Problem } from './problem.ts'
import { isNode, namesIn, nodeAt, nodesAt, textAt, within, type Node } from './statements.ts'
import { isGrowing } from './small-tables.ts'

/** Functions whose value is the same for all rows of a statement, so that a default of theirs is stored once. */
const ONCE = ['now', 'transaction_timestamp', 'statement_timestamp']

const commandsOf = (node: Node): Node[] => nodesAt(node, 'cmds').map((command) => nodeAt(command, 'AlterTableCmd'))
const kindOf = (constraint: Node): string => textAt(constraint, 'contype')

function columnOf(node: Node): string {
  const [reference] = [...within(node)].filter(([kind]) => kind === 'ColumnRef')
  return reference ? (namesIn(nodesAt(reference[1], 'fields')).at(-1) ?? '') : ''
}

/** `column` if the constraint says `column is not null`, and nothing else. */
function notNullColumn(constraint: Node): string | undefined {
  if (kindOf(constraint) === 'CONSTR_NOTNULL') return namesIn(nodesAt(constraint, 'keys'))[0]
  const test = nodeAt(nodeAt(constraint, 'raw_expr'), 'NullTest')
  return textAt(test, 'nulltesttype') === 'IS_NOT_NULL' ? columnOf(test) : undefined
}

function addedColumnProblem(definition: Node, table: string, isLarge: boolean): Problem | undefined {
  const name = `${table}.${textAt(definition, 'colname')}`
  const constraints = nodesAt(definition, 'constraints').map((each) => nodeAt(each, 'Constraint'))
  const find = (...kinds: string[]): Node | undefined => constraints.find((each) => kinds.includes(kindOf(each)))
  const byDefault = find('CONSTR_DEFAULT')
  if (find('CONSTR_NOTNULL') && !byDefault && !find('CONSTR_IDENTITY', 'CONSTR_GENERATED')) {
    return { what: `adds ${name} as not null without a default: the version before writes rows without it` }
  }
  if (!isLarge) return undefined
  const calls = byDefault ? [...within(byDefault)].filter(([kind]) => kind === 'FuncCall') : []
  const rewrites = calls.some(([, call]) => !ONCE.includes(namesIn(nodesAt(call, 'funcname')).at(-1) ?? ''))
  const type = namesIn(nodesAt(nodeAt(definition, 'typeName'), 'names')).at(-1) ?? ''
  const isStored = find('CONSTR_GENERATED')?.['generated_kind'] === 's'
  if (rewrites || isStored || find('CONSTR_IDENTITY') || /^(small|big)?serial$/.test(type)) {
    return { what: `adds ${name} with a value that differs for each row, which rewrites the table: add it without, and fill it in pieces` }
  }
  if (find('CONSTR_CHECK', 'CONSTR_FOREIGN')) {
    return {
      what: `adds ${name} with a constraint that scans the table: add the constraint by \`add constraint … not valid\`, and validate it in the next file`,
    }
  }
  if (find('CONSTR_UNIQUE', 'CONSTR_PRIMARY'))
    return { what: `adds ${name} with an index, while orders wait: \`create unique index if not exists\` in the next file` }
  return undefined
}

function addedConstraintProblem(constraint: Node, table: string, isLarge: boolean): Problem | undefined {
  if (!isLarge) return undefined
  const name = textAt(constraint, 'conname') || 'a constraint'
  if (['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_NOTNULL'].includes(kindOf(constraint))) {
    return constraint['skip_validation'] ? undefined : { what: `adds ${name} to ${table} with a scan: add it \`not valid\`, and validate it in the next file` }
  }
  if (textAt(constraint, 'indexname')) return undefined
  return { what: `adds ${name} to ${table} with an index, while orders wait: \`create unique index if not exists\`, then \`add constraint … using index\`` }
}

const REWRITES = ['AT_SetLogged', 'AT_SetUnLogged', 'AT_SetAccessMethod', 'AT_SetTableSpace', 'AT_SetExpression']

export function alterTableProblem(node: Node, table: string, known: Known): Problem | undefined {
  if (known.own.has(table)) return undefined
  const isLarge = isGrowing(table)
  for (const command of commandsOf(node)) {
    const problem = commandProblem(command, table, isLarge, known)
    if (problem) return problem
  }
  return undefined
}

function commandProblem(command: Node, table: string, isLarge: boolean, known: Known): Problem | undefined {
  const name = textAt(command, 'name')
  const subtype = textAt(command, 'subtype')
  switch (subtype) {
    case 'AT_AddColumn':
      return addedColumnProblem(nodeAt(nodeAt(command, 'def'), 'ColumnDef'), table, isLarge)
    case 'AT_DropColumn':
      return { what: `drops column ${table}.${name}`, needs: 'contract' }
    case 'AT_AlterColumnType':
      return { what: `changes the type of ${table}.${name}: add a column beside it`, needs: 'contract' }
    case 'AT_SetNotNull':
      if (known.proven.has(`${table}.${name}`)) return undefined
      return {
        what: `sets ${table}.${name} not null without a validated \`check (${name} is not null)\`, so it scans the table and refuses rows of the version before`,
      }
    case 'AT_ColumnDefault':
      return isNode(command['def']) ? undefined : { what: `drops the default of ${table}.${name}, on which the version before relies`, needs: 'contract' }
    case 'AT_AddConstraint':
      return addedConstraintProblem(nodeAt(nodeAt(command, 'def'), 'Constraint'), table, isLarge)
    case 'AT_ValidateConstraint':
      if (!isLarge || !known.added.has(`${table} ${name}`)) return undefined
      return { what: `validates ${name} in the file that adds it, under its lock: validate it in the next file` }
    case 'AT_EnableRowSecurity':
    case 'AT_ForceRowSecurity':
      return { what: `closes ${table} to those without a policy`, needs: 'contract' }
    default:
      return isLarge && REWRITES.includes(subtype) ? { what: `rewrites ${table}` } : undefined
  }
}

/** Notes the constraints that a statement adds and validates. */
export function learnConstraints(node: Node, table: string, known: Known): void {
  for (const command of commandsOf(node)) {
    const name = textAt(command, 'name')
    if (textAt(command, 'subtype') === 'AT_AddConstraint') {
      const constraint = nodeAt(nodeAt(command, 'def'), 'Constraint')
      const column = notNullColumn(constraint)
      const key = `${table} ${textAt(constraint, 'conname')}`
      known.added.add(key)
      if (column && kindOf(constraint) === 'CONSTR_CHECK') known.notNullChecks.set(key, column)
    }
    if (textAt(command, 'subtype') === 'AT_ValidateConstraint') {
      const column = known.notNullChecks.get(`${table} ${name}`)
      if (column) known.proven.add(`${table}.${column}`)
    }
  }
}
