/** Why a workbook cannot be read; the screen says it in a sentence. `row`: where, if it is known. */
export type WorkbookReason = 'broken' | 'protected' | 'otherKind' | 'noSheet' | 'size' | 'rows' | 'columns' | 'cell' | 'slow'

export class WorkbookError extends Error {
  readonly reason: WorkbookReason
  readonly row: number | null
  constructor(reason: WorkbookReason, row: number | null = null) {
    super(reason)
    this.reason = reason
    this.row = row
  }
}
