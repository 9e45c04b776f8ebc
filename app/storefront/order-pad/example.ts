import type { SelectedRow } from '#supabase/database.ts'
import type { ReadClient } from '../../data/api/client.ts'
import { orThrow } from '../../data/api/read.ts'

const COLUMNS = 'id,sku,name,image_url'
export type ExampleProduct = SelectedRow<'products', typeof COLUMNS>

/** The best sellers, one for each notation of the example. None when they cannot be read: the page works without them. */
export async function readExample(db: ReadClient): Promise<ExampleProduct[]> {
  const found = db.from('products').select(COLUMNS).eq('status', 'active').order('popularity', { ascending: false }).order('id').limit(3)
  return found.then(
    (answer) => orThrow<ExampleProduct[]>(answer),
    () => [],
  )
}

/** The same product lines as someone may write them; a name is written without its size. */
export function exampleLines(products: readonly ExampleProduct[]): string[] {
  const [first, second, third] = products
  return [...(first ? [`${first.sku}, 12`] : []), ...(second ? [`${shortName(second)} x 24`] : []), ...(third ? [`6 x ${shortName(third)}`] : [])]
}

export const exampleList = (products: readonly ExampleProduct[]): string => exampleLines(products).join('\n')

const shortName = ({ name }: ExampleProduct): string => name.replace(/,.*/, '')
