import { STATES } from '#domain/addresses/states.ts'
import { MOST_RATES } from '#domain/delivery/zones.ts'
import * as say from '#words/admin-delivery.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormSection } from '../../ui/form-page.tsx'
import { newRate } from './rates-draft.ts'
import type { RateDraft, ZoneDraft } from './rates-draft.ts'

type ZoneSectionProps = { zone: ZoneDraft; at: number; errors: Record<string, string | undefined>; onChange: (zone: ZoneDraft) => void; onRemove: () => void }

/** One zone: where it is, what delivery costs there, and how it is paid. */
export function ZoneSection({ zone, at, errors, onChange, onRemove }: ZoneSectionProps) {
  const title = zone.name.trim() || say.zoneNumber(at + 1)
  const field = (name: 'name' | 'pins' | 'freeFrom' | 'daysMin' | 'daysMax') => ({
    name: `zones.${at}.${name}`,
    error: errors[`zones.${at}.${name}`],
    value: zone[name],
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ ...zone, [name]: event.target.value }),
  })
  return (
    <FormSection title={title}>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={say.name} maxLength={60} {...field('name')} />
        <Field label={say.pins} hint={say.pinsHint} maxLength={3000} {...field('pins')} />
      </div>
      <StateList zone={zone} at={at} error={errors[`zones.${at}.states`]} onChange={(states) => onChange({ ...zone, states })} />
      <RateList zone={zone} at={at} errors={errors} onChange={(rates) => onChange({ ...zone, rates })} />
      <div className="grid items-start gap-4 md:grid-cols-3">
        <Field label={say.freeFrom} hint={say.freeFromHint} inputMode="decimal" maxLength={11} {...field('freeFrom')} />
        <Field label={say.daysMin} hint={say.daysHint} inputMode="numeric" maxLength={2} {...field('daysMin')} />
        <Field label={say.daysMax} inputMode="numeric" maxLength={2} {...field('daysMax')} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
          <input type="checkbox" className="tick" checked={zone.cod} onChange={(event) => onChange({ ...zone, cod: event.target.checked })} />
          {say.codHere}
        </label>
        <button type="button" className="ctl" onClick={onRemove}>
          {say.removeZone(title)}
        </button>
      </div>
    </FormSection>
  )
}

function StateList({ zone, at, error, onChange }: { zone: ZoneDraft; at: number; error: string | undefined; onChange: (states: string[]) => void }) {
  const names = STATES.filter(({ code }) => zone.states.includes(code)).map(({ name }) => name)
  return (
    <details open={error !== undefined || undefined}>
      <summary className="min-h-9 cursor-pointer py-2 font-[550] underline underline-offset-4 touch:min-h-11">
        {say.states(names.length)} {names.length === 0 ? null : <span className="font-normal text-ink-2">{names.join(', ')}</span>}
      </summary>
      {error === undefined ? null : (
        <p id={`zones-${at}-states`} className="text-cancelled">
          {error}
        </p>
      )}
      <div className="grid gap-x-4 pt-1 sm:grid-cols-2 lg:grid-cols-3">
        {STATES.map(({ code, name }) => (
          <label key={code} className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
            <input
              type="checkbox"
              name={`zones.${at}.states`}
              className="tick"
              checked={zone.states.includes(code)}
              onChange={(event) => onChange(event.target.checked ? [...zone.states, code] : zone.states.filter((one) => one !== code))}
            />
            {name}
          </label>
        ))}
      </div>
    </details>
  )
}

type RateListProps = { zone: ZoneDraft; at: number; errors: Record<string, string | undefined>; onChange: (rates: RateDraft[]) => void }

function RateList({ zone: { rates }, at, errors, onChange }: RateListProps) {
  const labels = { weight: say.weight, goods: say.goods, price: say.price }
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1 font-[550]">{say.rates}</legend>
      <p className="mb-1 text-sm text-ink-2">{say.ratesHint}</p>
      {rates.map((rate, place) => (
        <div key={place} className="grid grid-cols-[repeat(3,minmax(0,1fr))_auto] items-start gap-1 sm:gap-2">
          {(['weight', 'goods', 'price'] as const).map((name) => (
            <Field
              key={name}
              label={
                <>
                  {labels[name]}
                  <span className="sr-only">{say.rateField('', place + 1)}</span>
                </>
              }
              name={`zones.${at}.rates.${place}.${name}`}
              error={errors[`zones.${at}.rates.${place}.${name}`]}
              inputMode="decimal"
              autoComplete="off"
              maxLength={11}
              placeholder={name === 'price' ? undefined : say.anyWeight}
              value={rate[name]}
              onChange={(event) => onChange(rates.map((one, index) => (index === place ? { ...one, [name]: event.target.value } : one)))}
            />
          ))}
          <button
            type="button"
            className="ctl ctl-quiet ctl-square mt-7"
            aria-label={say.removeRate(place + 1)}
            disabled={rates.length === 1}
            onClick={() => onChange(rates.filter((_, index) => index !== place))}
          >
            ×
          </button>
        </div>
      ))}
      <div>
        <button type="button" className="ctl" disabled={rates.length >= MOST_RATES} onClick={() => onChange([...rates, newRate()])}>
          {say.addRate}
        </button>
      </div>
    </fieldset>
  )
}
