import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as say from '#words/admin-product.ts'
import type { GstSettings } from '#domain/tax/gst.ts'
import { saveProduct } from '../../../data/admin/products/product.ts'
import type { EditedProduct, ProductColumns, ProductRefusal } from '../../../data/admin/products/product.ts'
import { changesOf } from '../../../data/admin/save.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import type { EditOutcome } from '../../../ui/form/use-edit-form.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { editProductPath } from '../../paths.ts'
import { changedFields, checkProduct, copyOf, NEW_PRODUCT, textsOf } from './draft.ts'
import type { ProductTexts } from './draft.ts'
import { uploadPictures } from './upload-pictures.ts'
import { afterSave, sameAsStored, storedPictures, formPicturesOf, picturesOver, withUploads } from './form-pictures.ts'
import type { FormPicture } from './form-pictures.ts'
import { useUploadedFiles } from './use-uploaded-files.ts'

export type ProductDraft = ProductTexts & { pictures: readonly FormPicture[] }
type Outcome = EditOutcome<EditedProduct | null, ProductDraft>

type ProductFormOptions = {
  /** null: a new product */ shown: EditedProduct | null
  /** the product that the new one is copied from */ copied?: EditedProduct | undefined
  settings: GstSettings
  /** reads the product again */
  readAgain: () => Promise<EditedProduct | null>
}

/** The state of the product form: its pictures are uploaded first, then the row and its pictures are saved in one transaction. */
export function useProductForm({ shown, copied, settings, readAgain }: ProductFormOptions) {
  const navigate = useNavigate()
  const [id] = useState(() => shown?.id ?? crypto.randomUUID())
  const [progress, setProgress] = useState<Record<string, number>>({})
  /** how many choices of pictures are being read; they belong to the next save */
  const [reading, setReading] = useState(0)
  const sent = useUploadedFiles()

  const form = useEditForm<EditedProduct | null, ProductDraft>({
    row: shown,
    valuesOf: (row) =>
      row
        ? { ...textsOf(row), pictures: formPicturesOf(row.pictures, false) }
        : { ...(copied ? copyOf(copied) : NEW_PRODUCT), pictures: formPicturesOf(copied?.pictures ?? [], true) },
    check: (values) => {
      const checked = checkProduct(values, settings, shown === null)
      return checked.ok ? {} : checked.errors
    },
    failed: () => say.notSaved,
    waiting: reading > 0,
    save: ({ values, row }) => save(values, row),
  })

  async function save(values: ProductDraft, row: EditedProduct | null): Promise<Outcome> {
    const checked = checkProduct(values, settings, row === null)
    if (!checked.ok) return { ok: false, errors: checked.errors }
    const { columns, cost } = checked
    const all = await uploadPictures(values.pictures, (key, part) => setProgress((now) => ({ ...now, [key]: part })))
    sent.keep(all, values.pictures)
    form.set(({ pictures }) => ({ pictures: withUploads(pictures, all) }))
    setProgress({})
    const unsent = all.filter(({ failed }) => failed).length
    if (unsent > 0) return { ok: false, message: say.picturesNotSent(unsent) }
    const mine = storedPictures(row ? picturesOver(all, row.pictures) : all)
    const lent = sent.lend()
    const saved = await saveProduct({
      id,
      shown: row,
      cost: cost === (row?.cost ?? null) ? undefined : { was: row?.cost ?? null, now: cost },
      changes: row ? changesOf<ProductColumns>(columnsOf(row), columns) : newColumns(columns, checked.stock),
      pictures: sameAsStored(all, row?.pictures ?? []) ? null : mine,
    })
    if (!saved.ok && saved.code !== 'ADDED_ALREADY') {
      sent.takeBack(lent)
      return saved.code === 'STALE' ? { ok: false, stale: { row: saved.current, by: saved.by } } : refusal(saved, columns)
    }
    sent.saved(
      lent,
      mine.map(({ image_url }) => image_url),
    )
    toast({ title: saved.ok ? (row ? say.saved(columns.name) : say.added(columns.name)) : say.addedAlready, tone: 'success' })
    for (const key of ['admin-products', 'row-history', 'product-stock']) void queryClient.invalidateQueries({ queryKey: [key] })
    if (row === null) {
      await navigate(editProductPath(id), { replace: true })
      return null
    }
    const read = await readAgain().catch(() => null)
    if (!read) return { ok: false, message: say.savedNotRead }
    form.set(({ pictures }) => ({ pictures: afterSave(pictures, all, read.pictures) }))
    return { ok: true, row: read, sent: { ...values, pictures: afterSave(all, all, read.pictures) } }
  }

  const newPictures = !sameAsStored(form.values.pictures, form.row?.pictures ?? [])
  const changed = changedFields(form.row ? textsOf(form.row) : NEW_PRODUCT, form.values) + (newPictures ? 1 : 0)
  async function whileReading(work: () => Promise<void>) {
    setReading((now) => now + 1)
    try {
      await work()
    } finally {
      setReading((now) => now - 1)
    }
  }
  return { ...form, id, progress, newPictures, changed, whileReading }
}

function refusal(refused: ProductRefusal, { retail_price }: ProductColumns): Outcome {
  switch (refused.code) {
    case 'GONE':
      return { ok: false, message: say.productGone }
    case 'SKU_TAKEN':
      return { ok: false, errors: { sku: say.skuTaken } }
    case 'BARCODE_TAKEN':
      return { ok: false, errors: { barcode: say.barcodeTaken } }
    case 'CATEGORY_GONE':
      return { ok: false, errors: { categoryId: say.categoryGone } }
    case 'NO_PRICE':
      return { ok: false, errors: { price: say.priceMissing } }
    case 'MRP':
      return { ok: false, errors: { [(retail_price ?? 0) > 0 ? 'retailPrice' : 'price']: refused.message } }
    case 'REFUSED':
      return { ok: false, message: serverMessage(refused, say.notSaved) }
  }
}

const columnsOf = ({
  id: _id,
  version: _version,
  stock: _stock,
  units_sold: _sold,
  updated_at: _at,
  cost: _cost,
  family: _family,
  pictures: _pictures,
  ...columns
}: EditedProduct): ProductColumns => columns

/** Without a SKU, the shop generates one. */
function newColumns({ sku, ...columns }: ProductColumns, stock: number): Partial<ProductColumns> & { stock: number } {
  return { ...columns, ...(sku === '' ? {} : { sku }), stock }
}
