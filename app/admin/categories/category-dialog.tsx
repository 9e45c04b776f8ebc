import * as say from '#words/admin-categories.ts'
import { changesOf } from '../../data/admin/save.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Field, SelectField, TextAreaField } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { PictureField } from '../ui/picture-field.tsx'
import { conflictsOf, StaleEdit } from '../ui/stale-edit.tsx'
import { possibleParents } from './arrange.ts'
import { indented } from './indented.ts'
import { useCategoryForm } from './use-category-form.ts'
import type { CategoryDraft, CategoryFormOptions } from './use-category-form.ts'

const LABELS = { name: say.name, name_hi: say.nameHindi, parent_id: say.parent, slug: say.slug, description: say.description }

/**
 * Adds or edits a category; if someone else changed it, the dialog stays and shows both versions. 'none' in the select is the top level
 * (docs/rules.md#categories).
 */
export function CategoryDialog(options: CategoryFormOptions) {
  const form = useCategoryForm(options)
  const { row, values, before, stale } = form
  const { categories, onClose } = options
  /** A draft as a table of two versions shows it: a file is not shown, and a parent has a name. */
  const shown = ({ picture: _picture, parent_id, ...texts }: CategoryDraft) => ({
    ...texts,
    parent_id: categories.find(({ id }) => id === parent_id)?.name ?? say.noParent,
  })
  const typed = (name: Exclude<keyof CategoryDraft, 'picture'>) => ({
    name,
    value: values[name],
    error: form.errors[name],
    onChange: (event: { target: { value: string } }) => form.set({ [name]: event.target.value }),
  })

  return (
    <Dialog open busy={form.saving} title={row ? say.editTitle(row.name) : say.newTitle} onClose={onClose}>
      <form noValidate className="grid gap-4 text-ink" onSubmit={form.onSubmit}>
        <FormAlert message={form.message} attempt={form.attempt} />
        {stale?.row ? (
          <StaleEdit of={form} conflicts={conflictsOf(shown(before), shown(stale.values), changesOf(shown(before), shown(values)), LABELS)} />
        ) : null}
        <Field {...typed('name')} label={say.name} maxLength={80} autoComplete="off" />
        <Field {...typed('name_hi')} label={say.nameHindi} optional lang="hi" maxLength={80} autoComplete="off" />
        <SelectField {...typed('parent_id')} label={say.parent}>
          <option value="none">{say.noParent}</option>
          {possibleParents(categories, row?.id ?? null).map(({ category: other, depth }) => (
            <option key={other.id} value={other.id}>
              {indented(other.name, depth)}
            </option>
          ))}
        </SelectField>
        <Field {...typed('slug')} label={say.slug} optional maxLength={80} autoComplete="off" spellCheck={false} hint={say.slugHint} />
        <TextAreaField {...typed('description')} label={say.description} optional maxLength={4000} />
        <PictureField
          label={say.picture}
          name="picture"
          optional
          current={row?.image_url ?? null}
          chosen={values.picture}
          onChoose={(picture) => form.set({ picture })}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.saving}>
            {say.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={form.saving} busyText={say.saving}>
            {say.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
