/**
 * The id of the request that this process is answering, for the log and for PostgreSQL, without passing it through every call
 * (docs/decisions/0114-request-ids.md).
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** What an id may consist of: it is put into SQL comments and log lines as it is. */
export const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/

const context = new AsyncLocalStorage<string>()

/** Everything that `work` begins belongs to the request. @throws RangeError on an id of other characters */
export function withRequest<T>(id: string, work: () => T): T {
  if (!REQUEST_ID.test(id)) throw new RangeError('A request id has 8 to 64 letters, digits and hyphens')
  return context.run(id, work)
}

/** What outlives the request, such as a connection of a pool, must not be opened in its name. */
export const withoutRequest = <T>(work: () => T): T => context.exit(work)

/** `callback`, called in the name of the present request, no matter what calls it. */
export const inThisRequest = AsyncLocalStorage.bind

/** Undefined outside of a request: scheduled jobs, the mail worker. */
export const requestId = (): string | undefined => context.getStore()
