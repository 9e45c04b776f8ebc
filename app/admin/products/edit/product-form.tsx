import { useState } from 'react'
import { Link } from 'react-router'
import * as familyWords from '#words/admin-family.ts'
import * as say from '#words/admin-product.ts'
import * as pictureWords from '#words/admin-product-pictures.ts'
import type { CategoryNode } from '../../../data/admin/products/discounts.ts'
import type { EditedProduct } from '../../../data/admin/products/product.ts'
import { pictureSource } from '../../../data/admin/products/product-picture-files.ts'
import { useSettings } from '../../../data/shop/use-settings.ts'
import { familyPath } from '../../paths.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { StaleEdit } from '../../ui/stale-edit.tsx'
import { toastUndo } from '../../ui/undo.ts'
import { Checklist } from './checklist.tsx'
import { CropDialog } from './crop-dialog.tsx'
import { decidedBy } from './decided.ts'
import { checkProduct } from './draft.ts'
import { PictureBoard } from './picture-board.tsx'
import { ProductActions } from './product-actions.tsx'
import { productConflicts } from './product-conflicts.ts'
import { Basics, Legal, Prices, Status, StockAndTax } from './product-sections.tsx'
import { ShopPreview } from './shop-preview.tsx'
import { storedPictures } from './form-pictures.ts'
import type { FormPicture, PicturesChange } from './form-pictures.ts'
import { useProductForm } from './use-product-form.ts'

type ProductFormProps = {
  /** null: a new product */ shown: EditedProduct | null
  /** the product that the new one is copied from */ copied?: EditedProduct
  categories: readonly CategoryNode[]
  /** reads the product again, after a save and after other actions on it */
  readAgain: () => Promise<EditedProduct | null>
}

export function ProductForm({ shown, copied, categories, readAgain }: ProductFormProps) {
  const settings = useSettings()
  const form = useProductForm({ shown, copied, settings, readAgain })
  const [cropping, setCropping] = useState<FormPicture | null>(null)
  async function rebase(by: string | null) {
    const now = await readAgain()
    if (now) form.rebase(now, by)
  }
  const { row, values, errors, stale, saving } = form
  const checked = stale && checkProduct(values, settings, row === null)
  const fields = { texts: values, errors, settings, set: form.set, decided: decidedBy(row) }
  const setPictures = (change: PicturesChange) => form.set(({ pictures }) => ({ pictures: change(pictures) }))
  // An Undo from before a save would restore a file that has been deleted since.
  const undoPictures = (change: PicturesChange) => form.set(({ pictures }, now) => (now === row ? { pictures: change(pictures) } : {}))

  return (
    <>
      <FormPage
        title={row ? row.name : say.newTitle}
        back={{ to: '/admin/products', label: say.products }}
        actions={row ? <ProductActions product={row} unsaved={form.changed > 0} onChanged={rebase} /> : undefined}
        form={form}
        notice={
          stale && row && stale.row && checked?.ok ? (
            <StaleEdit
              of={form}
              conflicts={productConflicts(
                row,
                stale.row,
                { columns: { ...checked.columns, cost: checked.cost }, pictures: form.newPictures ? storedPictures(values.pictures) : row.pictures },
                new Map(categories.map((category) => [category.id, category.name])),
              )}
            />
          ) : row?.family ? (
            <p className="rounded-sm bg-well px-4 py-3 text-ink-2">
              {familyWords.memberText}{' '}
              <Link to={familyPath(row.family.id)} className="link">
                {familyWords.memberOf(row.family.name)}
              </Link>
            </p>
          ) : copied ? (
            <p className="rounded-sm bg-well px-4 py-3 text-ink-2">{say.copyNote(copied.name)}</p>
          ) : undefined
        }
        rail={
          <>
            <ShopPreview texts={values} cover={values.pictures[0]} stock={row?.stock ?? (Number(values.stock) || 0)} settings={settings} />
            <Status of={fields} />
            <Checklist texts={values} pictures={values.pictures.length} />
            <StockAndTax of={fields} stock={row?.stock ?? null} />
          </>
        }
      >
        <PictureBoard
          pictures={values.pictures}
          progress={form.progress}
          busy={saving}
          reading={form.waiting}
          whileReading={form.whileReading}
          onChange={setPictures}
          onUndo={undoPictures}
          onCrop={setCropping}
        />
        <Basics of={fields} categories={categories} id={form.id} />
        <Prices of={fields} />
        <Legal of={fields} />
      </FormPage>
      {cropping ? (
        <CropDialog
          source={cropping.file ?? pictureSource(cropping.path ?? cropping.copyOf ?? '')}
          onClose={() => setCropping(null)}
          onCropped={({ picture, thumbhash }) => {
            const cut = {
              thumbhash,
              file: picture,
              preview: URL.createObjectURL(picture),
              path: null,
              copyOf: null,
              fresh: false,
              failed: false,
            }
            // A save in the meantime gives it another key.
            const isIt = ({ key, id }: FormPicture) => key === cropping.key || (id !== null && id === cropping.id)
            setPictures((now) => now.map((one) => (isIt(one) ? { ...one, ...cut } : one)))
            setCropping(null)
            toastUndo(pictureWords.cropped, () => {
              undoPictures((now) => now.map((one) => (isIt(one) ? cropping : one)))
              return Promise.resolve()
            })
          }}
        />
      ) : null}
    </>
  )
}
