/**
 * Renders documents one after the other in a separate process, the PDF worker, so that the server keeps answering requests.
 *
 * It is a process and not a thread for three reasons: memory that Typst allocates is only freed when its process ends (150 MB after
 * one long invoice); an error in native code ends the whole process, which would be the server if it ran in a thread; and only a
 * process can be stopped while it runs native code.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A document could not be rendered for a reason unrelated to its content: the client may retry after `retryAfter` seconds. */
export class PdfWorkerError extends Error {
  readonly retryAfter: number

  constructor(message: string, retryAfter = 5) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** Mails and the staff's documents go first; customers' requests wait behind them. */
export type Turn = 'first' | 'later'

export type PdfWorker<Job> = {
  /**
   * @throws PdfWorkerError when too many jobs wait, when the process ended during this document, or when it took too long
   * @throws Error when the document itself cannot be rendered, with the worker's message
   */
  render(job: Job, turn?: Turn): Promise<Uint8Array>
  /** Ends the process; the document that is being rendered fails. */
  close(): Promise<void>
}

export type PdfWorkerOptions = {
  /** The script of the process; it answers each job with a PdfWorkerAnswer. */
  script: URL
  /** maximum number of documents that wait behind the current one */
  limit: number
  /** milliseconds without work after which the process ends to free its memory */
  idle: number
  /** maximum milliseconds for one document */
  patience: number
}

export type PdfWorkerAnswer = { pdf: Uint8Array } | { error: string }

type Entry<Job> = { job: Job; turn: Turn; done(pdf: Uint8Array): void; failed(error: Error): void }

/** Starts no process before the first job. A process that died or hangs is replaced for the next job. */
export function createPdfWorker<Job>({ script, limit, idle, patience }: PdfWorkerOptions): PdfWorker<Job> {
  const waiting: Entry<Job>[] = []
  let current: Entry<Job> | undefined
  let worker: ChildProcess | undefined
  let clock: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    // The worker only gets its jobs: an empty environment hides the server's settings and secrets, and the heap is limited.
    const started = fork(fileURLToPath(script), [], {
      env: {},
      execArgv: ['--max-old-space-size=256'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (answer: PdfWorkerAnswer) => {
      if (started !== worker || !current) return
      const { done, failed } = current
      if ('pdf' in answer) done(answer.pdf)
      else failed(new Error(answer.error))
      goOn()
    })
    started.on('error', (error) => lose(started, `The PDF worker failed: ${error.message}`))
    started.on('exit', (code, signal) => lose(started, `The PDF worker ended while it rendered a document (${signal ?? code})`))
    return started
  }

  function lose(lost: ChildProcess, reason: string): void {
    if (lost !== worker) return
    worker = undefined
    lost.kill('SIGKILL')
    current?.failed(new PdfWorkerError(reason))
    goOn()
  }

  /** Starts the next document, or the idle timer if there is none. */
  function goOn(): void {
    clearTimeout(clock)
    current = waiting.shift()
    if (!current) {
      if (!worker) return
      const idler = worker
      hold(idler, false)
      clock = setTimeout(() => lose(idler, ''), idle).unref()
      return
    }
    const busy = (worker ??= start())
    hold(busy, true)
    clock = setTimeout(() => lose(busy, `A document took longer than ${patience / 1000} s to render`), patience)
    try {
      busy.send(current.job as object)
    } catch (error) {
      current.failed(error as Error) // the job cannot be serialised: only this document fails
      goOn()
    }
  }

  return {
    render: (job, turn = 'first') =>
      new Promise((done, failed) => {
        if (waiting.length >= limit) return failed(new PdfWorkerError('Many documents are being rendered: try again in a moment'))
        const behind = turn === 'first' ? waiting.findIndex((entry) => entry.turn === 'later') : -1
        waiting.splice(behind < 0 ? waiting.length : behind, 0, { job, turn, done, failed })
        if (!current) goOn()
      }),
    async close() {
      for (const { failed } of waiting.splice(0)) failed(new PdfWorkerError('The PDF worker is closed'))
      const last = worker
      if (!last) return
      const ended = new Promise((resolve) => last.once('exit', resolve))
      lose(last, 'The PDF worker is closed')
      await ended
    },
  }
}

/** Keeps a script running while a document is being rendered; an idle worker does not keep it running. */
function hold(worker: ChildProcess, held: boolean): void {
  if (held) {
    worker.ref()
    worker.channel?.ref()
  } else {
    worker.unref()
    worker.channel?.unref()
  }
}
