/** The pictures of a product's form. */

export const heading = 'Pictures'
export const hint = 'The first one is the cover. Drag to reorder, or use the arrows.'
export const count = (there: number, most: number) => `${there} of ${most}`
export const add = 'Add pictures'
export const orDrop = 'or drop them here'
export const formats = 'JPEG, PNG, WebP or AVIF, up to 10 MB each. Pictures above 2,400 pixels are resized; the shop creates every size it needs.'
export const cover = 'Cover'
export const picture = (place: number) => `Picture ${place}`
export const drag = (place: number) => `Drag picture ${place}`
export const earlier = (place: number) => `Move picture ${place} forward`
export const later = (place: number) => `Move picture ${place} back`
export const movedTo = (place: number, of: number) => `Now picture ${place} of ${of}`
export const alt = (place: number) => `Alt text of picture ${place}`
export const altShort = 'Alt text'
export const altPlaceholder = 'Describe the picture'
export const crop = 'Crop'
export const cropOf = (place: number) => `Crop picture ${place}`
export const remove = 'Remove'
export const removeOf = (place: number) => `Remove picture ${place}`
export const removed = (place: number) => `Picture ${place} removed`
export const sending = (place: number) => `Uploading picture ${place}`
export const reading = 'Reading the pictures…'

// Invalid files
export const refusedTitle = (count: number) => (count === 1 ? 'One file was not added' : `${count} files were not added`)
export const notAPicture = (name: string) => `${name} is not a JPEG, PNG, WebP or AVIF picture`
export const tooHeavy = (name: string) => `${name} is larger than 10 MB`
export const broken = (name: string) => `${name} is damaged or has the wrong file type`
export const tooVast = (name: string) => `${name} has too many pixels`
export const tooMany = (name: string, most: number) => `${name}: a product has at most ${most} pictures`
export const dismiss = 'Dismiss'
export const notSent = 'Not uploaded'

// Cropping
export const cropTitle = 'Crop the picture'
export const shape = 'Shape'
export const shapes = { free: 'Free', square: 'Square' } as const
export const cropArea = 'Crop area: arrow keys move it, Shift and arrow keys resize it'
export const cropSize = (width: number, height: number) => `${width} × ${height} pixels`
export const cropDone = 'Crop'
export const cropped = 'Picture cropped'
export const cropCancel = 'Cancel'
export const cropFailed = 'This picture is on another site and cannot be cropped here. Add it as a file first.'
export const cropLoading = 'Loading the picture…'
