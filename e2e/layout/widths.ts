/** Widths of the layout checks, px: the smallest phone and a laptop in `npm test`, all five in `npm run test:long`. */
import { isLong } from '../support/current-shop.ts'

export const WIDTHS: readonly number[] = isLong ? [320, 360, 768, 1280, 1920] : [320, 1280]
