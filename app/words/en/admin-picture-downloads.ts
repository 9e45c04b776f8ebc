/** The pictures that an import names by their address: progress and failures. */
import { groupIndian } from '#domain/money/money.ts'
import type { PictureFailure } from '#supabase/results/products.ts'

const many = (count: number) => groupIndian(String(count))
const pictures = (count: number) => (count === 1 ? '1 picture' : `${many(count)} pictures`)

export const title = 'Pictures from addresses'
export const waiting = (count: number) => `${pictures(count)} still to download. You can go on working; this continues without you.`
export const failed = (count: number) => `${pictures(count)} could not be downloaded.`
export const newestFailures = (shown: number) => `The newest ${many(shown)}:`
export const tryAgain = 'Try these again'
export const forget = 'Dismiss'
export const unread = 'The progress of the pictures could not be read.'
export const settleFailed = 'That did not work. Please try again.'
export const failures: Record<PictureFailure, string> = {
  ADDRESS: 'This is not a web address that pictures can be downloaded from.',
  INNER: 'This address is not on the public internet.',
  NOT_FOUND: 'There is no picture at this address.',
  FORBIDDEN: 'The server does not give this picture to others.',
  UNREACHABLE: 'The server did not answer, even after several tries.',
  TOO_LARGE: 'The file is larger than 10 MB.',
  NOT_A_PICTURE: 'The file is not a JPEG, PNG, WebP or AVIF picture, or is damaged.',
  FULL: 'The product has 12 pictures already.',
}

export const inThisFile = (count: number) => `${pictures(count)} in the file: the shop downloads them after the import.`
export const addPictures = (count: number) => `Add ${pictures(count)}`
export const queued = (count: number) => (count === 1 ? '1 picture is downloaded now.' : `${many(count)} pictures are downloaded now.`)
export const known = (count: number) => (count === 1 ? '1 picture was there already.' : `${many(count)} pictures were there already.`)
