import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/admin-discounts.ts'
import { announceDiscount, saveDiscount } from '../../../data/admin/discounts.ts'
import type { AdminDiscount, DiscountColumns, DiscountUses, CategoryNode } from '../../../data/admin/discounts.ts'
import { changesOf } from '../../../data/admin/save.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { Field, SelectField } from '../../../ui/field.tsx'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import { toast } from '../../../ui/toast.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormPage, FormSection } from '../../ui/form-page.tsx'
import { conflictsOf, StaleEdit } from '../../ui/stale-edit.tsx'
import { checkDiscount, nameOf, NEW_DISCOUNT, stateOf, textsOf } from '../draft.ts'
import type { DiscountErrors, DiscountTexts } from '../draft.ts'
import { Choice } from './choice.tsx'
import { GoodsPicker } from './goods-picker.tsx'
import { PreviewPanel } from './discount-preview.tsx'

type DiscountFormProps = { shown: (AdminDiscount & DiscountUses) | null; categories: readonly CategoryNode[] }

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

export function DiscountForm({ shown, categories }: DiscountFormProps) {
  const navigate = useNavigate()
  const [telling, setTelling] = useState(false)
  const form = useEditForm<AdminDiscount | null, DiscountTexts>({
    row: shown,
    valuesOf: (row) => (row ? textsOf(row) : NEW_DISCOUNT),
    check: (texts) => {
      const checked = checkDiscount(texts)
      return checked.ok ? {} : checked.errors
    },
    failed: () => say.notSaved,
    onRow: () => queryClient.invalidateQueries({ queryKey: ['admin-discounts'] }),
    save: async ({ values, row }) => {
      const checked = checkDiscount(values)
      if (!checked.ok) return { ok: false, errors: checked.errors }
      const saved = await saveDiscount(row, checked.columns)
      if (!saved.ok) {
        if (saved.code === 'CODE_TAKEN') return { ok: false, errors: { code: say.codeTaken } }
        if (saved.code === 'TOO_FEW_USES') return { ok: false, errors: { usageLimit: say.tooFewUses } }
        if (saved.code === 'STALE') return { ok: false, stale: { row: saved.current, by: saved.by } }
        return { ok: false, message: saved.code === 'GONE' ? say.discountGone : say.notSaved }
      }
      toast({ title: say.saved(nameOf(checked.columns)), tone: 'success' })
      // The form restarts with the saved row; until then it counts as saving, and leaving it asks nothing.
      await queryClient.invalidateQueries({ queryKey: ['admin-discounts'] })
      if (row === null) await navigate(`/admin/discounts/${saved.id}`, { replace: true })
      return null
    },
  })
  const { values: texts, errors, stale, set: change } = form
  const checked = checkDiscount(texts)
  const typed = (name: keyof DiscountErrors & keyof DiscountTexts) => ({
    name,
    value: texts[name],
    error: errors[name] ?? null,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })

  const [opened] = useState(() => new Date())
  const live = shown !== null && stateOf(shown, opened) === 'live'
  return (
    <FormPage
      title={shown ? nameOf(shown) : say.newTitle}
      back={{ to: '/admin/discounts', label: say.title }}
      actions={
        live && shown.announced_at === null ? (
          <button type="button" className="ctl" disabled={form.changed > 0} onClick={() => setTelling(true)}>
            {say.announce}
          </button>
        ) : null
      }
      form={form}
      notice={
        stale?.row && shown && checked.ok ? (
          <StaleEdit of={form} conflicts={conflictsOf(shown, stale.row, changesOf<DiscountColumns>(shown, checked.columns), LABELS)} />
        ) : undefined
      }
      rail={<PreviewPanel columns={checked.ok ? checked.columns : null} allCategories={categories} without={shown?.id ?? null} />}
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
        <GoodsPicker categories={categories} productIds={texts.productIds} categoryIds={texts.categoryIds} onChange={change} />
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
