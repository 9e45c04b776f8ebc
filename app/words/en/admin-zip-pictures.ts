/** Pictures from a ZIP file. */
import { groupIndian } from '#domain/money/money.ts'

const many = (count: number) => groupIndian(String(count))
const pictures = (count: number) => (count === 1 ? '1 picture' : `${many(count)} pictures`)
const files = (count: number) => (count === 1 ? '1 file' : `${many(count)} files`)
const products = (count: number) => (count === 1 ? '1 product' : `${many(count)} products`)

export const title = 'Pictures from a ZIP file'
export const back = 'Import'
export const link = 'Add pictures from a ZIP file'
export const linkText = 'Do you have the pictures as files?'
export const choose = 'Choose a ZIP file'
export const fileLabel = 'Pictures as a ZIP file'
export const reading = (percent: number) => `Reading … ${percent} %`
export const rules = [
  'Name each picture by the SKU of its product: ROSE-1.jpg. Further ones have a number: ROSE-1_2.jpg.',
  'Or put the pictures of a product into a folder that has its SKU as name.',
  'JPEG, PNG, WebP or AVIF, at most 10 MB each and 12 for a product.',
  'Pictures that a product has already are not added again, so the same file can be chosen again after an interruption.',
] as const
export const failures = {
  NO_ZIP: 'This is not a ZIP file, or it is damaged.',
  TOO_MANY: 'The file has more than 20,000 entries. Split it into several.',
  NO_PICTURES: 'The file has no pictures.',
  OTHER: 'The file could not be checked. Please try again.',
} as const
export const matched = (count: number, all: number) => `${pictures(count)} of ${products(all)}`
export const unknown = (count: number) => `${files(count)} with no product of that name:`
export const andMore = (count: number) => `and ${many(count)} more`
export const upload = (count: number) => `Add ${pictures(count)}`
export const other = 'Choose another file'
export const uploading = 'Adding pictures'
export const progress = (done: number, all: number) => `${many(done)} of ${many(all)} pictures`
export const done = 'Pictures added'
export const stopped = 'Stopped'
export const paused = 'The shop does not answer. This continues when it is back.'
export const stop = 'Stop'
export const goOn = 'Continue'
export const added = 'Added'
export const known = 'Already there'
export const failed = 'Not added'
export const reasons: Record<string, string> = {
  UNREADABLE: 'larger than 10 MB, or damaged',
  FULL: 'the product has 12 pictures already',
  GONE: 'the product was deleted',
  REFUSED: 'the shop refused it',
}
export const failedFile = (path: string, reason: string) => `${path}: ${reason}`
export const failedShown = (count: number, all: number) => `The first ${many(count)} of ${many(all)}:`
export const seeProducts = 'View products'
export const leaveTitle = 'Stop adding pictures?'
export const leaveText = 'What was added stays. Choose the same file again later to add the rest.'
export const leave = 'Stop and leave'
export const stay = 'Stay here'
