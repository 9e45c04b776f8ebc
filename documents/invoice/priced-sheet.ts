import type { DocumentAmounts, LineAmounts, SummaryRow } from '#domain/documents/invoice-amounts.ts'
import type { InvoiceContent, InvoiceLine } from '#domain/documents/invoice-content.ts'
import { formatRupees, groupIndian } from '#domain/money/money.ts'
import { summaryName, documentRows } from '#domain/documents/invoice-totals.ts'
import { fitColumns } from './fit-columns.ts'
import { column } from './sheet.ts'
import type { Cell, Column, Sheet, Table } from './sheet.ts'
import type { HeadColumn } from '#domain/tax/tax-heads.ts'

/** The amounts of an invoice, proforma, bill of supply or credit note (docs/india.md#gst-documents). */
export type PricedPart = Pick<Sheet, 'goods' | 'totals' | 'total' | 'words' | 'highlight' | 'summary'>

export function pricedPart(content: InvoiceContent, amounts: DocumentAmounts): PricedPart {
  const { heads, documentType } = content
  return {
    goods: goodsTable(content, amounts),
    totals: documentRows(amounts, heads),
    total: [documentType === 'creditNote' ? 'Total credited' : 'Total', formatRupees(amounts.total)],
    words: amounts.inWords,
    highlight: amounts.discount > 0 ? `Discount${amounts.discountName ? ` ${amounts.discountName}` : ''}: ${formatRupees(amounts.discount)}` : '',
    summary: summaryTable(heads, amounts),
  }
}

type GoodsColumn = Column & { cell: (line: InvoiceLine, amounts: LineAmounts) => Cell; foot: string }

/** The column with the value before discount exists only if there is a discount; otherwise it would repeat the amount. */
function goodsTable(content: InvoiceContent, amounts: DocumentAmounts): Table {
  const right = { right: true }
  const taxed = content.heads.length > 0
  const gstOfPrice = content.pricesIncludeGst ? 'incl. GST' : 'excl. GST'
  const columns: GoodsColumn[] = [
    { ...column('#', 18), cell: (line) => [String(line.number), ''], foot: '' },
    { ...column('Description', 0), cell: (line) => [line.description, line.sku ?? ''], foot: 'Total' },
    { ...column('HSN', 45), cell: (line) => [line.hsn ?? '', ''], foot: '' },
    { ...column('Qty', 30, right), cell: (line) => [groupIndian(String(line.quantity)), line.unit], foot: '' },
    { ...column('Price', 50, right), cell: (_, line) => [formatRupees(line.unitPrice), taxed ? gstOfPrice : ''], foot: '' },
  ]
  if (amounts.discount > 0) {
    const cell = (_: InvoiceLine, line: LineAmounts): Cell => [formatRupees(line.value), line.discount > 0 ? `less ${formatRupees(line.discount)}` : '']
    columns.push({ ...column('Value', 58, right), cell, foot: formatRupees(amounts.value) })
  }
  if (taxed) columns.push({ ...column('Taxable', 54, right), cell: (_, line) => [formatRupees(line.taxable), ''], foot: formatRupees(amounts.goodsTaxable) })
  for (const head of content.heads) {
    const sum = content.lines.reduce((total, line) => total + (line.amounts?.[head.key] ?? 0), 0)
    columns.push({ ...column(head.name, 50, right), cell: (_, line) => [formatRupees(line[head.key]), rateText(line.rate, head)], foot: formatRupees(sum) })
  }
  columns.push({
    ...column('Amount', 58, { right: true, strong: true }),
    cell: (_, line) => [formatRupees(line.total), ''],
    foot: formatRupees(amounts.goodsTaxable + amounts.goodsGst),
  })

  const rows = content.lines.map((line) => columns.map((one) => (line.amounts ? one.cell(line, line.amounts) : (['', ''] satisfies Cell))))
  const looks = columns.map(({ title, width, right: toRight, strong }) => ({ title, width, right: toRight, strong }))
  return fitColumns({ columns: looks, rows, foot: columns.map((one) => one.foot) }, 8)
}

/** By HSN and rate; a bill of supply shows only values. */
function summaryTable(heads: HeadColumn[], amounts: DocumentAmounts): Table & { title: string } {
  const right = { right: true }
  const taxed = heads.length > 0
  const columns: (Column & { cell: (row: SummaryRow) => string; foot: string })[] = [
    { ...column('HSN', 90), cell: summaryName, foot: 'Total' },
    ...(taxed ? [{ ...column('Rate', 60, right), cell: (row: SummaryRow) => (row.rate === null ? 'mixed' : percent(row.rate)), foot: '' }] : []),
    { ...column(taxed ? 'Taxable' : 'Value', taxed ? 0 : 110, right), cell: (row) => formatRupees(row.taxable), foot: formatRupees(amounts.taxable) },
    ...heads.map((head) => ({
      ...column(head.name, 0, right),
      cell: (row: SummaryRow) => formatRupees(row[head.key]),
      foot: formatRupees(amounts.heads[head.key]),
    })),
    ...(taxed ? [{ ...column('Tax', 0, right), cell: (row: SummaryRow) => formatRupees(row.tax), foot: formatRupees(amounts.gst) }] : []),
  ]
  return {
    title: taxed ? 'Tax by HSN' : 'Value by HSN',
    columns: columns.map(({ title, width, right: toRight, strong }) => ({ title, width, right: toRight, strong })),
    rows: amounts.summary.map((row) => columns.map((one): Cell => [one.cell(row), ''])),
    foot: columns.map((one) => one.foot),
    size: 7.5,
  }
}

/** 5 % on two components is 2.5 % each. */
function rateText(rate: number, head: HeadColumn): string {
  return percent(rate * head.share)
}

/** Nil-rated goods show 'nil', because an empty cell would be ambiguous. */
function percent(rate: number): string {
  return rate === 0 ? 'nil' : `${rate}%`
}
