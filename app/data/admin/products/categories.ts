/** Categories in the back office (docs/rules.md#categories, docs/rules.md#pictures). */
import type { SelectedRow } from '#supabase/database.ts'
import { removePicture, withPicture, type PictureChange } from './stored-picture.ts'
import { detailOf } from '../../api/error-detail.ts'
import { saveMoved, saveRow } from '../save.ts'
import type { SaveResult } from '../save.ts'
import { loadSupabase } from '../../api/supabase.ts'

const BUCKET = 'category_images'
const COLUMNS = 'id,name,slug,name_hi,description,image_url,parent_id,display_order,updated_at'

export type CategoryRow = SelectedRow<'categories', typeof COLUMNS>
export type AdminCategory = CategoryRow & { products: number }
/** `parent_id` as the form has it: 'none' is the top level and is stored as null. */
export type CategoryForm = { name: string; slug: string; name_hi: string; description: string; parent_id: string }

/** Someone else changed the categories in the meantime: nothing was written. */
export class StaleCategory extends Error {}

export async function fetchAdminCategories(): Promise<AdminCategory[]> {
  const client = await loadSupabase()
  const [rows, usage] = await Promise.all([client.from('categories').select(COLUMNS).order('display_order').order('name'), client.rpc('category_usage')])
  const failed = rows.error ?? usage.error
  if (failed) throw new Error(failed.message, { cause: failed })
  const counts = new Map((usage.data ?? []).map(({ category_id, products }) => [category_id, products]))
  return (rows.data ?? []).map((row) => ({ ...row, products: counts.get(row.id) ?? 0 }))
}

/** Adds a category at the end of its parent's list. An uploaded picture is removed again when the row is refused. */
export async function addCategory(form: CategoryForm, picture: File | null, place: number): Promise<SaveResult<CategoryRow>> {
  const client = await loadSupabase()
  return withPicture<SaveResult<CategoryRow>>(client, BUCKET, picture, async (image_url) => {
    const { data, error } = await client
      .from('categories')
      .insert({ ...columnsOf(form), image_url, display_order: place })
      .select(COLUMNS)
      .single()
    return error ? { ok: false, code: 'REFUSED', message: error.message, detail: detailOf(error.details) } : { ok: true, row: data }
  })
}

/** Saves the form over the row that was shown. The new picture is uploaded first, the old one is removed last. */
export const changeCategory = (shown: CategoryRow, form: CategoryForm, picture: PictureChange): Promise<SaveResult<CategoryRow>> =>
  saveMoved(shown, (over) => writeCategory(over, form, picture))

async function writeCategory(over: CategoryRow, form: CategoryForm, picture: PictureChange): Promise<SaveResult<CategoryRow>> {
  const client = await loadSupabase()
  const saved = await withPicture<SaveResult<CategoryRow>>(client, BUCKET, picture === 'keep' ? null : picture, (uploaded) => {
    const image_url = picture === 'keep' ? over.image_url : uploaded
    return saveRow({
      table: 'categories',
      id: over.id,
      stamp: { column: 'updated_at', value: over.updated_at },
      update: () =>
        client
          .from('categories')
          .update({ ...columnsOf(form), image_url })
          .select(COLUMNS),
      read: () => client.from('categories').select(COLUMNS),
    })
  })
  if (saved.ok && picture !== 'keep') await removePicture(client, BUCKET, over.image_url)
  return saved
}

/** Puts all categories of one parent (null: the top level) in this order, and moves in those that have another parent. */
export async function arrangeCategories(parentId: string | null, ids: string[]): Promise<void> {
  const client = await loadSupabase()
  const { error } = await client.rpc('arrange_categories', { p_parent: parentId, p_ids: ids })
  if (error) throw readable(error)
}

export type WhereTo = { products: string | null; children: string | null }

/** Deletes a category after its products and sub-categories have moved where the admin chose, then its stored picture. */
export async function deleteCategory(category: AdminCategory, children: number, to: WhereTo): Promise<void> {
  const client = await loadSupabase()
  const { data, error } = await client.rpc('delete_category', {
    p_id: category.id,
    p_products: category.products,
    p_children: children,
    p_products_to: to.products,
    p_children_to: to.children,
  })
  if (error) throw readable(error)
  await removePicture(client, BUCKET, data)
}

function columnsOf({ name, slug, name_hi, description, parent_id }: CategoryForm) {
  return {
    name: name.trim(),
    slug: slug.trim(),
    name_hi: name_hi.trim() || null,
    description: description.trim() || null,
    parent_id: parent_id === 'none' ? null : parent_id,
  }
}

function readable(error: { code: string; message: string; details: string | null }): Error {
  if (error.details?.includes('"STALE"') || error.details?.includes('"NOT_FOUND"')) return new StaleCategory()
  return new Error(error.message, { cause: error })
}
