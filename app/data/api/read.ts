import { report } from './report.ts'

type Answer<T> = { data: T | null; error: { message: string; code: string } | null; status: number }

/** A read failure that screens can distinguish from an empty result. `status` is the HTTP status of the response. */
export class ReadError extends Error {
  readonly status: number
  readonly code: string
  constructor(message: string, status: number, code: string) {
    super(message)
    this.name = 'ReadError'
    this.status = status
    this.code = code
  }
}

/** The rows of a response; a failed read is logged and thrown, never shown as an empty shop (docs/rules.md#failed-reads). */
export function orThrow<T>(answer: Answer<T>): T {
  if (answer.error) {
    const error = new ReadError(answer.error.message, answer.status, answer.error.code)
    if (import.meta.env.SSR) console.error('Read failed', answer.status, answer.error)
    else report('read', error)
    throw error
  }
  return answer.data as T
}
