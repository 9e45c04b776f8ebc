import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as say from '#words/admin-family.ts'
import * as productWords from '#words/admin-product.ts'
import { FormSection } from '../../ui/form-page.tsx'
import { COLUMNS, cellsIn, choicesOf, productIn, rowFields } from './draft.ts'
import type { FamilyDraft } from './draft.ts'
import type { FamilyFields } from './family-sections.tsx'
import { GridLine } from './grid-line.tsx'
import type { GridWork } from './grid-line.tsx'
import { gridRows, newRow, pastedCells } from './grid.ts'
import type { GridRow } from './grid.ts'

const newId = () => crypto.randomUUID()

/** All combinations of the values, each with its product as a line of inputs. */
export function ProductGrid({ of: { draft, errors, set } }: { of: FamilyFields }) {
  const rows = useMemo(() => gridRows(draft), [draft])
  const choices = useMemo(() => choicesOf(draft), [draft])
  const latest = useRef({ set, rows })
  useLayoutEffect(() => {
    latest.current = { set, rows }
  })
  const type = useCallback<GridWork['type']>((id, cells) => latest.current.set(rowFields(id, cells)), [])
  const add = useCallback<GridWork['add']>((values) => latest.current.set((now) => newRow(now, newId(), values)), [])
  const paste = useCallback<GridWork['paste']>((id, column, text) => {
    const fields = pastedCells(text, latest.current.rows, { id, column })
    if (fields) latest.current.set(fields)
    return fields !== null
  }, [])
  const work = useMemo(() => ({ type, add, paste }), [type, add, paste])
  const sold = rows.filter(({ id }) => id !== null && draft[`state ${id}`] === 'in').length
  const free = rows.filter(({ id }) => id === null)

  return (
    <FormSection title={say.products} hint={say.gridHint}>
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-ink-2">
          {say.countText(sold, sold + free.length)}
        </p>
        {free.length > 0 ? (
          <button
            type="button"
            name="grid"
            className="ctl"
            onClick={() =>
              set((now) =>
                free.reduce<Partial<FamilyDraft>>(
                  (fields, { values }) => ({ ...fields, ...newRow({ ...now, ...fields } as FamilyDraft, newId(), values) }),
                  {},
                ),
              )
            }
          >
            {say.tickAll}
          </button>
        ) : null}
      </div>
      {errors['grid'] === undefined ? null : <p className="text-sm text-cancelled">{errors['grid']}</p>}
      {rows.length === 0 ? <p className="text-ink-2">{say.noValues}</p> : null}
      {sold > 1 ? <ForAll rows={rows} draft={draft} set={set} /> : null}
      {rows.length === 0 ? null : (
        <div className="grid-room -mx-4 min-w-0 md:-mx-3">
          <table className="grid-table family-grid" aria-label={say.grid}>
            <thead>
              <tr>
                <th scope="col">{say.combination}</th>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className={['price', 'mrp', 'stock', 'weight'].includes(column) ? 'end' : ''}>
                    {say.columns[column]}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">{say.takeOutShort}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <GridLine
                  key={row.id ?? row.values.join(' ')}
                  row={rowText(row)}
                  id={row.id}
                  product={row.id === null ? undefined : productIn(draft, row.id)}
                  cells={row.id === null ? null : JSON.stringify(cellsIn(draft, row.id))}
                  errors={row.id === null ? '' : errorsOf(errors, row.id)}
                  options={
                    row.complete
                      ? null
                      : JSON.stringify(
                          draft.options.map((name, place) => ({ name, values: (choices[place] ?? []).map(({ id, name: value }) => ({ id, name: value })) })),
                        )
                  }
                  work={work}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="text-sm text-ink-2">{say.stockNote}</p>
    </FormSection>
  )
}

/** A row as one text: lines compare their props by value. */
const rowText = ({ values, label }: GridRow) => JSON.stringify({ values, label })
const errorsOf = (errors: Record<string, string>, id: string): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(errors).flatMap(([field, text]) => (field.endsWith(` ${id}`) ? [[field.slice(0, -id.length - 1), text]] : []))),
  )

const FOR_ALL = ['price', 'mrp', 'quantity', 'weight', 'status'] as const

/** Sets one column of every product that is sold. */
function ForAll({ rows, draft, set }: { rows: readonly GridRow[]; draft: FamilyDraft; set: FamilyFields['set'] }) {
  const [column, setColumn] = useState<(typeof FOR_ALL)[number]>('price')
  const [text, setText] = useState('')
  const apply = () => {
    const value = column === 'status' && text === '' ? 'active' : text
    set(
      Object.assign(
        {},
        ...rows.flatMap(({ id }) => (id !== null && draft[`state ${id}`] === 'in' ? [rowFields(id, { [column]: value })] : [])),
      ) as Partial<FamilyDraft>,
    )
  }
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{say.forAll}</legend>
      <span aria-hidden="true">{say.forAll}</span>
      <select
        aria-label={say.forAllColumn}
        className="box"
        value={column}
        onChange={(event) => {
          setColumn(FOR_ALL.find((one) => one === event.target.value) ?? 'price')
          setText('')
        }}
      >
        {FOR_ALL.map((one) => (
          <option key={one} value={one}>
            {say.columns[one]}
          </option>
        ))}
      </select>
      {column === 'status' ? (
        <select aria-label={say.forAllValue} className="box" value={text || 'active'} onChange={(event) => setText(event.target.value)}>
          {Object.entries(productWords.states).map(([state, label]) => (
            <option key={state} value={state}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          aria-label={say.forAllValue}
          className="box w-[110px]"
          inputMode={column === 'quantity' ? 'text' : 'decimal'}
          autoComplete="off"
          maxLength={60}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            apply()
          }}
        />
      )}
      <button type="button" className="ctl" onClick={apply}>
        {say.setAll}
      </button>
    </fieldset>
  )
}
