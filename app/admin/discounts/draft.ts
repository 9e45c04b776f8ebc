import type { DiscountDraft } from '#domain/quote/discount-preview.ts'
import { toPaise } from '#domain/money/money.ts'
import * as say from '#words/admin-discounts.ts'
import type { AdminDiscount, DiscountColumns } from '../../data/admin/products/discounts.ts'

/** The form's state: texts as typed. */
export type DiscountTexts = {
  automatic: boolean
  code: string
  title: string
  description: string
  kind: AdminDiscount['kind']
  value: string
  minimum: string
  maximum: string
  /** 'YYYY-MM-DDTHH:mm' in Indian time, the format of a datetime-local input */
  starts: string
  ends: string
  usageLimit: string
  customerLimit: string
  combines: boolean
  active: boolean
  productIds: string[]
  categoryIds: string[]
}

export type DiscountErrors = Partial<Record<'code' | 'title' | 'value' | 'minimum' | 'maximum' | 'ends' | 'usageLimit' | 'customerLimit', string>>

export const NEW_DISCOUNT: DiscountTexts = {
  automatic: true,
  code: '',
  title: '',
  description: '',
  kind: 'percent',
  value: '',
  minimum: '',
  maximum: '',
  starts: '',
  ends: '',
  usageLimit: '',
  customerLimit: '',
  combines: false,
  active: true,
  productIds: [],
  categoryIds: [],
}

export function textsOf(row: AdminDiscount): DiscountTexts {
  const text = (value: number | null) => (value === null ? '' : String(value))
  return {
    automatic: row.code === null,
    code: row.code ?? '',
    title: row.title ?? '',
    description: row.description ?? '',
    kind: row.kind,
    value: row.kind === 'free_delivery' ? '' : text(row.value),
    minimum: row.minimum_goods > 0 ? text(row.minimum_goods) : '',
    maximum: text(row.maximum_discount),
    starts: indianInput(row.starts_at),
    ends: indianInput(row.ends_at),
    usageLimit: text(row.usage_limit),
    customerLimit: text(row.customer_limit),
    combines: row.combines,
    active: row.is_active,
    productIds: row.product_ids,
    categoryIds: row.category_ids,
  }
}

const MONEY = /^\d{1,9}(\.\d{1,2})?$/
const COUNT = /^[1-9]\d{0,8}$/

/** Returns the columns to save, or the errors by field. */
export function checkDiscount(texts: DiscountTexts): { ok: true; columns: DiscountColumns } | { ok: false; errors: DiscountErrors } {
  const errors: DiscountErrors = {}
  const code = texts.code.trim().toUpperCase()
  const title = texts.title.trim()
  if (!texts.automatic && !/^[A-Z0-9][A-Z0-9-]{2,39}$/.test(code)) errors.code = say.codeMissing
  if (texts.automatic && (title === '' || title.length > 60)) errors.title = say.titleMissing
  const value = texts.kind === 'free_delivery' ? 0 : MONEY.test(texts.value.trim()) ? Number(texts.value) : Number.NaN
  if (texts.kind === 'percent' && !(value > 0 && value <= 100)) errors.value = say.percentWrong
  if (texts.kind === 'amount' && !(value > 0)) errors.value = say.amountWrong
  const money = (name: 'minimum' | 'maximum') => {
    const text = texts[name].trim()
    if (text !== '' && !(MONEY.test(text) && (name === 'minimum' || Number(text) > 0))) errors[name] = say.moneyWrong
    return text === '' ? null : Number(text)
  }
  const limit = (name: 'usageLimit' | 'customerLimit') => {
    const text = texts[name].trim()
    if (text !== '' && !COUNT.test(text)) errors[name] = say.limitWrong
    return text === '' ? null : Number(text)
  }
  const [minimum, maximum, usageLimit, customerLimit] = [money('minimum'), money('maximum'), limit('usageLimit'), limit('customerLimit')]
  const [starts, ends] = [fromIndianInput(texts.starts), fromIndianInput(texts.ends)]
  if (starts !== null && ends !== null && ends <= starts) errors.ends = say.datesWrong
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ok: true,
    columns: {
      code: texts.automatic ? null : code,
      title: texts.automatic ? title : null,
      description: texts.description.trim() || null,
      kind: texts.kind,
      value,
      minimum_goods: minimum ?? 0,
      maximum_discount: texts.kind === 'percent' ? maximum : null,
      combines: !texts.automatic && texts.combines,
      starts_at: starts,
      ends_at: ends,
      usage_limit: usageLimit,
      customer_limit: customerLimit,
      is_active: texts.active,
      product_ids: texts.productIds,
      category_ids: texts.categoryIds,
    },
  }
}

/** Converts the columns to the format of the preview, in paise. */
export function draftOf(columns: DiscountColumns): DiscountDraft {
  return {
    code: columns.code,
    title: columns.title,
    description: columns.description,
    kind: columns.kind,
    value: columns.kind === 'percent' ? columns.value : toPaise(columns.value),
    minimumGoods: toPaise(columns.minimum_goods),
    maximumDiscount: columns.maximum_discount === null ? null : toPaise(columns.maximum_discount),
    combines: columns.combines,
    productIds: columns.product_ids,
    categoryIds: columns.category_ids,
  }
}

export const nameOf = (row: Pick<AdminDiscount, 'code' | 'title'>): string => row.code ?? row.title ?? ''

/** The state of a discount. Which customers have used it up is known only to the database. */
export function stateOf(
  row: Pick<AdminDiscount, 'is_active' | 'starts_at' | 'ends_at' | 'usage_limit'> & { uses: number },
  now: Date,
): keyof typeof say.states {
  if (!row.is_active) return 'off'
  if (row.ends_at !== null && new Date(row.ends_at) <= now) return 'ended'
  if (row.usage_limit !== null && row.uses >= row.usage_limit) return 'used'
  return row.starts_at !== null && new Date(row.starts_at) > now ? 'planned' : 'live'
}

/** India has a single time zone, UTC+05:30, without daylight saving time. */
const AHEAD_MS = 330 * 60_000

function indianInput(moment: string | null): string {
  return moment === null ? '' : new Date(new Date(moment).getTime() + AHEAD_MS).toISOString().slice(0, 16)
}

function fromIndianInput(text: string): string | null {
  return text === '' ? null : new Date(new Date(`${text}:00Z`).getTime() - AHEAD_MS).toISOString()
}
