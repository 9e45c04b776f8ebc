/** The widths the image endpoint is asked for; few, so that its cache is warm. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const

export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

/** `bucket/path` → the address of a resized rendition. An address that starts with http or / is taken as it is (specification, section 7). */
export function imageUrl(path: string, width: number, quality = 75): string {
  if (isAddress(path)) return path
  return `/storage/v1/render/image/public/${encodePath(path)}?width=${width}&quality=${quality}`
}

/** Candidates for `srcset`, none wider than the first step at or above `upTo`. */
export function imageSrcSet(path: string, upTo: number): string | undefined {
  if (isAddress(path)) return undefined
  const last = IMAGE_WIDTHS.find((width) => width >= upTo) ?? 1920
  return IMAGE_WIDTHS.filter((width) => width <= last)
    .map((width) => `${imageUrl(path, width)} ${width}w`)
    .join(', ')
}

function isAddress(path: string): boolean {
  return path.startsWith('http') || path.startsWith('/')
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
