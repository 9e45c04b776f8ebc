/** Choosing a picture in the back office. */

export const hint = 'JPEG, PNG, WebP or AVIF, up to 10 MB'
export const wrong = 'Choose a JPEG, PNG, WebP or AVIF picture of at most 10 MB'
export const takeAway = 'Remove the picture'
