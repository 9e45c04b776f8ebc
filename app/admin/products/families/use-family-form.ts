import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as say from '#words/admin-family.ts'
import * as productWords from '#words/admin-product.ts'
import type { GstSettings } from '#domain/tax/gst.ts'
import { fetchSingleProducts, saveFamily } from '../../../data/admin/products/family.ts'
import type { EditedFamily, FamilySaved } from '../../../data/admin/products/family.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { serverMessage } from '../../../data/api/server-message.ts'
import { useEditForm } from '../../../ui/form/use-edit-form.ts'
import type { EditOutcome } from '../../../ui/form/use-edit-form.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { familyPath } from '../../paths.ts'
import { useUploadedFiles } from '../edit/use-uploaded-files.ts'
import { checkFamily } from './check.ts'
import { choicesOf, draftOf, fieldsOf, productIn, rowFields, rowIds } from './draft.ts'
import type { FamilyDraft } from './draft.ts'
import { familyChanges } from './family-changes.ts'

type Outcome = EditOutcome<EditedFamily | null, FamilyDraft>
type FamilyFormOptions = {
  /** null: a new family */ shown: EditedFamily | null
  /** what the form of a new family begins with */ beginning: FamilyDraft
  settings: GstSettings
  /** reads the family again */ readAgain: () => Promise<EditedFamily | null>
}

/** The state of the form of a family: the family, its values and its products are saved in one transaction. */
export function useFamilyForm({ shown, beginning, settings, readAgain }: FamilyFormOptions) {
  const navigate = useNavigate()
  const [id] = useState(() => shown?.id ?? crypto.randomUUID())
  const sent = useUploadedFiles()
  const form = useEditForm<EditedFamily | null, FamilyDraft>({
    row: shown,
    valuesOf: (row) => (row ? draftOf(row) : beginning),
    check: (values) => checkFamily(values, settings),
    failed: () => say.notSaved,
    save: ({ values, row }) => save(values, row),
  })

  async function save(values: FamilyDraft, row: EditedFamily | null): Promise<Outcome> {
    const lent = sent.lend()
    const saved = await saveFamily({ id, shown: row, ...familyChanges(values, row) })
    if (!saved.ok && saved.code !== 'ADDED_ALREADY') {
      sent.takeBack(lent)
      if (saved.code === 'STALE' || (saved.code === 'REFUSED' && saved.reason === 'STALE')) await readJoining(values)
      if (saved.code === 'STALE') return { ok: false, stale: { row: saved.current, by: saved.by } }
      return saved.code === 'REFUSED' ? refusal(saved, values) : { ok: false, message: say.familyGone }
    }
    sent.saved(
      lent,
      choicesOf(values).flatMap((choices) => choices.map(({ picture }) => picture)),
    )
    toast({ title: saved.ok ? (row ? say.saved(values.name.trim()) : say.added(values.name.trim())) : say.addedAlready, tone: 'success' })
    for (const key of ['admin-products', 'admin-product', 'row-history', 'product-stock']) void queryClient.invalidateQueries({ queryKey: [key] })
    if (row === null) {
      await navigate(familyPath(id), { replace: true })
      return null
    }
    const read = await readAgain().catch(() => null)
    return read ? { ok: true, row: read } : { ok: false, message: say.savedNotRead }
  }

  /** Products that join are read again over what was typed; one that is gone, or in another family now, is left out. */
  async function readJoining(values: FamilyDraft) {
    const ids = rowIds(values).filter((row) => productIn(values, row)?.family_id === null)
    if (ids.length === 0) return
    const now = await fetchSingleProducts(ids).catch(() => null)
    if (now === null) return
    const there = new Set(now.map((product) => product.id))
    form.set(
      fieldsOf(
        Object.assign(
          {},
          ...now.map((product) => ({ [`product ${product.id}`]: product })),
          ...ids.filter((row) => !there.has(row)).map((row) => rowFields(row, { state: 'out' })),
        ),
      ),
    )
  }

  return { ...form, id, uploaded: (path: string) => sent.keep([{ fresh: true, path }], []), changed: changedThings(form.changes) }
}

/** A new or joining row is one change, however many cells it has. */
function changedThings(changes: Partial<FamilyDraft>): number {
  const fields = Object.keys(changes)
  const rows = new Set(fields.flatMap((field) => (field.startsWith('state ') ? [field.slice('state '.length)] : [])))
  return rows.size + fields.filter((field) => !rows.has(field.slice(field.indexOf(' ') + 1))).length
}

function refusal(refused: Extract<FamilySaved, { code: 'REFUSED' }>, values: FamilyDraft): Outcome {
  const { reason, product } = refused
  const texts: Record<string, [column: string, text: string]> = {
    products_sku_key: ['sku', productWords.skuTaken],
    products_barcode_key: ['barcode', productWords.barcodeTaken],
    products_family_key: ['value_1', say.combinationTwice],
    products_active_has_price: ['price', productWords.priceMissing],
    ABOVE_MRP: ['price', refused.message],
    OTHER_FAMILY: ['value_1', say.otherFamily],
    NAME_TOO_LONG: ['sku', say.nameTooLong],
  }
  const known = product === null ? undefined : texts[reason]
  if (known && values[`state ${product ?? ''}`] === 'in') return { ok: false, errors: { [`${known[0]} ${product}`]: known[1] } }
  if (reason === 'product_family_values_name_key') return { ok: false, message: say.valueTwice }
  if (reason === 'NAME_TOO_LONG') return { ok: false, errors: { name: say.nameTooLong } }
  if (reason === 'STALE') return { ok: false, message: say.productStale }
  if (reason === 'product_families_category_id_fkey') return { ok: false, errors: { categoryId: productWords.categoryGone } }
  return { ok: false, message: serverMessage(refused, say.notSaved) }
}
