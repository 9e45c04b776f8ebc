import type { Workbook } from './open-workbook.ts'
import { WorkbookError } from './workbook-error.ts'
import type { WorkbookAnswer, WorkbookRequest } from './workbook-worker.ts'

/** A workbook that takes longer was made to: a large real one takes about two seconds. */
const LONGEST_MS = 60_000

/** Reads a workbook in a worker, which is loaded only here. @throws WorkbookError, or AbortError when the signal aborts */
export function readWorkbook(bytes: Uint8Array<ArrayBuffer>, sheet: number | null, signal: AbortSignal): Promise<Workbook> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Workbook>()
  worker.onmessage = ({ data }: MessageEvent<WorkbookAnswer>) =>
    'workbook' in data ? resolve(data.workbook) : reject(new WorkbookError(data.reason, data.row))
  worker.onerror = () => reject(new WorkbookError('broken'))
  const clock = setTimeout(() => reject(new WorkbookError('slow')), LONGEST_MS)
  const leave = () => reject(new DOMException('The file was left', 'AbortError'))
  signal.addEventListener('abort', leave, { once: true })
  worker.postMessage({ bytes, sheet } satisfies WorkbookRequest, [bytes.buffer])
  return promise.finally(() => {
    clearTimeout(clock)
    signal.removeEventListener('abort', leave)
    worker.terminate()
  })
}
