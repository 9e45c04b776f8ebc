import type { Coupon, CouponFault, Discount } from '../discounts/discount.ts'
import { quoteWithDiscounts } from './discounted-quote.ts'
import type { Paise } from '../money/money.ts'
import type { Quote, QuotedProduct, QuoteInput } from './quote.ts'

/** A discount while it is being written. Money in paise. */
export type DiscountDraft = Omit<Discount, 'id' | 'name' | 'covers'> & {
  title: string | null
  productIds: readonly string[]
  /** with all their sub-categories */
  categoryIds: readonly string[]
}

export type WouldGive = {
  before: Quote
  after: Quote
  /** what it takes off itself, in paise */
  gives: Paise
  /** what the buyer pays less in all, delivery and other offers counted */
  cheaperBy: Paise
  /** null: it is taken. NO_GOODS, MINIMUM as for a coupon; NO_GAIN: other offers give as much, or it would cost the free delivery */
  fault: { reason: CouponFault; missing: Paise } | null
}

type CategoryNode = { id: string; parent_id: string | null }
type Goods = { id: string; category_id: string | null }

/** The goods a draft is for, as `private.discounts_for` finds them; null for all. */
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

/** What a draft would give for a sample cart, beside the offers in force; by the same rule as cart and order desk. */
export function wouldGive<P extends QuotedProduct & Goods>(
  cart: Omit<QuoteInput<P>, 'discount'>,
  draft: DiscountDraft,
  offers: readonly Discount[],
  categories: readonly CategoryNode[],
): WouldGive {
  const covers = coversOf(
    draft,
    cart.lines.map(({ product }) => product),
    categories,
  )
  // an id behind all others: where two would take the same, the one that is there already is taken
  const tried: Coupon = { ...draft, id: '~', name: draft.code ?? draft.title ?? '', covers, standing: 'OK' }
  const before = quoteWithDiscounts(cart, { offers }).quote
  const asCoupon = quoteWithDiscounts(cart, { offers, coupon: tried })
  const after = draft.code === null ? quoteWithDiscounts(cart, { offers: [...offers, tried] }).quote : asCoupon.quote
  const used = after.discounts.find(({ id }) => id === tried.id)
  const idle = asCoupon.fault ?? { reason: 'NO_GAIN' as const, missing: 0 }
  return { before, after, gives: used?.amount ?? 0, cheaperBy: before.total - after.total, fault: used ? null : idle }
}
