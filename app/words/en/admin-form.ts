/** The frame of every form in the back office, and the texts of a stale edit. */

export const save = 'Save'
export const saving = 'Saving…'
export const wait = 'One moment…'
export const saved = 'Saved'
export const discard = 'Discard'
export const back = (to: string) => `Back to ${to}`
export const unsaved = (count: number) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`)
export const noChanges = 'No unsaved changes'
export const leaveTitle = 'Leave without saving?'
export const leaveText = (count: number) => (count === 1 ? 'One change has not been saved.' : `${count} changes have not been saved.`)
export const stay = 'Stay here'
export const leave = 'Leave without saving'
export const saveFailed = 'Not saved. Your changes are still here.'
export const goneTitle = 'No longer available'
export const goneText = 'Someone deleted it while you were editing. Your text is still here to copy.'

// edit conflicts
export const changedBy = (who: string) => `${who} changed this while you were editing. Your changes are not saved yet.`
export const someone = 'Someone else'
export const theShop = 'The shop'
export const field = 'Field'
export const itWas = 'Before'
export const theirs = 'Now'
export const yours = 'Yours'
export const keepTheirs = 'Use the current version'
export const saveMine = 'Save my changes'
export const empty = 'empty'
