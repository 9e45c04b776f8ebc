import type { ReactNode } from 'react'
import * as say from '#words/admin-family.ts'
import * as productWords from '#words/admin-product.ts'
import type { CategoryNode } from '../../../data/admin/products/discounts.ts'
import { Field, SelectField, TextAreaField } from '../../../ui/form/field.tsx'
import type { FieldErrors } from '../../../ui/form/form-alert.tsx'
import { indented } from '../../categories/indented.ts'
import { byDepth } from '../../discounts/edit/category-tree.ts'
import { FormSection } from '../../ui/form-page.tsx'
import { fieldsOf } from './draft.ts'
import type { FamilyDraft, FamilyTexts } from './draft.ts'

type Change = Partial<FamilyDraft>
/** The props of every section. */
export type FamilyFields = { draft: FamilyDraft; errors: FieldErrors; set: (some: Change | ((now: FamilyDraft) => Change)) => void }

type TextName = { [Name in keyof FamilyTexts]: FamilyTexts[Name] extends string ? Name : never }[keyof FamilyTexts]
type BoxProps = { of: FamilyFields; name: TextName; label: ReactNode; hint?: ReactNode; max?: number; inputMode?: 'numeric' | 'decimal' }

function Text({ of: { draft, errors, set }, name, label, hint, max, inputMode, optional = true }: BoxProps & { optional?: boolean }) {
  return (
    <Field
      label={label}
      name={name}
      hint={hint}
      optional={optional}
      maxLength={max}
      inputMode={inputMode}
      autoComplete="off"
      value={draft[name]}
      error={errors[name] ?? null}
      onChange={(event) => set(fieldsOf({ [name]: event.target.value }))}
    />
  )
}

function Area({ of: { draft, errors, set }, name, label, max, rows = 3 }: BoxProps & { rows?: number }) {
  return (
    <TextAreaField
      label={label}
      name={name}
      optional
      rows={rows}
      maxLength={max}
      value={draft[name]}
      error={errors[name] ?? null}
      onChange={(event) => set(fieldsOf({ [name]: event.target.value }))}
    />
  )
}

const pair = 'grid gap-4 sm:grid-cols-2'
const triple = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

export function Basics({ of, categories }: { of: FamilyFields; categories: readonly CategoryNode[] }) {
  const { draft, errors, set } = of
  const known = draft.categoryId === '' || categories.some((category) => category.id === draft.categoryId)
  return (
    <FormSection title={say.basics} hint={say.basicsHint}>
      <Text of={of} name="name" label={say.name} hint={say.nameHint} max={120} optional={false} />
      <Area of={of} name="description" label={productWords.description} max={20000} />
      <div className={pair}>
        <SelectField
          label={productWords.category}
          name="categoryId"
          optional
          error={errors['categoryId'] ?? null}
          value={draft.categoryId}
          onChange={(event) => set({ categoryId: event.target.value })}
        >
          <option value="">{say.ownCategory}</option>
          {known ? null : <option value={draft.categoryId}>{productWords.goneCategory}</option>}
          {byDepth(categories).map(({ category, depth }) => (
            <option key={category.id} value={category.id}>
              {indented(category.name, depth)}
            </option>
          ))}
        </SelectField>
        <Text of={of} name="brand" label={productWords.brand} max={80} />
      </div>
      <div className={pair}>
        <Text of={of} name="hsn" label={productWords.hsn} hint={productWords.hsnHint} max={8} inputMode="numeric" />
        <Text of={of} name="gst" label={productWords.gst} max={6} inputMode="decimal" />
      </div>
      <label className="flex min-h-9 touch:min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="mixedTiers"
          checked={draft.mixedTiers}
          onChange={(event) => set({ mixedTiers: event.target.checked })}
          className="size-[18px] flex-none accent-[var(--accent)]"
        />
        {say.mixedTiers}
      </label>
    </FormSection>
  )
}

export function Legal({ of }: { of: FamilyFields }) {
  return (
    <FormSection title={say.legal} hint={say.legalHint}>
      <div className={triple}>
        <Text of={of} name="genericName" label={productWords.genericName} max={120} />
        <Text of={of} name="bestBefore" label={productWords.bestBefore} max={120} />
        <Text of={of} name="countryOfOrigin" label={productWords.countryOfOrigin} max={60} />
      </div>
      <Text of={of} name="licence" label={productWords.licence} max={120} />
      <Area of={of} name="manufacturer" label={productWords.manufacturer} max={400} rows={2} />
      <Area of={of} name="ingredients" label={productWords.ingredients} max={10000} />
      <Area of={of} name="howToUse" label={productWords.howToUse} max={10000} />
    </FormSection>
  )
}
