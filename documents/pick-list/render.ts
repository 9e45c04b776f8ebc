import { readFileSync } from 'node:fs'
import type { PickList } from '#domain/documents/pick-list.ts'
import { groupIndian } from '#domain/money/money.ts'
import { compileTypst } from '../typst/compile.ts'

/** `madeAt`: the moment as it is printed in the foot: the orders can change afterwards */
export type PickListSheet = { list: PickList; storeName: string; madeAt: string }

let template: string | undefined

/**
 * The pick list as a PDF on A4. Synchronous.
 *
 * @throws Error when Typst fails, RangeError without any goods
 */
export function renderPickList({ list, storeName, madeAt }: PickListSheet): Uint8Array {
  if (list.groups.length === 0) throw new RangeError('There is nothing to print')
  template ??= readFileSync(new URL('pick-list.typ', import.meta.url), 'utf8')
  const products = list.groups.reduce((sum, { lines }) => sum + lines.length, 0)
  return compileTypst(template, {
    title: 'Pick list',
    author: storeName,
    made: madeAt,
    summary: `${counted(list.orders, 'order')} · ${counted(products, 'product')} · ${counted(list.units, 'unit')}`,
    groups: list.groups.map(({ category, lines }) => ({
      category,
      lines: lines.map(({ name, sku, barcode, unit, quantity, orders }) => ({
        name,
        sku: sku ?? '',
        barcode: barcode ?? '',
        unit,
        quantity: groupIndian(String(quantity)),
        orders: orders.map((order) => `${groupIndian(String(order.quantity))} × ${order.number}`),
      })),
    })),
  })
}

const counted = (count: number, thing: string): string => `${groupIndian(String(count))} ${thing}${count === 1 ? '' : 's'}`
