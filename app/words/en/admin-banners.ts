/** /admin/banners */

export const title = 'Banners'
export const lead = 'Shown on the home page in this order.'
export const add = 'Add banner'
export const failed = 'The banners could not be loaded'
export const failedText = 'Nothing was changed.'
export const empty = 'No banners yet'
export const emptyText = 'Until you add one, the home page shows the default headline.'

export const states = { off: 'Off', waiting: 'Scheduled', live: 'Live', over: 'Ended' }
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
export const stale = 'Someone else changed the banners'
export const staleText = 'Nothing was saved. Here is the current list.'
export const notChanged = 'The banner was not changed'

// The form
export const newTitle = 'New banner'
export const editTitle = (name: string) => `Edit ${name}`
export const bannerTitle = 'Title'
export const titleHint = 'If empty: a welcome with the shop’s name.'
export const description = 'Description'
export const link = 'Link'
export const linkHint = 'A page of this shop, such as /products?category=makeup, or an https address.'
export const linkWrong = 'A link must start with / or https://'
export const desktop = 'Picture'
export const desktopHint = 'Landscape, ideally 1440 × 677 px. JPEG, PNG, WebP or AVIF, up to 10 MB.'
export const desktopMissing = 'Choose a picture'
export const phone = 'Picture on phones'
export const phoneHint = 'Portrait, ideally 780 × 900 px. Without one, the wide picture is cropped.'
export const shown = 'Show it'
export const starts = 'From'
export const ends = 'Until'
export const timesHint = 'Indian time. Live on the home page within a minute.'
export const endsWrong = 'The end must be after the start'
export const save = 'Save'
export const saving = 'Saving…'
export const cancel = 'Not now'
export const saved = (name: string) => `${name} saved`
export const notSaved = 'The banner was not saved. Your changes are still here.'

export const deleteTitle = (name: string) => `Delete ${name}?`
export const deleteText = 'Its pictures are deleted too. This cannot be undone.'
export const deleteButton = (name: string) => `Delete ${name}`
export const deleted = (name: string) => `${name} deleted`
