import * as say from '#words/admin-discounts.ts'
import type { CategoryNode } from '../../../data/admin/products/discounts.ts'
import { Field, SelectField } from '../../../ui/form/field.tsx'
import { FormSection } from '../../ui/form-page.tsx'
import type { DiscountTexts } from '../draft.ts'
import { Choice } from './choice.tsx'
import { GoodsPicker } from './goods-picker.tsx'
import type { DiscountEdit } from './use-discount-form.ts'

type GivesSectionProps = { form: DiscountEdit; categories: readonly CategoryNode[] }

/** What a discount takes off, from which goods, with a code or without. */
export function GivesSection({ form: { values: texts, set: change, typed }, categories }: GivesSectionProps) {
  return (
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
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={say.kind} name="kind" value={texts.kind} onChange={(event) => change({ kind: event.target.value as DiscountTexts['kind'] })}>
          {Object.entries(say.kinds).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </SelectField>
        {texts.kind === 'free_delivery' ? null : <Field {...typed('value')} label={texts.kind === 'percent' ? say.percent : say.rupees} inputMode="decimal" />}
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
  )
}
