import type { Session } from './session.ts'

/** The settings of one request: values that SQL can read by current_setting('request.…'), and limits. */
export type RequestSettings = {
  /** Default `""`: all names need a schema. */
  searchPath?: string
  /** Milliseconds. SET ROLE does not apply ALTER ROLE … SET, so it is set in every transaction. */
  statementTimeout?: number
  /** Further settings of the role (pg_roles.rolconfig), by name. */
  roleSettings?: ReadonlyMap<string, string>
  method?: string
  path?: string
  /** JSON objects as text. */
  headers?: string
  cookies?: string
}

const DEFAULT_STATEMENT_TIMEOUT = 8_000

function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

const texts = new Map<string, { text: string; name: string }>()

function textFor(names: string[]): { text: string; name: string } {
  const key = names.join(',')
  const known = texts.get(key)
  if (known) return known
  const calls = names.map((name, index) => `set_config(${quoteLiteral(name)},$${index + 1},true)`)
  const made = { text: `select ${calls.join(',')}`, name: `settings_${texts.size}` }
  texts.set(key, made)
  return made
}

/**
 * The statement that switches the login to the caller's role until COMMIT. It must be separate from the query: a CTE that sets
 * the role does not affect row level security of its own statement (docs/api.md#security-facts, 1).
 */
export function settingsStatement(session: Session, settings: RequestSettings): { text: string; name: string; values: string[] } {
  const names = ['search_path', 'statement_timeout']
  const values: string[] = [settings.searchPath ?? '""', String(settings.statementTimeout ?? DEFAULT_STATEMENT_TIMEOUT)]
  for (const [name, value] of settings.roleSettings ?? []) {
    if (name === 'statement_timeout') values[1] = value
    else {
      names.push(name)
      values.push(value)
    }
  }
  names.push('role', 'request.jwt.claims', 'request.method', 'request.path', 'request.headers', 'request.cookies')
  values.push(session.role, session.claimsText, settings.method ?? '', settings.path ?? '', settings.headers ?? '{}', settings.cookies ?? '{}')
  return { ...textFor(names), values }
}
