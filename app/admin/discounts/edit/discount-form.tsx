import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import * as say from '#words/admin-discounts.ts'
import { announceDiscount, saveDiscount } from '../../../data/admin-discounts.ts'
import type { AdminDiscount, DiscountUses, Shelf } from '../../../data/admin-discounts.ts'
import { queryClient } from '../../../data/queries.ts'
import { Field, SelectField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormPage, FormSection } from '../../ui/form-page.tsx'
import { conflictsOf, StaleEdit } from '../../ui/stale-edit.tsx'
import { checkDiscount, nameOf, NEW_DISCOUNT, stateOf, textsOf } from '../draft.ts'
import type { DiscountErrors, DiscountTexts } from '../draft.ts'
import { Choice } from './choice.tsx'
import { GoodsPicker } from './goods-picker.tsx'
import { WouldGive } from './would-give.tsx'

type DiscountFormProps = { shown: (AdminDiscount & DiscountUses) | null; shelves: readonly Shelf[] }

type Stamp = Pick<AdminDiscount, 'id' | 'updated_at'>

const LABELS = {
  code: say.code,
  title: say.offerTitle,
  description: say.description,
  kind: say.kind,
  value: say.gives,
  minimum_goods: say.minimum,
  maximum_discount: say.maximum,
  starts_at: say.from,
  ends_at: say.to,
  usage_limit: say.usageLimit,
  customer_limit: say.customerLimit,
  combines: say.withOthers,
  is_active: say.active,
}

const pair = 'grid gap-4 sm:grid-cols-2'

export function DiscountForm({ shown, shelves }: DiscountFormProps) {
  const navigate = useNavigate()
  const before = shown ? textsOf(shown) : NEW_DISCOUNT
  const [texts, setTexts] = useState(before)
  const [saving, setSaving] = useState(false)
  const [telling, setTelling] = useState(false)
  const [stale, setStale] = useState<{ current: AdminDiscount; by: string | null } | null>(null)
  const [failure, setFailure] = useState<{ attempt: number; message: string | null; fields: DiscountErrors }>({ attempt: 0, message: null, fields: {} })
  const checked = checkDiscount(texts)
  const errors: DiscountErrors = failure.attempt > 0 ? { ...(checked.ok ? {} : checked.errors), ...failure.fields } : {}
  const changes = (Object.keys(texts) as (keyof DiscountTexts)[]).filter((name) => JSON.stringify(texts[name]) !== JSON.stringify(before[name])).length
  const change = (some: Partial<DiscountTexts>) => {
    setTexts({ ...texts, ...some })
    setFailure((was) => ({ ...was, message: null, fields: {} }))
  }
  const fail = (message: string | null, fields: DiscountErrors = {}) => setFailure((was) => ({ attempt: was.attempt + 1, message, fields }))
  const typed = (name: keyof DiscountErrors & keyof DiscountTexts) => ({
    name,
    value: texts[name],
    error: errors[name] ?? null,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })

  async function save(over: Stamp | null = shown) {
    if (!checked.ok) return fail(null)
    setSaving(true)
    setStale(null)
    const saved = await saveDiscount(over, checked.columns).catch(() => null)
    if (!saved?.ok) setSaving(false)
    if (saved === null) return fail(say.notSaved)
    if (!saved.ok) {
      if (saved.code === 'CODE_TAKEN') return fail(null, { code: say.codeTaken })
      if (saved.code === 'TOO_FEW_USES') return fail(null, { usageLimit: say.tooFewUses })
      if (saved.code === 'STALE') return setStale({ current: saved.current, by: saved.by })
      return fail(saved.code === 'GONE' ? say.deletedMeanwhile : say.notSaved)
    }
    toast({ title: say.saved(nameOf(checked.columns)), tone: 'success' })
    // saving until the form starts anew with the saved row: meanwhile nothing asks about unsaved changes
    await queryClient.invalidateQueries({ queryKey: ['admin-discounts'] })
    setSaving(shown === null)
    if (shown === null) void navigate(`/admin/discounts/${saved.id}`, { replace: true })
  }

  const [opened] = useState(() => new Date())
  const live = shown !== null && stateOf(shown, opened) === 'live'
  return (
    <FormPage
      title={shown ? nameOf(shown) : say.newTitle}
      back={{ to: '/admin/discounts', label: say.title }}
      actions={
        live && shown.announced_at === null ? (
          <button type="button" className="ctl" disabled={changes > 0} onClick={() => setTelling(true)}>
            {say.announce}
          </button>
        ) : null
      }
      changes={shown === null && changes === 0 ? 0 : changes}
      saving={saving}
      failure={{ attempt: failure.attempt, message: failure.message, fields: failure.message === null ? errors : {} }}
      notice={
        stale && shown && checked.ok ? (
          <StaleEdit
            by={stale.by}
            conflicts={conflictsOf(shown, stale.current, checked.columns, LABELS)}
            onTakeTheirs={() => void queryClient.invalidateQueries({ queryKey: ['admin-discounts'] })}
            onSaveMine={() => void save(stale.current)}
          />
        ) : undefined
      }
      rail={<WouldGive columns={checked.ok ? checked.columns : null} shelves={shelves} without={shown?.id ?? null} />}
      onSave={() => void save()}
      onDiscard={() => setTexts(before)}
    >
      <FormSection title={say.whatItGives}>
        <Choice
          legend={say.howApplied}
          name="applied"
          value={texts.automatic ? 'automatic' : 'code'}
          options={say.appliedBy}
          onChoose={(value) => change({ automatic: value === 'automatic' })}
        />
        {texts.automatic ? (
          <Field {...typed('title')} label={say.offerTitle} hint={say.offerTitleHint} maxLength={60} />
        ) : (
          <Field
            {...typed('code')}
            label={say.code}
            hint={say.codeHint}
            maxLength={40}
            autoCapitalize="characters"
            spellCheck={false}
            className="[&_input]:uppercase"
          />
        )}
        <div className={pair}>
          <SelectField label={say.kind} name="kind" value={texts.kind} onChange={(event) => change({ kind: event.target.value as DiscountTexts['kind'] })}>
            {Object.entries(say.kinds).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </SelectField>
          {texts.kind === 'free_delivery' ? null : (
            <Field {...typed('value')} label={texts.kind === 'percent' ? say.percent : say.rupees} inputMode="decimal" />
          )}
        </div>
        <Field
          label={say.description}
          name="description"
          optional
          maxLength={200}
          autoComplete="off"
          value={texts.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <GoodsPicker shelves={shelves} productIds={texts.productIds} categoryIds={texts.categoryIds} onChange={change} />
      </FormSection>
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
        <label className="flex min-h-9 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={texts.active}
            onChange={(event) => change({ active: event.target.checked })}
            className="size-[18px] accent-[var(--accent)]"
          />
          {say.active}
        </label>
        {shown?.announced_at ? <p className="text-ink-2">{say.announcedOn(formatDate(shown.announced_at))}</p> : null}
      </FormSection>
      <FormSection title={say.withOthers} hint={texts.automatic ? say.automaticRule : undefined}>
        {texts.automatic || texts.kind === 'free_delivery' ? null : (
          <Choice
            legend={say.withOthers}
            name="combines"
            value={texts.combines ? 'yes' : 'no'}
            options={say.combinesText}
            onChoose={(value) => change({ combines: value === 'yes' })}
          />
        )}
        {!texts.automatic && texts.kind === 'free_delivery' ? <p className="text-ink-2">{say.automaticRule}</p> : null}
      </FormSection>
      {telling && shown ? (
        <ConfirmDialog
          title={say.announceTitle(nameOf(shown))}
          confirm={say.announce}
          keep={say.keepQuiet}
          onConfirm={async () => {
            const people = await announceDiscount(shown.id)
            toast({ title: say.announced(people), tone: 'success' })
            await queryClient.invalidateQueries({ queryKey: ['admin-discounts'] })
          }}
          onClose={() => setTelling(false)}
        >
          {say.announceText}
        </ConfirmDialog>
      ) : null}
    </FormPage>
  )
}
