/**
 * What a migration must not do, because the version before it serves while it is applied and for a while after
 * (docs/decisions/0118-upgrades.md#expand-first-contract-later).
 */
import { alterTableProblem, learnConstraints } from './table-rules.ts'
import { namesIn, nodeAt, nodesAt, parseStatements, relationOf, textAt, within, type Node, type Parsed } from './statements.ts'
import type { Known, Problem } from './problem.ts'
import { isGrowing } from './small-tables.ts'

const REASON = /^contract: .{8,}; (?:unused since (\d+\.\d+\.\d+)|used by SQL alone|not in a release)$/
const ROWS = /^rows: .{8,}$/

const KINDS: Record<string, string> = { OBJECT_MATVIEW: 'materialized view', OBJECT_TABCONSTRAINT: 'constraint' }
const nameOfKind = (kind: string): string => KINDS[kind] ?? kind.replace('OBJECT_', '').toLowerCase()

/** The names of what a `drop` or `grant` lists: of tables, functions, triggers with their tables, … */
function objectsOf(node: Node): string[] {
  return nodesAt(node, 'objects').map((object) => {
    const list = nodesAt(nodeAt(object, 'List'), 'items')
    const withArguments = nodesAt(nodeAt(object, 'ObjectWithArgs'), 'objname')
    const type = nodesAt(nodeAt(object, 'TypeName'), 'names')
    const range = nodeAt(object, 'RangeVar')
    if (Object.keys(range).length > 0) return relationOf(range)
    return namesIn([list, withArguments, type].find((names) => names.length > 0) ?? [object]).join('.')
  })
}

const triggerOf = ({ node }: Parsed): string => `${relationOf(nodeAt(node, 'relation'))}.${textAt(node, 'trigname')}`
const policyOf = ({ node }: Parsed): string => `${relationOf(nodeAt(node, 'table'))}.${textAt(node, 'policy_name')}`

function dropProblem({ node }: Parsed, all: readonly Parsed[], known: Known): Problem | undefined {
  const type = textAt(node, 'removeType')
  const gone = objectsOf(node).filter((name) => !known.own.has(name))
  const replaced = all.flatMap((each) => (each.kind === 'CreateTrigStmt' ? [triggerOf(each)] : each.kind === 'CreatePolicyStmt' ? [policyOf(each)] : []))
  const left = type === 'OBJECT_TRIGGER' || type === 'OBJECT_POLICY' ? gone.filter((name) => !replaced.includes(name)) : gone
  return left.length > 0 ? { what: `drops ${nameOfKind(type)} ${left.join(', ')}`, needs: 'contract' } : undefined
}

function indexProblem({ node }: Parsed, known: Known): Problem | undefined {
  const table = relationOf(nodeAt(node, 'relation'))
  if (node['concurrent']) return { what: 'creates an index concurrently, which the official CLI cannot: write `create index if not exists`, it is built so' }
  if (known.own.has(table) || !isGrowing(table) || (node['if_not_exists'] && textAt(node, 'idxname'))) return undefined
  return { what: `creates an index on ${table}, while orders wait: name it and write \`create index if not exists\`, which is built before, without blocking` }
}

function rowsProblem(act: string, table: string, known: Known): Problem | undefined {
  if (known.own.has(table) || !isGrowing(table)) return undefined
  return { what: `${act} rows of ${table} in one transaction, while orders wait: do it in pieces, from a scheduled job`, needs: 'rows' }
}

/** A comment says which rows: `do` has no tree of its own. */
function blockProblem({ node }: Parsed): Problem | undefined {
  const body = [...within(node)].map(([kind, child]) => (kind === 'String' ? textAt(child, 'sval') : '')).join('\n')
  const found = /\b(drop|rename|alter|truncate|revoke|create\s+(?:unique\s+)?index|execute)\b/i.exec(body)
  return found ? { what: `hides \`${found[1]?.toLowerCase()}\` in a block, where no check sees it`, needs: 'contract' } : undefined
}

/** A body `begin atomic … end`. */
function bodyProblem({ node }: Parsed): Problem | undefined {
  const body = nodeAt(node, 'sql_body')
  if (Object.keys(nodeAt(body, 'ReturnStmt')).length > 0) return undefined
  const hasCase = [...within(body)].some(([kind]) => kind === 'CaseExpr')
  return hasCase ? { what: 'has a `case` in a body in standard SQL, whose end the official CLI takes for that of the function' } : undefined
}

function grantProblem({ node }: Parsed, known: Known): Problem | undefined {
  if (node['is_grant']) return undefined
  if (textAt(node, 'targtype') !== 'ACL_TARGET_OBJECT') return { what: 'revokes rights on all objects of a schema', needs: 'contract' }
  const taken = objectsOf(node).filter((name) => !known.own.has(name))
  return taken.length > 0 ? { what: `revokes rights on ${taken.join(', ')}`, needs: 'contract' } : undefined
}

function problemOf(statement: Parsed, all: readonly Parsed[], known: Known): Problem | undefined {
  const { kind, node } = statement
  const table = relationOf(nodeAt(node, 'relation'))
  switch (kind) {
    case 'DropStmt':
      return dropProblem(statement, all, known)
    case 'DropRoleStmt':
      return { what: 'drops a role', needs: 'contract' }
    case 'RenameStmt': {
      const [object] =
        Object.keys(nodeAt(node, 'relation')).length > 0 ? [table] : [namesIn(nodesAt(nodeAt(nodeAt(node, 'object'), 'ObjectWithArgs'), 'objname')).join('.')]
      return known.own.has(object)
        ? undefined
        : { what: `renames ${nameOfKind(textAt(node, 'renameType'))} ${textAt(node, 'subname') || object}`, needs: 'contract' }
    }
    case 'AlterObjectSchemaStmt':
      return { what: 'moves an object into another schema', needs: 'contract' }
    case 'AlterEnumStmt':
      return node['oldVal'] ? { what: `renames value ${textAt(node, 'oldVal')} of an enumeration`, needs: 'contract' } : undefined
    case 'AlterTableStmt':
      return alterTableProblem(node, table, known)
    case 'IndexStmt':
      return indexProblem(statement, known)
    case 'GrantStmt':
      return grantProblem(statement, known)
    case 'GrantRoleStmt':
      return node['is_grant'] ? undefined : { what: 'takes a role from another', needs: 'contract' }
    case 'CreateFunctionStmt':
      return bodyProblem(statement)
    case 'UpdateStmt':
      return rowsProblem('changes', table, known)
    case 'DeleteStmt':
      return rowsProblem('deletes', table, known)
    case 'TruncateStmt':
      return { what: 'truncates a table', needs: 'contract' }
    case 'DoStmt':
      return blockProblem(statement)
    case 'TransactionStmt':
      return { what: 'begins or ends a transaction: a file is one, with the record that it was applied' }
    case 'LockStmt':
    case 'VacuumStmt':
    case 'ClusterStmt':
    case 'ReindexStmt':
      return { what: `locks a table (${kind.replace('Stmt', '').toLowerCase()})` }
    default:
      return undefined
  }
}

/** Notes what a statement makes, for those after it. */
function learn({ kind, node }: Parsed, known: Known): void {
  if (kind === 'CreateStmt') known.own.add(relationOf(nodeAt(node, 'relation')))
  if (kind === 'CreateTableAsStmt') known.own.add(relationOf(nodeAt(nodeAt(node, 'into'), 'rel')))
  if (kind === 'ViewStmt') known.own.add(relationOf(nodeAt(node, 'view')))
  if (kind === 'CreateFunctionStmt') known.own.add(namesIn(nodesAt(node, 'funcname')).join('.'))
  if (kind === 'CreateSeqStmt') known.own.add(relationOf(nodeAt(node, 'sequence')))
  if (kind === 'AlterTableStmt') learnConstraints(node, relationOf(nodeAt(node, 'relation')), known)
}

function isAllowed({ needs }: Problem, comments: readonly string[], released: ReadonlySet<string>): boolean {
  return comments.some((comment) => {
    if (needs === 'rows') return ROWS.test(comment)
    const match = needs === 'contract' ? REASON.exec(comment) : null
    return match !== null && (match[1] === undefined || released.has(match[1]))
  })
}

const HINTS = {
  contract:
    ': if the version before does not need it, write before the statement `-- contract: <reason>; unused since <release>`, or `; used by SQL alone`, or `; not in a release`',
  rows: '; for few rows write before the statement `-- rows: <which, and how many at most>`',
}

/**
 * @param released the versions that CHANGELOG names
 * @param known what the files before have made; the content of this one is added
 * @returns one line for each statement that is refused: `line: what`
 */
export async function migrationProblems(sql: string, released: ReadonlySet<string>, known: Known): Promise<string[]> {
  known.own.clear()
  known.added.clear()
  let statements: Parsed[]
  try {
    statements = await parseStatements(sql)
  } catch (error) {
    return [`1: cannot be read: ${error instanceof Error ? error.message : String(error)}`]
  }
  return statements.flatMap((statement) => {
    const problem = problemOf(statement, statements, known)
    learn(statement, known)
    if (!problem || isAllowed(problem, statement.comments, released)) return []
    return [`${statement.line}: ${problem.what}${problem.needs ? HINTS[problem.needs] : ''}`]
  })
}
