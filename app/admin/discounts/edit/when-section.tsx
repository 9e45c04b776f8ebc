import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-discounts.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormSection } from '../../ui/form-page.tsx'
import type { DiscountEdit } from './use-discount-form.ts'

const pair = 'grid gap-4 sm:grid-cols-2'

/** From when to when, how often and from which amount. */
export function WhenSection({ form: { values: texts, set: change, typed }, announcedAt }: { form: DiscountEdit; announcedAt: string | null }) {
  return (
    <FormSection title={say.when}>
      <div className={pair}>
        <Field {...typed('minimum')} label={say.minimum} hint={say.minimumHint} optional inputMode="decimal" />
        {texts.kind === 'percent' ? <Field {...typed('maximum')} label={say.maximum} hint={say.maximumHint} optional inputMode="decimal" /> : null}
      </div>
      <div className={pair}>
        <Field
          label={say.from}
          name="starts"
          type="datetime-local"
          optional
          hint={say.indianTime}
          value={texts.starts}
          onChange={(event) => change({ starts: event.target.value })}
        />
        <Field {...typed('ends')} label={say.to} type="datetime-local" optional hint={say.indianTime} />
      </div>
      <div className={pair}>
        <Field {...typed('usageLimit')} label={say.usageLimit} optional inputMode="numeric" />
        <Field {...typed('customerLimit')} label={say.customerLimit} optional inputMode="numeric" />
      </div>
      <label className="flex min-h-9 touch:min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={texts.active}
          onChange={(event) => change({ active: event.target.checked })}
          className="size-[18px] accent-[var(--accent)]"
        />
        {say.active}
      </label>
      {announcedAt === null ? null : <p className="text-ink-2">{say.announcedOn(formatDate(announcedAt))}</p>}
    </FormSection>
  )
}
