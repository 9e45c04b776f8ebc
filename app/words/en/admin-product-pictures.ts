/** The pictures of a product's form. */

export const heading = 'Pictures'
export const hint = 'The first one is the cover. Drag them into order, or use the arrows.'
export const count = (there: number, most: number) => `${there} of ${most}`
export const add = 'Add pictures'
export const orDrop = 'or drop them here'
export const formats = 'JPEG, PNG, WebP or AVIF, up to 10 MB each. Larger ones than 2,400 pixels are made smaller; the shop makes every size it needs.'
export const cover = 'Cover'
export const picture = (place: number) => `Picture ${place}`
export const drag = (place: number) => `Drag picture ${place}`
export const earlier = (place: number) => `Move picture ${place} forward`
export const later = (place: number) => `Move picture ${place} back`
export const movedTo = (place: number, of: number) => `Now picture ${place} of ${of}`
export const alt = (place: number) => `What picture ${place} shows`
export const altShort = 'What it shows'
export const altPlaceholder = 'for those who cannot see it'
export const crop = 'Crop'
export const cropOf = (place: number) => `Crop picture ${place}`
export const remove = 'Remove'
export const removeOf = (place: number) => `Remove picture ${place}`
export const removed = (place: number) => `Picture ${place} removed`
export const sending = (place: number) => `Sending picture ${place}`
export const reading = 'Reading the pictures…'

// What is wrong with a file
export const refusedTitle = (count: number) => (count === 1 ? 'One file was not added' : `${count} files were not added`)
export const notAPicture = (name: string) => `${name} is no JPEG, PNG, WebP or AVIF picture`
export const tooHeavy = (name: string) => `${name} is larger than 10 MB`
export const broken = (name: string) => `${name} is damaged or not what its name says`
export const tooVast = (name: string) => `${name} has too many pixels to work with`
export const tooMany = (name: string, most: number) => `${name}: a product has at most ${most} pictures`
export const dismiss = 'Dismiss'
export const notSent = 'Not sent'

// Cropping
export const cropTitle = 'Crop the picture'
export const shape = 'Shape'
export const shapes = { free: 'Free', square: 'Square' } as const
export const cropArea = 'Part that stays: arrows move it, Shift and arrows change its size'
export const cropSize = (width: number, height: number) => `${width} × ${height} pixels`
export const cropDone = 'Crop'
export const cropped = 'Picture cropped'
export const cropCancel = 'Cancel'
export const cropFailed = 'This picture cannot be cropped here: its own site keeps it. Add it as a file first.'
export const cropLoading = 'Loading the picture…'
