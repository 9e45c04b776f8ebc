import type { Session } from './session.ts'

/** What the statements of one request may read by current_setting('request.…'), and what bounds them. */
export type RequestSettings = {
  /** Default `""`: nothing is found without its schema. */
  searchPath?: string
  /** Milliseconds. ALTER ROLE … SET does not follow SET ROLE, so it is set for every transaction. */
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
 * The one statement that turns the login into the caller until COMMIT. It must never be joined with the query itself:
 * a CTE that sets the role does not bind row level security for its own statement (docs/api.md#security-facts, 1).
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
