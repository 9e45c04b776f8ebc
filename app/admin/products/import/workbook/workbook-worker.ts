/** The thread that unpacks and reads a workbook: some hundred ms for a large one, in which the screen would not answer. */
import { openWorkbook } from './open-workbook.ts'
import type { Workbook } from './open-workbook.ts'
import { WorkbookError } from './workbook-error.ts'
import type { WorkbookReason } from './workbook-error.ts'

export type WorkbookRequest = { bytes: Uint8Array; sheet: number | null }
export type WorkbookAnswer = { workbook: Workbook } | { reason: WorkbookReason; row: number | null }

self.onmessage = ({ data: { bytes, sheet } }: MessageEvent<WorkbookRequest>) => {
  // A worker answers the page that started it: there is no target origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage(answer(bytes, sheet))
}

function answer(bytes: Uint8Array, sheet: number | null): WorkbookAnswer {
  try {
    return { workbook: openWorkbook(bytes, sheet) }
  } catch (error) {
    return error instanceof WorkbookError ? { reason: error.reason, row: error.row } : { reason: 'broken', row: null }
  }
}
