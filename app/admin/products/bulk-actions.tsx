import { useNavigate } from 'react-router'
import type { CategoryNode } from '#domain/product-import/category-nodes.ts'
import * as say from '#words/admin-products.ts'
import { setAll } from '../../data/admin/products/product-changes.ts'
import type { AdminProduct, ProductState } from '../../data/admin/products/products.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { EditManyDialog } from './edit-many-dialog.tsx'
import { PriceDialog } from './price-dialog.tsx'
import type { Bulk } from './use-bulk.ts'

/** An open form and its products. */
export type OpenBulk = { what: 'prices' | 'edit'; products: readonly AdminProduct[] }
type BulkActionsProps = { bulk: Bulk; onOpen: (open: OpenBulk) => void; /** called when the selection is cleared */ onDone: () => void }

/** The buttons of the bar. */
export function BulkActions({ bulk, onOpen, onDone }: BulkActionsProps) {
  const navigate = useNavigate()
  async function show(what: OpenBulk['what']) {
    const products = await bulk.gather()
    if (products !== null) onOpen({ what, products })
  }
  async function makeFamily() {
    const single = (await bulk.gather())?.filter(({ family_id }) => family_id === null)
    if (!single) return
    if (single.length < 2 || single.length > 100) return void toast({ title: say.inFamilies, tone: 'error' })
    void navigate(`/admin/products/families/new?of=${single.map(({ id }) => id).join()}`)
  }
  async function move(to: ProductState) {
    const products = await bulk.gather()
    if (products === null) return
    try {
      await bulk.apply(setAll(products, 'status', to), (count) => say.moved(count, say.states[to]))
      onDone()
    } catch (error) {
      toast({ title: say.notChanged, description: error instanceof Error ? error.message : undefined, tone: 'error' })
    }
  }
  if (bulk.gathering !== null) return <span className="px-2">{say.gathering(bulk.gathering)}</span>
  return (
    <>
      <button type="button" className="ctl" onClick={() => void show('prices')}>
        {say.changePrices}
      </button>
      <button type="button" className="ctl" onClick={() => void show('edit')}>
        {say.editMany}
      </button>
      <button type="button" className="ctl" onClick={() => void makeFamily()}>
        {say.makeFamily}
      </button>
      <button type="button" className="ctl" onClick={() => void move('active')}>
        {say.publish}
      </button>
      <button type="button" className="ctl" onClick={() => void move('draft')}>
        {say.toDraft}
      </button>
      <button type="button" className="ctl" onClick={() => void move('archived')}>
        {say.archive}
      </button>
    </>
  )
}

type BulkDialogProps = { open: OpenBulk; bulk: Bulk; categories: readonly CategoryNode[]; onDone: () => void; onClose: () => void }

/** The form of a button, rendered outside the bar, because the bar is a live region and would read it aloud. */
export function BulkDialog({ open, bulk, categories, onDone, onClose }: BulkDialogProps) {
  const form = {
    onApply: async (changes: Parameters<Bulk['apply']>[0]) => {
      await bulk.apply(changes, say.changedMany)
      onDone()
    },
    onClose,
  }
  return open.what === 'prices' ? (
    <PriceDialog products={open.products} {...form} />
  ) : (
    <EditManyDialog products={open.products} categories={categories} {...form} />
  )
}
