/** /admin/banners */

export const title = 'Banners'
export const lead = 'They follow one another on the home page, in this order.'
export const add = 'Add banner'
export const failed = 'The banners could not be read'
export const failedText = 'Nothing was changed.'
export const empty = 'No banners yet'
export const emptyText = 'Until there is one, the home page shows the house’s own headline.'

export const states = { off: 'Off', waiting: 'Waiting', live: 'Live', over: 'Over' }
export const untitled = 'Untitled banner'
export const place = (place: number, of: number) => `${place} of ${of}`
export const always = 'Always'
export const from = (moment: string) => `From ${moment}`
export const until = (moment: string) => `until ${moment}`
export const moveUp = (name: string) => `Move ${name} up`
export const moveDown = (name: string) => `Move ${name} down`
export const drag = (name: string) => `Drag ${name}`
export const edit = (name: string) => `Edit ${name}`
export const remove = (name: string) => `Delete ${name}`
export const switchOn = (name: string) => `Switch ${name} on`
export const switchOff = (name: string) => `Switch ${name} off`
export const editShort = 'Edit'
export const removeShort = 'Delete'
export const onShort = 'Switch on'
export const offShort = 'Switch off'

export const moved = (name: string) => `${name} moved`
export const switchedOn = (name: string) => `${name} is on`
export const switchedOff = (name: string) => `${name} is off`
export const stale = 'Somebody else changed the banners meanwhile'
export const staleText = 'Nothing was saved; here they are as they stand now.'
export const notChanged = 'The banner was not changed'

// The form
export const newTitle = 'New banner'
export const editTitle = (name: string) => `Edit ${name}`
export const bannerTitle = 'Title'
export const titleHint = 'When empty: a welcome with the shop’s name.'
export const description = 'Description'
export const link = 'Link'
export const linkHint = 'A page of this shop, such as /products?category=makeup, or an https address.'
export const linkWrong = 'A link begins with / or https://'
export const desktop = 'Picture'
export const desktopHint = 'Wide, best 1440 × 677 px. JPEG, PNG, WebP or AVIF, up to 10 MB.'
export const desktopMissing = 'Choose a picture'
export const phone = 'Picture on phones'
export const phoneHint = 'Upright, best 780 × 900 px. Without one the wide picture is cut.'
export const shown = 'Show it'
export const starts = 'From'
export const ends = 'Until'
export const timesHint = 'Indian time. The home page follows within a minute.'
export const endsWrong = 'It has to end after it begins'
export const save = 'Save'
export const saving = 'Saving…'
export const cancel = 'Not now'
export const saved = (name: string) => `${name} saved`
export const notSaved = 'The banner was not saved. What you typed is still here.'

export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteText = 'Its pictures go with it. This cannot be undone.'
export const deleteButton = (name: string) => `Delete ${name}`
export const deleted = (name: string) => `${name} deleted`
