import { choicesOf, type Choice } from '#domain/products/families.ts'
import { productPath } from '#domain/text/slug.ts'
import { orThrow } from '../api/read.ts'
import type { ReadClient } from '../api/client.ts'
import type { ProductDetails } from './products.ts'

/** The family of a product as its page shows it. `members`: the addresses of its products. */
export type ProductFamily = {
  id: string
  name: string
  choices: { option: string; values: { name: string; colour: string | null; picture: string | null; path: string; chosen: boolean; soldOut: boolean }[] }[]
  members: { id: string; path: string }[]
}

const COLUMNS = 'id,name,options,product_family_values(id,option,name,colour,picture),products(id,name,stock,value_1,value_2,value_3)'

/** Null for a product without a family, or the only one of its family. */
export async function productFamily(db: ReadClient, product: ProductDetails): Promise<ProductFamily | null> {
  if (product.family_id === null) return null
  const [family] = orThrow(
    await db
      .from('product_families')
      .select(COLUMNS)
      .eq('id', product.family_id)
      .eq('products.status', 'active')
      .order('position', { referencedTable: 'product_family_values' })
      .order('id', { referencedTable: 'product_family_values' })
      .order('id', { referencedTable: 'products' })
      .limit(1),
  )
  if (!family || family.products.length < 2) return null
  const { id, name, options, products, product_family_values } = family
  return {
    id,
    name,
    choices: choicesOf(options, product_family_values, products, product).map(shown),
    members: products.map((member) => ({ id: member.id, path: productPath(member) })),
  }
}

const shown = ({ option, values }: Choice): ProductFamily['choices'][number] => ({
  option,
  values: values.map(({ name, colour, picture, member, chosen }) => ({ name, colour, picture, path: productPath(member), chosen, soldOut: member.stock <= 0 })),
})
