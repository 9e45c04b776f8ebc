import { useEffect } from 'react'
import * as say from '#words/admin-categories.ts'
import * as formWords from '#words/admin-form.ts'
import { addCategory, changeCategory } from '../../data/admin/products/categories.ts'
import type { AdminCategory, CategoryForm, CategoryRow } from '../../data/admin/products/categories.ts'
import type { PictureChange } from '../../data/admin/products/stored-picture.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import type { FieldErrors } from '../../ui/form/form-alert.tsx'
import { useEditForm } from '../../ui/form/use-edit-form.ts'
import type { EditOutcome } from '../../ui/form/use-edit-form.ts'
import { childrenOf } from './arrange.ts'

export type CategoryDraft = CategoryForm & { picture: PictureChange }

export type CategoryFormOptions = {
  categories: AdminCategory[]
  /** null: a new category, below `parentId`. The row as it was read last: the form follows it. */
  category: AdminCategory | null
  parentId: string | null
  onClose: () => void
  /** shows the row in the tree, so that the dialog begins with it when it is opened again */
  onSaved: (row: CategoryRow) => void
}

function check({ name, slug }: CategoryDraft): FieldErrors {
  return {
    ...(name.trim() === '' ? { name: say.nameMissing } : {}),
    ...(/[A-Z\s/?#%&]/.test(slug.trim()) ? { slug: say.slugRefused } : {}),
  }
}

const slugIsTaken = (message: string) => message.includes('duplicate key') && message.includes('slug')

/** The state of the dialog of a category. */
export function useCategoryForm({ categories, category, parentId, onClose, onSaved }: CategoryFormOptions) {
  const form = useEditForm<CategoryRow | null, CategoryDraft>({
    row: category,
    valuesOf: (row) => ({
      name: row?.name ?? '',
      name_hi: row?.name_hi ?? '',
      parent_id: (row === null ? parentId : row.parent_id) ?? 'none',
      slug: row?.slug ?? '',
      description: row?.description ?? '',
      picture: 'keep',
    }),
    check,
    failed: (error) => serverMessage(error, say.notSaved),
    onDone: onClose,
    async save({ values, row }): Promise<EditOutcome<CategoryRow | null, CategoryDraft>> {
      const saved = row === null ? await added(values) : await changeCategory(row, values, values.picture)
      if (saved.ok) {
        onSaved(saved.row)
        return { ok: true, row: saved.row }
      }
      if (saved.code === 'STALE') return { ok: false, stale: { row: saved.current, by: saved.by } }
      if (saved.code === 'GONE') return { ok: false, message: formWords.goneText }
      if (slugIsTaken(saved.message)) return { ok: false, errors: { slug: say.slugTaken } }
      return { ok: false, message: serverMessage(saved, say.notSaved) }
    },
  })

  function added(values: CategoryDraft) {
    const siblings = childrenOf(categories, values.parent_id === 'none' ? null : values.parent_id)
    const place = Math.max(0, ...siblings.map(({ display_order }) => display_order)) + 1
    return addCategory(values, values.picture === 'keep' ? null : values.picture, place)
  }

  useEffect(() => {
    if (category !== null && category.updated_at !== form.row?.updated_at) form.rebase(category)
    // oxlint-disable-next-line react/exhaustive-deps -- when the tree is read again, e.g. after a move that was not yet answered
  }, [category])
  return form
}
