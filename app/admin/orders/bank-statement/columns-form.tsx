import { useState } from 'react'
import { STATEMENT_FIELDS, isComplete } from '#domain/bank-statement/columns.ts'
import type { StatementColumns } from '#domain/bank-statement/columns.ts'
import * as say from '#words/admin-bank-statement.ts'
import { SelectField } from '../../../ui/form/field.tsx'
import { FormAlert } from '../../../ui/form/form-alert.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import type { LoadedStatement } from './load-statement.ts'

type ColumnsFormProps = { statement: LoadedStatement; onColumns: (columns: StatementColumns) => void }

/** Staff say which column is what, for a bank whose headings are not known. */
export function ColumnsForm({ statement: { headings, rows, columns }, onColumns }: ColumnsFormProps) {
  const [chosen, setChosen] = useState<StatementColumns>(columns ?? {})
  const form = useSubmit(() => say.columnsNeeded)
  const submit = form.onSubmit(() => {
    if (!isComplete(chosen)) return { message: say.columnsNeeded }
    return () => {
      onColumns(chosen)
      return Promise.resolve()
    }
  })
  return (
    <form noValidate className="grid max-w-[760px] gap-4 rounded-md border border-line bg-surface p-4" onSubmit={submit}>
      <h2 className="text-base font-semibold">{say.columnsTitle}</h2>
      <p className="text-ink-2">{say.columnsText}</p>
      <FormAlert message={form.message} attempt={form.attempt} />
      <div className="grid gap-4 sm:grid-cols-2">
        {STATEMENT_FIELDS.map((field) => (
          <SelectField
            key={field}
            label={say.fields[field]}
            name={field}
            optional={field !== 'date' && field !== 'narration'}
            value={chosen[field] ?? ''}
            onChange={({ target }) => {
              const { [field]: _, ...rest } = chosen
              setChosen(target.value === '' ? rest : { ...rest, [field]: Number(target.value) })
            }}
          >
            <option value="">{say.noColumn}</option>
            {headings.map((heading, place) => (
              <option key={place} value={place}>
                {say.columnOf(heading, place, (rows[0]?.cells[place] ?? '').trim())}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <p>
        <button type="submit" className="ctl ctl-main">
          {say.readLines}
        </button>
      </p>
    </form>
  )
}
