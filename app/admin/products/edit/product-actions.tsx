import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { productPath } from '#domain/text/slug.ts'
import * as familyWords from '#words/admin-family.ts'
import * as listWords from '#words/admin-list.ts'
import * as say from '#words/admin-product.ts'
import { deleteProduct } from '../../../data/admin/products/product.ts'
import type { EditedProduct } from '../../../data/admin/products/product.ts'
import { moveProducts } from '../../../data/admin/products/products.ts'
import type { ProductState } from '../../../data/admin/products/products.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { AdminIcon } from '../../ui/admin-icon.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toastUndo } from '../../ui/undo.ts'

type ProductActionsProps = {
  product: EditedProduct
  /** the form has unsaved changes */ unsaved: boolean
  /** `by`: what changed it while the form may have had other changes; null for what it waited for */
  onChanged: (by: string | null) => Promise<unknown>
}

/** Other actions on a product. Actions that reload it wait until the changes are saved or discarded. */
export function ProductActions({ product, unsaved, onChanged }: ProductActionsProps) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const title = unsaved ? say.whileUnsaved : undefined
  const item = 'flex min-h-9 w-full items-center px-4 text-left hover:bg-hover disabled:text-ink-3 touch:min-h-11'

  async function move(to: ProductState, message: string) {
    const { id, status } = product
    try {
      if ((await moveProducts([id], status, to)).length === 0) return void toast({ title: say.notMoved, description: say.movedOn, tone: 'error' })
      await onChanged(null)
      toastUndo(message, async () => {
        if ((await moveProducts([id], to, status)).length === 0) throw new Error('stale')
        await onChanged(listWords.undo)
      })
    } catch (error) {
      toast({ title: say.notMoved, description: serverMessage(error, say.failedText), tone: 'error' })
    }
  }

  return (
    <>
      {product.status === 'active' ? (
        <Link to={productPath(product)} className="ctl">
          <AdminIcon name="store" />
          {say.viewInShop}
        </Link>
      ) : null}
      <Link to={`/admin/products/add?from=${product.id}`} className="ctl">
        {say.duplicate}
      </Link>
      <Menu label={say.more} button={<AdminIcon name="more" />} className="ctl ctl-square">
        <div className="grid min-w-[190px] py-1">
          {product.family === null ? (
            <Link to={`/admin/products/families/new?of=${product.id}`} className={item}>
              {familyWords.makeFamily}
            </Link>
          ) : null}
          {product.status === 'archived' ? (
            <button type="button" className={item} disabled={unsaved} title={title} onClick={() => void move('draft', say.unarchived(product.name))}>
              {say.unarchive}
            </button>
          ) : (
            <button type="button" className={item} disabled={unsaved} title={title} onClick={() => void move('archived', say.archived(product.name))}>
              {say.archive}
            </button>
          )}
          <button type="button" className={`${item} text-bad`} disabled={unsaved} title={title} onClick={() => setAsking(true)}>
            {say.remove}
          </button>
        </div>
      </Menu>
      {asking ? (
        <ConfirmDialog
          title={say.removeTitle(product.name)}
          confirm={say.removeConfirm}
          onConfirm={async () => {
            const deleted = await deleteProduct(product)
            if (!deleted.ok) throw new Error(deleted.code === 'IN_ORDERS' ? say.inOrders(deleted.orders) : say.removeRefused[deleted.code])
            toast({ title: say.removed(product.name), tone: 'success' })
            await queryClient.invalidateQueries({ queryKey: ['admin-products'] })
            void navigate('/admin/products', { replace: true })
          }}
          onClose={() => setAsking(false)}
        >
          {say.removeText}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
