/** Batches with their expiry: on a product's page, and /admin/products/expiry */
import { groupIndian } from '#domain/money/money.ts'

const pieces = (count: number) => groupIndian(String(count))

export const title = 'Expiry'
export const products = 'Products'
export const periods = { in30: 'Within 30 days', in60: 'Within 60 days', in90: 'Within 90 days', in180: 'Within 180 days', expired: 'Expired' } as const
export const list = 'Batches by expiry'
export const none = 'No batch expires in this time'
export const noneText = 'Batches are noted on the page of a product. One without pieces left is not listed.'
export const hint = 'Pieces left are as staff noted them; orders do not change them.'

export const heading = 'Batches'
export const panelHint = 'A note beside the stock: sell what expires first, and write down what is left.'
export const failed = 'The batches could not be loaded'
export const empty = 'No batch noted yet'
export const product = 'Product'
export const sku = 'SKU'
export const batch = 'Batch'
export const expires = 'Expires'
export const expiresOn = 'Expires on'
export const madeOn = 'Made on'
export const received = 'Received'
export const receivedPieces = 'Pieces received'
export const remaining = 'Left'
export const inStock = 'In stock'
export const daysColumn = 'Days left'
export const add = 'Add batch'
export const adding = 'Adding…'
export const added = (batch: string) => `Batch ${batch} added`
export const remove = 'Delete'
export const removeNamed = (batch: string) => `Delete batch ${batch}`
export const removed = (batch: string) => `Batch ${batch} deleted`
export const changeRemaining = (batch: string) => `Change what is left of batch ${batch}`
export const remainingOf = (batch: string) => `Left of batch ${batch}`
export const changed = (batch: string) => `Batch ${batch} changed`
export const first = 'sell first'
export const usedUp = 'used up'
export const left = (days: number) =>
  days < 0
    ? `expired ${-days === 1 ? '1 day' : `${pieces(-days)} days`} ago`
    : days === 0
      ? 'last day'
      : days === 1
        ? '1 day left'
        : `${pieces(days)} days left`
export const differs = (noted: number, stock: number) => `${pieces(noted)} pieces are noted as left; the stock is ${pieces(stock)}.`
export const batchMissing = 'Enter the batch number'
export const batchTwice = 'This product has a batch with this number'
export const dayWrong = 'Enter a date'
export const madeWrong = 'Enter a date before the expiry, or leave it empty'
export const receivedWrong = 'Enter a whole number from 1 to 1000000'
export const remainingWrong = (most: number) => `Enter a whole number from 0 to ${most}`
export const notAdded = 'The batch was not added. Please try again.'
export const notChanged = 'Not changed'
export const notChangedText = 'Please try again.'
export const stale = 'Someone else changed it. The list shows the current values.'
