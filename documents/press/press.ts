/**
 * Draws documents one after the other in a process of its own, so that buyers are answered in the meantime.
 *
 * A process and not a thread: what Typst allocates stays with its process until that ends (150 MB after one long
 * invoice), an error in native code ends a process and would end the server with a thread, and only a process can be
 * stopped while it is inside native code.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A document that was not drawn for a reason outside of it: it may be asked for again after `retryAfter` seconds. */
export class PressError extends Error {
  readonly retryAfter: number

  constructor(message: string, retryAfter = 5) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** Mails and the staff's documents go first; what customers ask for waits behind them. */
export type Turn = 'first' | 'later'

export type Press<Job> = {
  /**
   * @throws PressError when too many wait, when the process died under this document, or when it took too long
   * @throws Error when the document itself cannot be drawn, with the drawer's own message
   */
  print(job: Job, turn?: Turn): Promise<Uint8Array>
  /** Ends the process; what was being drawn fails. */
  close(): Promise<void>
}

export type PressOptions = {
  /** What the process runs; it answers each job with a PressAnswer. */
  script: URL
  /** how many documents may wait behind the one that is being drawn */
  limit: number
  /** milliseconds without work after which the process ends and gives its memory back */
  idle: number
  /** milliseconds that one document may take */
  patience: number
}

export type PressAnswer = { pdf: Uint8Array } | { error: string }

type Entry<Job> = { job: Job; turn: Turn; done(pdf: Uint8Array): void; failed(error: Error): void }

/** Nothing is started before the first job. A process that died or hangs is replaced at the next one. */
export function openPress<Job>({ script, limit, idle, patience }: PressOptions): Press<Job> {
  const waiting: Entry<Job>[] = []
  let current: Entry<Job> | undefined
  let drawer: ChildProcess | undefined
  let clock: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    // It draws what it is given: no setting or secret of the server's reaches it, and no document may take all memory.
    const started = fork(fileURLToPath(script), [], {
      env: {},
      execArgv: ['--max-old-space-size=256'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (answer: PressAnswer) => {
      if (started !== drawer || !current) return
      const { done, failed } = current
      if ('pdf' in answer) done(answer.pdf)
      else failed(new Error(answer.error))
      goOn()
    })
    started.on('error', (error) => lose(started, `The drawing process failed: ${error.message}`))
    started.on('exit', (code, signal) => lose(started, `The drawing process ended while it drew (${signal ?? code})`))
    return started
  }

  function lose(lost: ChildProcess, reason: string): void {
    if (lost !== drawer) return
    drawer = undefined
    lost.kill('SIGKILL')
    current?.failed(new PressError(reason))
    goOn()
  }

  /** Begins the next document, or waits for one. */
  function goOn(): void {
    clearTimeout(clock)
    current = waiting.shift()
    if (!current) {
      if (!drawer) return
      const idler = drawer
      hold(idler, false)
      clock = setTimeout(() => lose(idler, ''), idle).unref()
      return
    }
    const busy = (drawer ??= start())
    hold(busy, true)
    clock = setTimeout(() => lose(busy, `A document took longer than ${patience / 1000} s to draw`), patience)
    try {
      busy.send(current.job as object)
    } catch (error) {
      current.failed(error as Error) // nothing that can be sent to a process: an error of this one document
      goOn()
    }
  }

  return {
    print: (job, turn = 'first') =>
      new Promise((done, failed) => {
        if (waiting.length >= limit) return failed(new PressError('Many documents are being drawn: try again in a moment'))
        const behind = turn === 'first' ? waiting.findIndex((entry) => entry.turn === 'later') : -1
        waiting.splice(behind < 0 ? waiting.length : behind, 0, { job, turn, done, failed })
        if (!current) goOn()
      }),
    async close() {
      for (const { failed } of waiting.splice(0)) failed(new PressError('The press is closed'))
      const last = drawer
      if (!last) return
      const ended = new Promise((resolve) => last.once('exit', resolve))
      lose(last, 'The press is closed')
      await ended
    },
  }
}

/** A script that waits for its document must not end before; a process that waits for work keeps nobody from ending. */
function hold(drawer: ChildProcess, held: boolean): void {
  if (held) {
    drawer.ref()
    drawer.channel?.ref()
  } else {
    drawer.unref()
    drawer.channel?.unref()
  }
}
