import { useState } from 'react'
import * as say from '#words/admin-categories.ts'
import { addCategory, changeCategory, StaleCategory } from '../../data/admin/products/categories.ts'
import type { AdminCategory, CategoryForm } from '../../data/admin/products/categories.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import type { PictureChange } from '../../data/admin/products/stored-picture.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Field, SelectField, TextAreaField } from '../../ui/form/field.tsx'
import type { Problem } from '../../ui/form/submit-state.ts'
import { fieldText, useSubmit } from '../../ui/form/use-submit.ts'
import type { Send } from '../../ui/form/use-submit.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { childrenOf, possibleParents } from './arrange.ts'
import { indented } from './indented.ts'
import { PictureField } from '../ui/picture-field.tsx'

type CategoryDialogProps = {
  categories: AdminCategory[]
  /** null: a new category. */
  category: AdminCategory | null
  parentId: string | null
  onClose: () => void
  onSaved: (name: string) => void
  onStale: () => void
}

/** Adds or edits a category. 'none' in the select is the top level (docs/rules.md#categories). */
export function CategoryDialog({ categories, category, parentId, onClose, onSaved, onStale }: CategoryDialogProps) {
  const submission = useSubmit((error) => serverMessage(error, say.notSaved))
  const { errors } = submission
  const [picture, setPicture] = useState<PictureChange>('keep')

  const submit = submission.onSubmit((data): Problem | Send => {
    const text = (name: string) => fieldText(data, name)
    const form: CategoryForm = {
      name: text('name'),
      slug: text('slug'),
      name_hi: text('name_hi'),
      description: text('description'),
      parent_id: text('parent_id'),
    }
    const name = form.name.trim()
    if (name === '') return { errors: { name: say.nameMissing } }
    if (/[A-Z\s/?#%&]/.test(form.slug.trim())) return { errors: { slug: say.slugRefused } }
    return async () => {
      const siblings = childrenOf(categories, form.parent_id === 'none' ? null : form.parent_id)
      try {
        if (category) await changeCategory(category, form, picture)
        else await addCategory(form, picture === 'keep' ? null : picture, Math.max(0, ...siblings.map(({ display_order }) => display_order)) + 1)
      } catch (error) {
        if (error instanceof StaleCategory) return onStale()
        if (error instanceof Error && error.message.includes('duplicate key') && error.message.includes('slug')) return { errors: { slug: say.slugTaken } }
        throw error
      }
      return onSaved(name)
    }
  })

  return (
    <Dialog open busy={submission.busy} title={category ? say.editTitle(category.name) : say.newTitle} onClose={onClose}>
      <form noValidate className="grid gap-4 text-ink" onChange={submission.onChange} onSubmit={submit}>
        <FormAlert message={submission.message} attempt={submission.attempt} />
        <Field label={say.name} name="name" maxLength={80} autoComplete="off" defaultValue={category?.name ?? ''} error={errors['name']} />
        <Field label={say.nameHindi} name="name_hi" optional lang="hi" maxLength={80} autoComplete="off" defaultValue={category?.name_hi ?? ''} />
        <SelectField label={say.parent} name="parent_id" defaultValue={parentId ?? 'none'}>
          <option value="none">{say.noParent}</option>
          {possibleParents(categories, category?.id ?? null).map(({ category: other, depth }) => (
            <option key={other.id} value={other.id}>
              {indented(other.name, depth)}
            </option>
          ))}
        </SelectField>
        <Field
          label={say.slug}
          name="slug"
          optional
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          hint={say.slugHint}
          defaultValue={category?.slug ?? ''}
          error={errors['slug']}
        />
        <TextAreaField label={say.description} name="description" optional maxLength={4000} defaultValue={category?.description ?? ''} />
        <PictureField label={say.picture} name="picture" optional current={category?.image_url ?? null} chosen={picture} onChoose={setPicture} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={submission.busy}>
            {say.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={submission.busy} busyText={say.saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
