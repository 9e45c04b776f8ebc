import { memo } from 'react'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import * as say from '#words/admin-family.ts'
import * as productWords from '#words/admin-product.ts'
import type { FamilyProduct } from '../../../data/admin/products/family.ts'
import { editProductPath } from '../../paths.ts'
import { COLUMNS, VALUE_COLUMNS } from './draft.ts'
import type { Cells, Column } from './draft.ts'

/** What a line may do; the functions stay the same from render to render, so that typing in one line renders that line alone. */
export type GridWork = {
  type: (id: string, cells: Partial<Record<Column | (typeof VALUE_COLUMNS)[number] | 'state', string>>) => void
  add: (values: readonly string[]) => void
  paste: (id: string, column: Column, text: string) => boolean
}

type LineProps = {
  /** its values and its label, as JSON */ row: string
  /** null: a combination without a product */ id: string | null
  /** undefined: a new product */ product: FamilyProduct | undefined
  /** its cells, as JSON; null without a product */ cells: string | null
  /** by column, as JSON */ errors: string
  /** the options with their values, as JSON, for a product whose values are not chosen yet */ options: string | null
  work: GridWork
}
type Options = { name: string; values: { id: string; name: string }[] }[]

const WIDTHS: Record<Column, string> = {
  sku: 'md:w-[104px]',
  barcode: 'md:w-[120px]',
  price: 'md:w-[78px] md:text-right',
  mrp: 'md:w-[78px] md:text-right',
  stock: 'md:w-[66px] md:text-right',
  quantity: 'md:w-[80px]',
  weight: 'md:w-[64px] md:text-right',
  status: 'md:w-[94px]',
}
const LENGTHS: Record<Column, number> = { sku: 40, barcode: 20, price: 12, mrp: 12, stock: 9, quantity: 60, weight: 6, status: 10 }
const MODES: Partial<Record<Column, 'decimal' | 'numeric'>> = { barcode: 'numeric', price: 'decimal', mrp: 'decimal', stock: 'numeric', weight: 'numeric' }

/** One combination: its product's cells as inputs, or a tick box that adds one. Its props are texts, so that it renders only when it changes. */
export const GridLine = memo(function GridLine({ row, id, product, cells: text, errors: errorText, options: optionText, work }: LineProps) {
  const { values, label } = JSON.parse(row) as { values: string[]; label: string }
  const cells = text === null ? null : (JSON.parse(text) as Cells)
  if (id === null || cells === null) {
    return (
      <tr className="text-ink-2">
        <td data-first="" colSpan={COLUMNS.length + 2}>
          <label className="flex min-h-8 cursor-pointer items-center gap-3 touch:min-h-11">
            <input type="checkbox" className="tick" aria-label={say.sold(label)} checked={false} onChange={() => work.add(values)} />
            {label}
          </label>
        </td>
      </tr>
    )
  }
  const errors = (errorText === '' ? {} : JSON.parse(errorText)) as Partial<Record<string, string>>
  const leaves = cells.state !== 'in'
  const isMember = product !== undefined && product.family_id !== null
  const named = label || say.isNew
  const options = optionText === null ? null : (JSON.parse(optionText) as Options)
  return (
    <tr>
      <td data-first="">
        <span className="grid gap-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="flex items-center gap-3">
              {product ? null : (
                <input type="checkbox" className="tick" aria-label={say.sold(label)} checked onChange={() => work.type(id, { state: 'out' })} />
              )}
              <span className="typed font-semibold">
                {isMember && !leaves ? (
                  <Link to={editProductPath(id)} className="link" aria-label={say.openProduct(named)}>
                    {named}
                  </Link>
                ) : (
                  named
                )}
              </span>
            </span>
            {isMember ? null : <span className="rounded-full bg-well px-2 text-sm font-normal text-ink-2">{product ? say.joins : say.isNew}</span>}
          </span>
          {leaves ? <span className="text-sm text-ink-2">{say.leavesText}</span> : null}
          {options?.map(({ name, values: known }, place) => {
            const column = VALUE_COLUMNS[place] ?? 'value_1'
            return (
              <select
                key={column}
                name={`${column} ${id}`}
                aria-label={say.valueFor(name, named)}
                aria-invalid={errors[column] === undefined ? undefined : true}
                className="box"
                value={known.some((value) => value.id === cells[column]) ? cells[column] : ''}
                onChange={(event) => work.type(id, { [column]: event.target.value })}
              >
                <option value="">{say.chooseValue}</option>
                {known.map((value) => (
                  <option key={value.id} value={value.id}>
                    {value.name}
                  </option>
                ))}
              </select>
            )
          })}
          {VALUE_COLUMNS.map((column) =>
            errors[column] === undefined ? null : (
              <span key={column} className="text-sm text-cancelled">
                {errors[column]}
              </span>
            ),
          )}
        </span>
      </td>
      {COLUMNS.map((column) => (
        <td key={column} data-label={say.columns[column]}>
          <Cell
            id={id}
            column={column}
            value={cells[column]}
            label={say.cell(say.columns[column], named)}
            error={errors[column]}
            leaves={leaves}
            isNew={product === undefined}
            work={work}
          />
        </td>
      ))}
      <td>
        {product ? (
          <button
            type="button"
            name={options === null ? `value_1 ${id}` : undefined}
            className="ctl"
            aria-label={leaves ? say.keepIn(named) : say.takeOut(named)}
            onClick={() => work.type(id, { state: leaves ? 'in' : 'out' })}
          >
            {leaves ? say.keepInShort : say.takeOutShort}
          </button>
        ) : null}
      </td>
    </tr>
  )
})

type CellProps = { id: string; column: Column; value: string; label: string; error: string | undefined; leaves: boolean; isNew: boolean; work: GridWork }

function Cell({ id, column, value, label, error, leaves, isNew, work }: CellProps) {
  const errorId = `${column}-${id}-error`
  const control = {
    name: `${column} ${id}`,
    'aria-label': label,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error === undefined ? undefined : errorId,
    'data-column': column,
    disabled: leaves,
    className: `box num w-full min-w-0 max-md:max-w-[200px] ${WIDTHS[column]} ${error === undefined ? '' : 'border-cancelled'}`,
    value,
  }
  return (
    <span className="grid min-w-0 gap-1 max-md:justify-items-end">
      {column === 'status' ? (
        <select {...control} onChange={(event) => work.type(id, { status: event.target.value })}>
          {Object.entries(productWords.states).map(([state, text]) => (
            <option key={state} value={state}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...control}
          inputMode={MODES[column]}
          autoComplete="off"
          maxLength={LENGTHS[column]}
          placeholder={column === 'sku' && isNew ? say.skuEmpty : undefined}
          onChange={(event) => work.type(id, { [column]: event.target.value })}
          onPaste={(event) => {
            if (work.paste(id, column, event.clipboardData.getData('text'))) event.preventDefault()
          }}
          onKeyDown={moveInColumn}
        />
      )}
      {error === undefined ? null : (
        <span id={errorId} className="text-sm whitespace-normal text-cancelled">
          {error}
        </span>
      )}
    </span>
  )
}

/** Arrow up and down, and Enter, go to the same column of the line above or below. */
function moveInColumn(event: KeyboardEvent<HTMLInputElement>) {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
  if (step === 0 || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const { currentTarget: box } = event
  const column = [...(box.closest('tbody')?.querySelectorAll<HTMLInputElement>(`input[data-column="${box.dataset['column']}"]:not(:disabled)`) ?? [])]
  const next = column[column.indexOf(box) + step]
  next?.focus()
  next?.select()
}
