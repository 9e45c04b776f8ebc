import { useState } from 'react'
import * as say from '#words/admin-family.ts'
import * as productWords from '#words/admin-product.ts'
import type { CategoryNode } from '../../../data/admin/products/discounts.ts'
import type { EditedFamily } from '../../../data/admin/products/family.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { StaleEdit } from '../../ui/stale-edit.tsx'
import type { FamilyDraft } from './draft.ts'
import { FamilyActions } from './family-actions.tsx'
import { familyConflicts } from './family-conflicts.ts'
import { Basics, Legal } from './family-sections.tsx'
import { JoinProducts } from './join-products.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { ProductGrid } from './product-grid.tsx'
import { useFamilyForm } from './use-family-form.ts'

type FamilyFormProps = {
  /** null: a new family */ shown: EditedFamily | null
  beginning: FamilyDraft
  categories: readonly CategoryNode[]
  /** reads the family again after a save */ readAgain: () => Promise<EditedFamily | null>
}

export function FamilyForm({ shown, beginning, categories, readAgain }: FamilyFormProps) {
  const settings = useSettings()
  // ids of values are made once
  const [begun] = useState(beginning)
  const form = useFamilyForm({ shown, beginning: begun, settings, readAgain })
  const { row, values, errors, set } = form
  const fields = { draft: values, errors, set }
  return (
    <FormPage
      title={row ? row.name : say.newTitle}
      back={{ to: '/admin/products', label: productWords.products }}
      actions={row ? <FamilyActions family={row} unsaved={form.changed > 0} /> : undefined}
      form={form}
      notice={
        form.stale ? (
          <StaleEdit
            of={form}
            conflicts={familyConflicts(form.before, form.stale.values, values, new Map(categories.map((category) => [category.id, category.name])))}
          />
        ) : undefined
      }
    >
      <Basics of={fields} categories={categories} />
      <OptionsEditor of={fields} onUploaded={form.uploaded} />
      <ProductGrid of={fields} />
      <JoinProducts of={fields} />
      <Legal of={fields} />
    </FormPage>
  )
}
