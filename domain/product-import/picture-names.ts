/** Which product a picture file is of, by its name (docs/decisions/0074-pictures-by-address.md). */

/** `place`: the file's place among its product's pictures, from 1. */
export type NamedPicture = { path: string; sku: string; place: number }
export type NamedPictures = { found: NamedPicture[]; unknown: string[] }

const PICTURE = /\.(jpe?g|png|webp|avif)$/i
/** `ROSE-1_2.jpg`, `ROSE-1 (2).jpg`, `ROSE-1-2.jpg`: the second picture of ROSE-1. */
const NUMBERED = /^(.+?)[-_ ]?\(?(\d{1,2})\)?$/

const nameOf = (path: string): string => path.split('/').at(-1) ?? ''

/** Whether it may be a picture of a product, and is no file that a computer adds by itself. */
export const isPictureName = (path: string): boolean => PICTURE.test(path) && !path.startsWith('__MACOSX/') && !nameOf(path).startsWith('.')

/** The SKUs that a file may be of, the likeliest first: its name, its name without a number, and its folder. */
export function skusOfPath(path: string): string[] {
  const stem = nameOf(path).replace(PICTURE, '').trim()
  const numbered = NUMBERED.exec(stem)?.[1]
  const folder = path.split('/').at(-2)?.trim()
  return [...new Set([stem, numbered ?? '', folder ?? ''])].filter((sku) => sku !== '' && sku.length <= 40)
}

/**
 * Assigns files to products. Capital letters do not matter, as on the disks of Windows and macOS.
 *
 * @param skus those of the shop's products
 */
export function matchPictures(paths: readonly string[], skus: readonly string[]): NamedPictures {
  const known = new Map(skus.map((sku) => [sku.toLowerCase(), sku]))
  const unknown: string[] = []
  const groups = new Map<string, string[]>()
  // In the order that people expect: 2 before 10, and the one without a number first.
  const { compare } = new Intl.Collator('en', { numeric: true })
  for (const path of [...paths].sort((a, b) => compare(a.replace(PICTURE, ''), b.replace(PICTURE, '')))) {
    const sku = skusOfPath(path).flatMap((one) => known.get(one.toLowerCase()) ?? [])[0]
    if (sku === undefined) unknown.push(path)
    else groups.set(sku, [...(groups.get(sku) ?? []), path])
  }
  const found = [...groups].flatMap(([sku, group]) => group.map((path, at) => ({ path, sku, place: at + 1 })))
  return { found, unknown }
}
