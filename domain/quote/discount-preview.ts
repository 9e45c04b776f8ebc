import type { Coupon, CouponError, Discount } from '../discounts/discount.ts'
import { quoteWithDiscounts } from './discounted-quote.ts'
import type { Paise } from '../money/money.ts'
import type { Quote, QuotedProduct, QuoteInput } from './quote.ts'

/** A discount that is being edited. Money in paise. */
export type DiscountDraft = Omit<Discount, 'id' | 'name' | 'covers'> & {
  title: string | null
  productIds: readonly string[]
  /** including all their sub-categories */
  categoryIds: readonly string[]
}

export type DiscountPreview = {
  before: Quote
  after: Quote
  /** what the discount itself takes off, in paise */
  amount: Paise
  /** how much less the buyer pays in total, including the effect on delivery and other offers */
  saving: Paise
  /**
   * null: the discount applies. NO_GOODS and MINIMUM as for a coupon; NO_GAIN: other offers give as much, or the discount would
   * cost the buyer the free delivery
   */
  error: { reason: CouponError; missing: Paise } | null
}

type CategoryNode = { id: string; parent_id: string | null }
type Goods = { id: string; category_id: string | null }

/** The goods to which a draft applies, by the rule of `private.discounts_for`; null for all. */
export function coversOf(
  draft: Pick<DiscountDraft, 'productIds' | 'categoryIds'>,
  goods: readonly Goods[],
  categories: readonly CategoryNode[],
): ReadonlySet<string> | null {
  if (draft.productIds.length === 0 && draft.categoryIds.length === 0) return null
  const within = new Set(draft.categoryIds)
  for (let before = -1; before !== within.size;) {
    before = within.size
    for (const { id, parent_id } of categories) if (parent_id !== null && within.has(parent_id)) within.add(id)
  }
  const named = new Set(draft.productIds)
  return new Set(goods.filter(({ id, category_id }) => named.has(id) || (category_id !== null && within.has(category_id))).map(({ id }) => id))
}

/** The effect of a draft on a sample cart, together with the active offers; by the same rule as in the cart and the order service. */
export function previewDiscount<P extends QuotedProduct & Goods>(
  cart: Omit<QuoteInput<P>, 'discount'>,
  draft: DiscountDraft,
  offers: readonly Discount[],
  categories: readonly CategoryNode[],
): DiscountPreview {
  const covers = coversOf(
    draft,
    cart.lines.map(({ product }) => product),
    categories,
  )
  // an id that sorts last: if two offers would take off the same, the existing one applies
  const tried: Coupon = { ...draft, id: '~', name: draft.code ?? draft.title ?? '', covers, standing: 'OK' }
  const before = quoteWithDiscounts(cart, { offers }).quote
  const asCoupon = quoteWithDiscounts(cart, { offers, coupon: tried })
  const after = draft.code === null ? quoteWithDiscounts(cart, { offers: [...offers, tried] }).quote : asCoupon.quote
  const used = after.discounts.find(({ id }) => id === tried.id)
  const idle = asCoupon.couponError ?? { reason: 'NO_GAIN' as const, missing: 0 }
  return { before, after, amount: used?.amount ?? 0, saving: before.total - after.total, error: used ? null : idle }
}
