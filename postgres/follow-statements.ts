/**
 * Marks the statements of a request with a comment that has its id, so that pg_stat_activity and PostgreSQL's log lead to the request, and
 * reports statements that have ended, all or those that took long. A prepared statement gets no comment, because one name must always stand
 * for the same text; a report is made in the name of its request too.
 */
import type { Client, PoolClient } from 'pg'
import { inThisRequest, requestId } from './request-context.ts'

export type EndedStatement = {
  /** 'private.place_order', or the first words */
  statement: string
  /** Milliseconds since 1970. */
  began: number
  /** Milliseconds, with the time behind others of its connection. */
  ms: number
  failed: boolean
}

type Listener = { from: number; hear: (ended: EndedStatement) => void }

/** One list per process: all pools report to the same log. */
const listeners = new Set<Listener>()

/**
 * @param from milliseconds from which on a statement is reported; 0: all
 * @returns ends it
 */
export function listenToStatements(from: number, hear: Listener['hear']): () => void {
  const listener = { from, hear }
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The first function or table that it names, without any value: texts carry their values as parameters, but not all of them. */
export function nameOf(text: string): string {
  const [, schema, name] = /"?\b(public|private|auth|storage|realtime)"?\."?([a-z_0-9]{1,63})/i.exec(text.slice(0, 4000)) ?? []
  return schema && name ? `${schema}.${name}` : (/^\W*(\w+(?:\s+\w+){0,2})/.exec(text.slice(0, 200))?.[1] ?? 'statement').toLowerCase()
}

/** They wait for the statements before them, which are reported. */
const ALONG = /^\s*(?:begin|commit|rollback|deallocate|select set_config)\b/i

/** @returns to be called at the end; undefined: there is no listener. @param text called only if it is reported */
function stopwatch(text: () => string): ((failed: boolean) => void) | undefined {
  if (listeners.size === 0) return undefined
  const began = performance.now()
  return inThisRequest((failed: boolean) => {
    const ms = performance.now() - began
    const hearing = [...listeners].filter(({ from }) => ms >= from)
    if (hearing.length === 0 || ALONG.test(text())) return
    const ended = { statement: nameOf(text()), began: performance.timeOrigin + began, ms, failed }
    for (const { hear } of hearing) hear(ended)
  })
}

/** Reports the end of `work`. @param text called only if it is reported */
export function watchDuration<T>(text: () => string, work: Promise<T>): Promise<T> {
  const ended = stopwatch(text)
  if (ended)
    work.then(
      () => ended(false),
      () => ended(true),
    )
  return work
}

type Config = { text?: unknown; name?: unknown; submit?: unknown }
type QueryArguments = [config: unknown, ...rest: unknown[]]

/** The same statement with the comment, where it may have one. */
function commented(config: unknown, id: string): unknown {
  const comment = ` /* request=${id} */`
  if (typeof config === 'string') return config + comment
  if (typeof config !== 'object' || config === null) return config
  const { text, name, submit } = config as Config
  if (typeof text !== 'string' || name !== undefined || submit !== undefined) return config
  return { ...config, text: text + comment }
}

function textOf(config: unknown): string {
  if (typeof config === 'string') return config
  const { text } = (config ?? {}) as Config
  return typeof text === 'string' ? text : ''
}

/** For each new connection of a pool. */
export function followStatements(client: Client | PoolClient): void {
  const query = client.query.bind(client) as (...words: QueryArguments) => unknown
  client.query = ((config: unknown, ...rest: unknown[]) => {
    const id = requestId()
    const statement = id === undefined ? config : commented(config, id)
    const callback: unknown = rest.at(-1)
    // That of pool.query()
    if (typeof callback === 'function') {
      const ended = stopwatch(() => textOf(config))
      if (!ended) return query(statement, ...rest)
      return query(statement, ...rest.slice(0, -1), (...words: unknown[]) => {
        ended(words[0] instanceof Error)
        return (callback as (...words: unknown[]) => unknown)(...words)
      })
    }
    const answer = query(statement, ...rest)
    if (answer instanceof Promise) void watchDuration(() => textOf(config), answer)
    return answer
  }) as typeof client.query
}
