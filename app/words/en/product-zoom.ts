/** The full-screen view of a product's pictures; its code loads when a visitor opens it. */

export const enlarged = (name: string) => `${name}, enlarged`
export const enlargedTimes = (value: string) => `Enlarged ${value} times`
export const close = 'Close'
export const previousPicture = 'Previous picture'
export const zoomOut = 'Zoom out'
export const zoomIn = 'Zoom in'
export const nextPicture = 'Next picture'
export const pictureOf = (place: number, count: number) => `Picture ${place} of ${count}`
