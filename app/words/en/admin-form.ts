/** The frame of every form in the back office, and what a stale edit is told. */

export const save = 'Save'
export const saving = 'Saving…'
export const saved = 'Saved'
export const discard = 'Discard'
export const back = (to: string) => `Back to ${to}`
export const unsaved = (count: number) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`)
export const noChanges = 'No unsaved changes'
export const leaveTitle = 'Leave without saving?'
export const leaveText = (count: number) => (count === 1 ? 'One change has not been saved.' : `${count} changes have not been saved.`)
export const stay = 'Stay here'
export const leave = 'Leave without saving'
export const saveFailed = 'It was not saved. What you typed is kept.'
export const goneTitle = 'It is gone'
export const goneText = 'Somebody deleted it while you were typing. What you typed is still here to copy.'

// two people, one row
export const changedBy = (who: string) => `${who} changed this while you were typing. Yours was not saved over it.`
export const somebody = 'Somebody else'
export const theShop = 'The shop'
export const field = 'Field'
export const itWas = 'It was'
export const theirs = 'Now'
export const yours = 'Yours'
export const keepTheirs = 'Take what is there now'
export const saveMine = 'Save mine over it'
export const empty = 'empty'
