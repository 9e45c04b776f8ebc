/** The widths that are requested from the image endpoint; only a few, so that its cache is effective. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const

/** The shop renders pictures only in these widths and this quality (server/shop.ts). */
export const IMAGE_QUALITY = 75

const stepFor = (width: number): number => IMAGE_WIDTHS.find((step) => step >= width) ?? 1920

/** `bucket/path` → the address of a rendition at least `width` pixels wide. An address that starts with http or / is returned unchanged. */
export function imageUrl(path: string, width: number): string {
  if (isAddress(path)) return path
  return `/storage/v1/render/image/public/${encodePath(path)}?width=${stepFor(width)}&quality=${IMAGE_QUALITY}`
}

/** Candidates for `srcset`, from the first step at or above `from` up to the first at or above `upTo`. */
export function imageSrcSet(path: string, upTo: number, from = 0): string | undefined {
  if (isAddress(path)) return undefined
  return IMAGE_WIDTHS.filter((width) => width >= Math.min(from, stepFor(upTo)) && width <= stepFor(upTo))
    .map((width) => `${imageUrl(path, width)} ${width}w`)
    .join(', ')
}

function isAddress(path: string): boolean {
  return path.startsWith('http') || path.startsWith('/')
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
