import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as say from '#words/admin-product.ts'
import * as pictureWords from '#words/admin-product-pictures.ts'
import type { Shelf } from '../../../data/admin-discounts.ts'
import { saveProduct } from '../../../data/admin-product.ts'
import type { EditedProduct, ProductColumns, ProductRefusal } from '../../../data/admin-product.ts'
import { changesOf } from '../../../data/admin-save.ts'
import { pictureSource, removeProductFiles } from '../../../data/product-picture-files.ts'
import { queryClient } from '../../../data/queries.ts'
import { serverMessage } from '../../../data/server-message.ts'
import { useSettings } from '../../../data/use-settings.ts'
import { toast } from '../../../ui/toast.ts'
import { productPlace } from '../../places.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { StaleEdit } from '../../ui/stale-edit.tsx'
import { toastUndo } from '../../ui/undo.ts'
import { Checklist } from './checklist.tsx'
import { CropDialog } from './crop-dialog.tsx'
import { changedFields, checkProduct, copyOf, NEW_PRODUCT, textsOf } from './draft.ts'
import type { ProductErrors } from './draft.ts'
import { PictureBoard } from './picture-board.tsx'
import { ProductActions } from './product-actions.tsx'
import { productConflicts } from './product-conflicts.ts'
import { Basics, Legal, Prices, Status, StockAndTax } from './product-sections.tsx'
import { sendTiles } from './send-tiles.ts'
import { ShopPreview } from './shop-preview.tsx'
import { sameAsStored, storedPictures, tilesOf, tilesOver } from './tiles.ts'
import type { Tile } from './tiles.ts'

type ProductFormProps = {
  /** null: a new product */ shown: EditedProduct | null
  /** the product that the new one begins as */ copied?: EditedProduct
  shelves: readonly Shelf[]
  /** after a save, or when what is there now is taken: reads it again and begins anew */
  onChanged: () => Promise<unknown>
}
type Failure = { attempt: number; message: string | null; fields: ProductErrors }

export function ProductForm({ shown, copied, shelves, onChanged }: ProductFormProps) {
  const navigate = useNavigate()
  const settings = useSettings()
  const [id] = useState(() => shown?.id ?? crypto.randomUUID())
  const start = () => (shown ? textsOf(shown) : copied ? copyOf(copied) : NEW_PRODUCT)
  const startTiles = () => tilesOf(shown?.pictures ?? copied?.pictures ?? [], !shown)
  const [texts, setTexts] = useState(start)
  const [tiles, setTiles] = useState<readonly Tile[]>(startTiles)
  const [saving, setSaving] = useState(false)
  const [progress, setProgress] = useState<Record<string, number>>({})
  const [cropping, setCropping] = useState<Tile | null>(null)
  const [stale, setStale] = useState<{ current: EditedProduct; by: string | null } | null>(null)
  const [failure, setFailure] = useState<Failure>({ attempt: 0, message: null, fields: {} })
  const sent = useSentFiles()

  const checked = checkProduct(texts, settings, shown === null)
  const errors: ProductErrors = failure.attempt > 0 ? { ...(checked.ok ? {} : checked.errors), ...failure.fields } : {}
  const stored = shown?.pictures ?? []
  const newPictures = !sameAsStored(tiles, stored)
  const changes = changedFields(shown ? textsOf(shown) : NEW_PRODUCT, texts) + (newPictures ? 1 : 0)
  const forget = () => setFailure((was) => ({ ...was, message: null, fields: {} }))
  const fields = {
    texts,
    errors,
    settings,
    set: (some: Partial<typeof texts>) => {
      // What is on its way is what is shown afterwards: a letter typed meanwhile would be lost without a word.
      if (saving) return
      setTexts((now) => ({ ...now, ...some }))
      forget()
    },
  }
  const fail = (message: string | null, wrong: ProductErrors = {}) => setFailure((was) => ({ attempt: was.attempt + 1, message, fields: wrong }))

  function tell(refusal: ProductRefusal, { retail_price }: ProductColumns) {
    if (refusal.code === 'GONE') return fail(say.deletedMeanwhile)
    if (refusal.code === 'SKU_TAKEN') return fail(null, { sku: say.skuTaken })
    if (refusal.code === 'CATEGORY_GONE') return fail(null, { categoryId: say.categoryGone })
    if (refusal.code === 'NO_PRICE') return fail(null, { price: say.priceMissing })
    if (refusal.code === 'MRP') return fail(null, { [(retail_price ?? 0) > 0 ? 'retailPrice' : 'price']: refusal.message })
    return fail(serverMessage(refusal, say.notSaved))
  }

  async function save(over: EditedProduct | null = shown) {
    if (!checked.ok) return fail(null)
    setSaving(true)
    setStale(null)
    const all = await sendTiles(tiles, (key, part) => setProgress((now) => ({ ...now, [key]: part })))
    sent.keep(all, tiles)
    setTiles(all)
    setProgress({})
    const unsent = all.filter(({ failed }) => failed).length
    if (unsent > 0) {
      setSaving(false)
      return fail(say.picturesNotSent(unsent))
    }
    const mine = over === shown || over === null ? all : tilesOver(all, over.pictures)
    const { columns } = checked
    const lent = sent.lend()
    const saved = await saveProduct({
      id,
      shown: over,
      changes: shown ? changesOf<ProductColumns>(columnsOf(shown), columns) : newColumns(columns, checked.stock),
      pictures: newPictures ? storedPictures(mine) : null,
    }).catch(() => null)
    if (saved === null) {
      setSaving(false)
      return fail(say.notSaved)
    }
    if (!saved.ok && saved.code !== 'ADDED_ALREADY') {
      sent.takeBack(lent)
      setSaving(false)
      return saved.code === 'STALE' ? setStale({ current: saved.current, by: saved.by }) : tell(saved, columns)
    }
    sent.saved(
      lent,
      storedPictures(mine).map(({ image_url }) => image_url),
    )
    toast({ title: saved.ok ? (shown ? say.saved(columns.name) : say.added(columns.name)) : say.addedAlready, tone: 'success' })
    for (const key of ['admin-products', 'row-history', 'product-stock']) void queryClient.invalidateQueries({ queryKey: [key] })
    // saving until the form begins anew with what was saved: meanwhile nothing asks about unsaved changes
    if (shown) {
      await onChanged()
      setSaving(false)
    } else void navigate(productPlace(id), { replace: true })
  }

  return (
    <>
      <FormPage
        title={shown ? shown.name : say.newTitle}
        back={{ to: '/admin/products', label: say.products }}
        actions={shown ? <ProductActions product={shown} unsaved={changes > 0} onChanged={onChanged} /> : undefined}
        changes={changes}
        saving={saving}
        failure={{ attempt: failure.attempt, message: failure.message, fields: failure.message === null ? errors : {} }}
        notice={
          stale && shown && checked.ok ? (
            <StaleEdit
              by={stale.by}
              conflicts={productConflicts(
                shown,
                stale.current,
                { columns: checked.columns, pictures: newPictures ? storedPictures(tiles) : shown.pictures },
                new Map(shelves.map((shelf) => [shelf.id, shelf.name])),
              )}
              onTakeTheirs={() => void onChanged()}
              onSaveMine={() => void save(stale.current)}
            />
          ) : copied ? (
            <p className="rounded-sm bg-well px-4 py-3 text-ink-2">{say.copyNote(copied.name)}</p>
          ) : undefined
        }
        rail={
          <>
            <ShopPreview texts={texts} cover={tiles[0]} stock={shown?.stock ?? (Number(texts.stock) || 0)} settings={settings} />
            <Status of={fields} />
            <Checklist texts={texts} pictures={tiles.length} />
            <StockAndTax of={fields} stock={shown?.stock ?? null} />
          </>
        }
        onSave={() => void save()}
        onDiscard={() => {
          setTexts(start())
          setTiles(startTiles())
          setFailure({ attempt: 0, message: null, fields: {} })
          setStale(null)
        }}
      >
        <PictureBoard
          tiles={tiles}
          progress={progress}
          busy={saving}
          onChange={(change) => {
            if (saving) return
            setTiles(change)
            forget()
          }}
          onCrop={setCropping}
        />
        <Basics of={fields} shelves={shelves} id={id} />
        <Prices of={fields} />
        <Legal of={fields} />
      </FormPage>
      {cropping ? (
        <CropDialog
          source={cropping.file ?? pictureSource(cropping.path ?? cropping.copyOf ?? '')}
          onClose={() => setCropping(null)}
          onCropped={({ picture, thumbhash }) => {
            const cut: Tile = {
              ...cropping,
              thumbhash,
              file: picture,
              preview: URL.createObjectURL(picture),
              path: null,
              copyOf: null,
              fresh: false,
              failed: false,
            }
            const put = (tile: Tile) => setTiles((now) => now.map((one) => (one.key === tile.key ? tile : one)))
            put(cut)
            setCropping(null)
            toastUndo(pictureWords.cropped, () => {
              put(cropping)
              return Promise.resolve()
            })
          }}
        />
      ) : null}
    </>
  )
}

const columnsOf = ({
  id: _id,
  version: _version,
  stock: _stock,
  units_sold: _sold,
  updated_at: _at,
  pictures: _pictures,
  ...columns
}: EditedProduct): ProductColumns => columns

/** Without a SKU the shop makes one. */
function newColumns({ sku, ...columns }: ProductColumns, stock: number): Partial<ProductColumns> & { stock: number } {
  return { ...columns, ...(sku === '' ? {} : { sku }), stock }
}

/**
 * Files that this form sent and no product has yet: those that are left over are taken away, at the latest when the form is
 * left. While a save is on its way they are its own, and for good where its answer is lost: it may have stored them.
 */
function useSentFiles() {
  const files = useRef(new Set<string>())
  const left = useRef(false)
  useEffect(() => {
    const { current } = files
    left.current = false
    return () => {
      left.current = true
      void removeProductFiles([...current])
    }
  }, [])
  return {
    /** what is sent now and was not before */
    keep: (tiles: readonly Tile[], before: readonly Tile[]) => {
      for (const { fresh, path } of tiles) if (fresh && path !== null && !before.some((tile) => tile.path === path)) files.current.add(path)
    },
    lend: () => {
      const lent = [...files.current]
      files.current.clear()
      return lent
    },
    takeBack: (lent: readonly string[]) => {
      if (left.current) void removeProductFiles(lent)
      else for (const path of lent) files.current.add(path)
    },
    /** @param stored what the product shows now */
    saved: (lent: readonly string[], stored: readonly string[]) => void removeProductFiles(lent.filter((path) => !stored.includes(path))),
  }
}
