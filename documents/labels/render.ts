import { readFileSync } from 'node:fs'
import type { ShippingLabel } from '#domain/documents/shipping-label.ts'
import { formatRupees } from '#domain/money/money.ts'
import { barcodePath, code128 } from '#domain/text/code-128.ts'
import { compileTypst } from '../typst/compile.ts'

/** `thermal`: 4×6 in, one label a page · `a4`: four labels on a sheet to cut */
export type LabelForm = 'thermal' | 'a4'

let template: string | undefined

/**
 * Shipping labels as one PDF. Synchronous, about 5 ms a label. Addresses are printed as large as they fit.
 *
 * @throws Error when Typst fails, RangeError without any label
 */
export function renderLabels(labels: readonly ShippingLabel[], form: LabelForm): Uint8Array {
  const [first] = labels
  if (!first) throw new RangeError('There is nothing to print')
  template ??= readFileSync(new URL('label.typ', import.meta.url), 'utf8')
  return compileTypst(template, { form, title: 'Shipping labels', author: first.from.name, labels: labels.map(labelData) })
}

function labelData({ order, to, from, toCollect, courier, trackingNumber, weightGrams }: ShippingLabel) {
  return {
    order: order.number,
    details: `${order.label} · ${order.date}`,
    payment: toCollect === null ? 'Prepaid' : `COD ${formatRupees(toCollect)}`,
    to: { ...to, pincode: `PIN ${to.pincode}`, phone: to.phone === '' ? '' : `Phone ${to.phone}` },
    from: { ...from, phone: from.phone === '' ? '' : `Phone ${from.phone}` },
    courier: courier ?? '',
    tracking: trackingNumber ?? '',
    barcode: trackingNumber === null ? null : barcodeOf(trackingNumber),
    weight: weightGrams === null ? '' : weightOf(weightGrams),
  }
}

/** Points. Bars below 0.25 mm, two dots of a thermal printer with 203 dpi, cannot be scanned: a longer number is printed as text only. */
const WIDEST = 260
const BAR_HEIGHT = 42
const NARROWEST_MODULE = 0.71
/** Wider bars are no easier to scan. */
const WIDEST_MODULE = 1.4

function barcodeOf(trackingNumber: string): { svg: string; width: number } | null {
  const modules = (code128(trackingNumber) ?? []).reduce((sum, module) => sum + module, 0)
  const module = Math.min(WIDEST_MODULE, WIDEST / modules)
  if (modules === 0 || module < NARROWEST_MODULE) return null
  const height = BAR_HEIGHT / module
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${height}"><path d="${barcodePath(trackingNumber, modules, height)}" fill="#000"/></svg>`
  return { svg, width: module * modules }
}

function weightOf(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${(grams / 1000).toFixed(2)} kg`
}
