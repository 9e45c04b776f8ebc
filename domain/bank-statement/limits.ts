/** How large a bank statement may be. A month with a hundred orders a day has some thousand lines; a larger file is split by the bank's own form. */
export const LARGEST_STATEMENT = 10 * 1024 * 1024
export const MOST_LINES = 20_000
/** Receipts of one statement that are matched; the database refuses more (`private.are_receipt_lines`). */
export const MOST_RECEIPTS = 5000
/** Receipts booked in one transaction. */
export const MOST_BOOKED = 500
/** Characters of a narration that are read. Banks write at most some 150. */
export const LONGEST_NARRATION = 300
