/** How large a price list may be: checked before memory is spent on it, so that a hostile or broken file ends in a sentence. */
export const LARGEST_CSV = 60 * 1024 * 1024
/** A workbook is compressed: 20 MB hold several hundred thousand rows. */
export const LARGEST_WORKBOOK = 20 * 1024 * 1024
/** What one part of a workbook may be when it is unpacked, in bytes. A part that claims more is not unpacked. */
export const LARGEST_PART = 96 * 1024 * 1024
/** The characters of all cells together. A workbook may show one long text in a million cells. */
export const MOST_TEXT = 64 * 1024 * 1024
export const MOST_ROWS = 100_000
export const MOST_COLUMNS = 300
/** A cell of Excel holds 32,767 characters. A longer one is a quotation mark that was never closed. */
export const MOST_CELL = 40_000
