import { formatDay } from '#domain/time/dates.ts'
import { checkSeries, formatSerial, SERIES_DIGITS } from '#domain/documents/serials.ts'
import * as say from '#words/admin-serials.ts'
import type { Series } from '../../../data/admin/orders/serials.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { FormSection } from '../../ui/form-page.tsx'

type Named = { prefix: string; digits: number }

/** One series: its name, its last number and, for the typed values, the next number and its start. */
export function SeriesSection({
  series,
  typed,
  error,
  onChange,
}: {
  series: Series
  typed: Named
  error: string | undefined
  onChange: (typed: Named) => void
}) {
  const kind = say.kinds[series.kind]
  const preview = previewOf(series, typed)
  return (
    <FormSection title={kind} hint={say.kindHints[series.kind]}>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={say.prefix(kind)}
          name={`${series.kind}.prefix`}
          maxLength={9}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed.prefix}
          error={error}
          onChange={(event) => onChange({ ...typed, prefix: event.target.value.toUpperCase() })}
        />
        <SelectField
          label={say.digits(kind)}
          name={`${series.kind}.digits`}
          value={String(typed.digits)}
          onChange={(event) => onChange({ ...typed, digits: Number(event.target.value) })}
        >
          {SERIES_DIGITS.map((digits) => (
            <option key={digits} value={digits}>
              {say.digitsOf(digits)}
            </option>
          ))}
        </SelectField>
      </div>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-3" aria-live="polite">
        <Fact label={say.last} value={lastOf(series) ?? say.none(series.financial_year)} />
        <Fact label={say.next} value={nextOf(series)} strong />
        {preview ? (
          <Fact label={preview.from} value={`${preview.serial} · ${say.ofSixteen(preview.serial.length)}`} strong />
        ) : (
          <Fact label={say.length} value={say.ofSixteen(nextOf(series).length)} />
        )}
      </dl>
      {preview?.waits ? <p className="text-ink-2">{say.willWait(lastOf(series) ?? '')}</p> : null}
    </FormSection>
  )
}

function Fact({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className={`num [overflow-wrap:anywhere] ${strong ? 'font-semibold' : ''}`}>{value}</dd>
    </div>
  )
}

const lastOf = ({ prefix, digits, financial_year: year, last_number: last }: Series): string | null =>
  last === 0 ? null : formatSerial(prefix, year, last, digits)

const isFull = ({ digits, last_number: last }: Series): boolean => last >= 10 ** digits - 1

const nextOf = (series: Series): string =>
  isFull(series) ? say.full : formatSerial(series.prefix, series.financial_year, series.last_number + 1, series.digits)

/** The number that a typed or pending name will produce, and from when; null if it is the current name or invalid. */
function previewOf(series: Series, { prefix, digits }: Named): { serial: string; from: string; waits: boolean } | null {
  if (checkSeries(prefix, digits, [series.prefix, series.next_prefix]) !== null || (prefix === series.prefix && digits === series.digits)) return null
  if (series.last_number === 0 || isFull(series))
    return {
      serial: formatSerial(prefix, series.financial_year, prefix === series.prefix ? series.last_number + 1 : 1, digits),
      from: say.fromNow,
      waits: false,
    }
  const year = Number(series.financial_year.slice(3))
  const following = `${String(year).padStart(2, '0')}-${String((year + 1) % 100).padStart(2, '0')}`
  return {
    serial: formatSerial(prefix, following, 1, digits),
    from: say.from(formatDay(`20${String(year).padStart(2, '0')}-04-01T00:00:00+05:30`)),
    waits: true,
  }
}
