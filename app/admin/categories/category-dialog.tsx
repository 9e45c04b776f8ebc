import { useState } from 'react'
import * as say from '#words/admin-categories.ts'
import { addCategory, changeCategory, StaleCategory } from '../../data/admin-categories.ts'
import type { AdminCategory, CategoryForm } from '../../data/admin-categories.ts'
import { serverMessage } from '../../data/server-message.ts'
import type { PictureChange } from '../../data/stored-picture.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { childrenOf, possibleParents } from './arrange.ts'
import { indented } from './indented.ts'
import { PictureField } from '../ui/picture-field.tsx'

type CategoryDialogProps = {
  categories: AdminCategory[]
  /** null: a new one. */
  category: AdminCategory | null
  parentId: string | null
  onClose: () => void
  onSaved: (name: string) => void
  onStale: () => void
}

type Errors = { name?: string; slug?: string; message?: string; attempt: number }

/** Adds or edits a category. 'none' in the select is the top level (docs/rules.md#categories). */
export function CategoryDialog({ categories, category, parentId, onClose, onSaved, onStale }: CategoryDialogProps) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Errors>({ attempt: 0 })
  const [picture, setPicture] = useState<PictureChange>('keep')
  const fail = (found: Omit<Errors, 'attempt'>) => setErrors(({ attempt }) => ({ ...found, attempt: attempt + 1 }))

  async function submit(data: FormData) {
    const text = (name: string) => String(data.get(name) ?? '')
    const form: CategoryForm = {
      name: text('name'),
      slug: text('slug'),
      name_hi: text('name_hi'),
      description: text('description'),
      parent_id: text('parent_id'),
    }
    const name = form.name.trim()
    if (name === '') return fail({ name: say.nameMissing })
    if (/[A-Z\s/?#%&]/.test(form.slug.trim())) return fail({ slug: say.slugRefused })
    setBusy(true)
    try {
      const siblings = childrenOf(categories, form.parent_id === 'none' ? null : form.parent_id)
      if (category) await changeCategory(category, form, picture)
      else await addCategory(form, picture === 'keep' ? null : picture, Math.max(0, ...siblings.map(({ display_order }) => display_order)) + 1)
      onSaved(name)
    } catch (error) {
      if (error instanceof StaleCategory) return onStale()
      setBusy(false)
      if (error instanceof Error && error.message.includes('duplicate key') && error.message.includes('slug')) return fail({ slug: say.slugTaken })
      fail({ message: serverMessage(error, say.notSaved) })
    }
  }

  return (
    <Dialog open busy={busy} title={category ? say.editTitle(category.name) : say.newTitle} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4 text-ink"
        // What was wrong and is being mended is no longer said (docs/rules.md#forms).
        onChange={({ target }) => setErrors((before) => ({ ...before, [target.getAttribute('name') ?? '']: undefined }))}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit(new FormData(event.currentTarget))
        }}
      >
        <FormAlert message={errors.message} attempt={errors.attempt} />
        <Field label={say.name} name="name" maxLength={80} autoComplete="off" defaultValue={category?.name ?? ''} error={errors.name} />
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
          error={errors.slug}
        />
        <TextAreaField label={say.description} name="description" optional maxLength={4000} defaultValue={category?.description ?? ''} />
        <PictureField label={say.picture} name="picture" optional current={category?.image_url ?? null} chosen={picture} onChoose={setPicture} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={busy}>
            {say.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={say.saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
