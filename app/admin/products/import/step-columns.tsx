import { useMemo } from 'react'
import { claimedTwice, IMPORT_FIELDS } from '#domain/product-import/fields.ts'
import type { ImportField } from '#domain/product-import/fields.ts'
import * as say from '#words/admin-import.ts'
import { useMay } from '../../access.ts'
import { ColumnRail } from './column-rail.tsx'
import { ListPlace } from './list-place.tsx'
import type { Begun, Loaded } from './loaded.ts'
import type { Options } from './options.ts'
import { StepFoot } from './steps.tsx'

type StepColumnsProps = {
  loaded: Loaded
  fields: readonly (ImportField | null)[]
  options: Options
  onFields: (fields: (ImportField | null)[]) => void
  onOptions: (options: Options) => void
  /** another sheet or other headings were chosen */
  onReread: (begun: Begun) => void
  onBack: () => void
  onCheck: () => void
}

/** Why these columns cannot be imported; null if they can. */
function hindrance(fields: readonly (ImportField | null)[], rows: number): string | null {
  if (rows === 0) return say.noRowsBelow
  const twice = claimedTwice([...fields])
  if (twice.length > 0) return say.claimedTwice(twice.map((field) => say.fields[field]).join(', '))
  if (!fields.includes('name') && !fields.includes('sku')) return say.needsName
  return fields.some((field) => field !== null && field !== 'sku') ? null : say.needsSomething
}

/** Maps the columns of the file to the shop's fields, with sample values beside them. */
export function StepColumns({ loaded, fields, options, onFields, onOptions, onReread, onBack, onCheck }: StepColumnsProps) {
  const costs = useMay()('costs.read')
  const hindered = hindrance(fields, loaded.rows.length)
  const twice = useMemo(() => claimedTwice([...fields]), [fields])
  return (
    <>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_344px]">
        <section className="rounded-md border border-line">
          <h2 className="flex items-baseline gap-2 border-b border-line px-4 py-3">
            {say.whichColumn}
            <span className="text-2xs font-normal text-ink-2">
              {loaded.dialect === null ? '' : say.exportOf(loaded.dialect.name)}
              {say.used(fields.filter((field) => field !== null).length, fields.length)}
            </span>
          </h2>
          <ListPlace loaded={loaded} onReread={onReread} />
          <div className="grid-room">
            <table className="grid-table">
              <thead>
                <tr>
                  <th scope="col">{say.inFile}</th>
                  <th scope="col">{say.firstRows}</th>
                  <th scope="col">{say.inShop}</th>
                  <th scope="col">{say.remark}</th>
                </tr>
              </thead>
              <tbody>
                {loaded.headings.map((heading, place) => {
                  const name = heading === '' ? say.noHeading(place + 1) : heading
                  const field = fields[place] ?? null
                  const claimed = field !== null && twice.includes(field)
                  const remark = loaded.remarks[place] ?? null
                  return (
                    <tr key={place}>
                      <td data-first="" className="font-semibold">
                        {name}
                      </td>
                      <td data-label={say.firstRows} className="text-ink-2">
                        <span className="grid min-w-0">
                          {(loaded.samples[place] ?? []).map((value) => (
                            <span key={value} className="line-clamp-1 max-w-[36ch] break-all">
                              {value}
                            </span>
                          ))}
                        </span>
                      </td>
                      <td data-label={say.inShop}>
                        <select
                          aria-label={say.columnIs(name)}
                          aria-invalid={claimed ? true : undefined}
                          className={`box w-[180px] ${field === null ? 'text-ink-2' : ''} ${claimed ? 'border-cancelled' : ''}`}
                          value={field ?? ''}
                          onChange={(event) => {
                            const chosen = IMPORT_FIELDS.find((one) => one === event.target.value) ?? null
                            onFields(fields.map((one, at) => (at === place ? chosen : one)))
                          }}
                        >
                          <option value="">{say.doNotImport}</option>
                          {IMPORT_FIELDS.filter((one) => costs || one !== 'cost').map((one) => (
                            <option key={one} value={one}>
                              {say.fields[one]}
                            </option>
                          ))}
                        </select>
                      </td>
                      <td data-label={say.remark} className={claimed ? 'text-cancelled' : remark === null ? 'max-md:hidden!' : 'text-ink-2'}>
                        {claimed ? say.twice : remark === null ? '' : say.remarks[remark]}
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        </section>
        <ColumnRail loaded={loaded} fields={fields} options={options} onOptions={onOptions} />
      </div>
      <StepFoot
        text={
          hindered === null ? (
            say.nothingYet
          ) : (
            <span role="alert" className="text-cancelled">
              {hindered}
            </span>
          )
        }
      >
        <button type="button" className="ctl" onClick={onBack}>
          {say.startAgain}
        </button>
        <button type="button" className="ctl ctl-main" onClick={() => hindered === null && onCheck()}>
          {say.checkRows(loaded.rows.length)}
        </button>
      </StepFoot>
    </>
  )
}
