import * as say from '#words/admin-categories.ts'
import { deleteCategory, StaleCategory } from '../../data/admin/products/categories.ts'
import type { AdminCategory } from '../../data/admin/products/categories.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { fieldText, useSubmit } from '../../ui/form/use-submit.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { childrenOf, possibleParents } from './arrange.ts'
import { indented } from './indented.ts'

type DeleteDialogProps = { categories: AdminCategory[]; category: AdminCategory; onClose: () => void; onDeleted: () => void; onStale: () => void }

/** Says what will be deleted, and asks where its products and sub-categories go (docs/rules.md#categories). */
export function DeleteDialog({ categories, category, onClose, onDeleted, onStale }: DeleteDialogProps) {
  const form = useSubmit((error) => serverMessage(error, say.notDeleted))
  const children = childrenOf(categories, category.id)
  const forProducts = possibleParents(categories, null).filter(({ category: other }) => other.id !== category.id)
  const stuck = category.products > 0 && forProducts.length === 0

  const submit = form.onSubmit((data) => {
    const chosen = (name: string) => fieldText(data, name) || null
    const products = chosen('products_to')
    const below = chosen('children_to')
    if (category.products > 0 && products === null) return { errors: { products_to: say.chooseMissing } }
    return async () => {
      try {
        await deleteCategory(category, children.length, { products, children: below === 'none' ? null : below })
      } catch (error) {
        if (error instanceof StaleCategory) return onStale()
        throw error
      }
      return onDeleted()
    }
  })

  return (
    <Dialog open busy={form.busy} title={say.deleteTitle(category.name)} onClose={onClose}>
      <form noValidate className="grid gap-4" onChange={form.onChange} onSubmit={submit}>
        <p>{stuck ? say.nowhere : say.deleteText}</p>
        <FormAlert message={form.message} attempt={form.attempt} />
        <div className="grid gap-4 text-ink empty:hidden">
          {category.products > 0 && !stuck ? (
            <SelectField label={say.productsTo(category.products)} name="products_to" defaultValue="" error={form.errors['products_to']}>
              <option value="">{say.choose}</option>
              {forProducts.map(({ category: other, depth }) => (
                <option key={other.id} value={other.id}>
                  {indented(other.name, depth)}
                </option>
              ))}
            </SelectField>
          ) : null}
          {children.length > 0 && !stuck ? (
            <SelectField label={say.childrenTo(children.length)} name="children_to" defaultValue={category.parent_id ?? 'none'}>
              <option value="none">{say.noParent}</option>
              {possibleParents(categories, category.id).map(({ category: other, depth }) => (
                <option key={other.id} value={other.id}>
                  {indented(other.name, depth)}
                </option>
              ))}
            </SelectField>
          ) : null}
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={form.busy}>
            {say.cancel}
          </Button>
          {stuck ? null : (
            <Button type="submit" variant="danger" busy={form.busy} busyText={say.deleting}>
              {say.deleteButton(category.name)}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
