/** The texts of every list in the back office. */

export const selectAll = 'Select all on this page'
export const selectRow = (name: string) => `Select ${name}`
export const selected = (count: number) => `${count} selected`
export const clearSelection = 'Clear selection'
export const actions = 'Actions'
export const actionsFor = (name: string) => `Actions for ${name}`
export const columns = 'Columns'
export const allColumns = 'Show all'
export const loading = 'Loading the list…'
export const failed = 'The list did not load.'
export const failedText = 'Nothing was changed. Your filters are still set.'
export const nothing = 'Nothing here yet'
export const noMatch = 'No results'
export const noMatchText = 'Remove a filter, or search for something else.'
export const clearFilters = 'Clear filters'

export const moveDown = 'Next row'
export const moveUp = 'Previous row'
export const openRow = 'Open the row'
export const toggleRow = 'Select the row'
export const toggleRange = 'Select from the last selected row to here'
export const leaveSelection = 'Clear the selection'

// pages
export const pages = 'Pages'
export const newer = 'Previous'
export const older = 'Next'
export const about = (count: string, exact: boolean) => (exact ? count : `about ${count}`)

// filter bar
export const search = 'Search'
export const filters = 'Filters'
export const removeFilter = (name: string) => `Remove filter ${name}`
export const clearAll = 'Clear all'
export const any = 'Any'
export const views = 'Views'
export const saveView = 'Save view'
export const viewName = 'Name of the view'
export const saveViewText = 'Filters and sort order of this list, saved on this device.'
export const removeView = (name: string) => `Delete view ${name}`
export const save = 'Save'
export const cancel = 'Cancel'

export const findValue = (name: string) => `Find: ${name}`
export const moreValues = (count: number) => `${count} more; type to find them`
export const noValue = 'No such value'

// export
export const exportCsv = 'Export CSV'
export const exporting = (rows: string) => `${rows} rows…`
export const stop = 'Stop'
export const exported = (rows: string) => `${rows} rows exported`
export const exportFailed = 'The export failed and no file was created. Please try again.'

// undo and confirmation
export const undo = 'Undo'
export const undone = 'Undone'
export const undoFailed = 'It could not be undone. Please check the list.'
export const keep = 'Keep it'
export const typeToConfirm = (name: string) => `Type ${name} to continue`
