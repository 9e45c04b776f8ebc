/**
 * Marks the statements of a request with a comment that has its id, so that pg_stat_activity and PostgreSQL's log lead to the request, and
 * reports those that take long. A prepared statement gets no comment, because one name must always stand for the same text; a report names both.
 */
import type { Client, PoolClient } from 'pg'
import { inThisRequest, requestId } from './request-context.ts'

export type SlowStatement = {
  /** 'private.place_order', or the first words */ statement: string
  /** milliseconds, with the time behind others of its connection */ ms: number
}

type Listener = (slow: SlowStatement) => void

/** One per process: all pools report to the same log. */
let listener: Listener | undefined
let limit = Infinity

/** @param ms from this duration on a statement is reported */
export function reportSlowStatements(ms: number, report: Listener): void {
  limit = ms
  listener = report
}

/** The first function or table that it names, without any value: texts carry their values as parameters, but not all of them. */
export function nameOf(text: string): string {
  const named = /\b(?:public|private|auth|storage|realtime|gateway)\.[a-z_0-9]{1,63}/i.exec(text.slice(0, 4000))
  return named?.[0] ?? (/^\W*(\w+(?:\s+\w+){0,2})/.exec(text.slice(0, 200))?.[1] ?? 'statement').toLowerCase()
}

/** They wait for the statements before them, which are reported. */
const ALONG = /^\s*(?:begin|commit|rollback|deallocate|select set_config)\b/i

/** @returns to be called at the end; undefined: nobody listens. @param text called only if it took long */
function stopwatch(text: () => string): (() => void) | undefined {
  const report = listener
  if (!report) return undefined
  const began = performance.now()
  return inThisRequest(() => {
    const ms = performance.now() - began
    if (ms < limit || ALONG.test(text())) return
    report({ statement: nameOf(text()), ms: Math.round(ms) })
  })
}

/** Reports `work` if it takes long. */
export function watchDuration<T>(text: () => string, work: Promise<T>): Promise<T> {
  const ended = stopwatch(text)
  if (ended) work.then(ended, ended)
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
        ended()
        return (callback as (...words: unknown[]) => unknown)(...words)
      })
    }
    const answer = query(statement, ...rest)
    if (answer instanceof Promise) void watchDuration(() => textOf(config), answer)
    return answer
  }) as typeof client.query
}

function textOf(config: unknown): string {
  if (typeof config === 'string') return config
  const { text } = (config ?? {}) as Config
  return typeof text === 'string' ? text : ''
}
