import { PdfWorkerError } from '#documents/pdf-worker/pdf-worker.ts'

/** Seconds: only the shop's owner can bring the file back, from a backup. */
const RETRY_AFTER = 3600

/**
 * The file of an issued document is missing or damaged, and rendering its facts now makes other bytes, because the template, the logo or
 * the colours have changed since. What was issued must not change, so nothing is handed out.
 */
export class DamagedDocument extends PdfWorkerError {
  /** @param serials the numbers of the documents in the file: of many that are printed together, staff must know which */
  constructor(serials: string) {
    super(`The file of ${serials} is missing or damaged, and has to be restored from a backup`, RETRY_AFTER)
  }
}
