import type { OwnerQuery } from './load-context.ts'
import { MAKERS } from './makers.ts'
import { FAMILIES } from './products/families/families.ts'
import type { DemoFamily } from './products/families/family.ts'
import { bestBeforeOf, countryOf } from './products/product.ts'
import { stableId } from './stable-id.ts'

/** The id of the value with this code of an option (0 is the first one); undefined if the family has no such option. */
export const valueId = ({ code, options }: DemoFamily, option: number, value: string | undefined): string | undefined =>
  options[option] && stableId('value', `${code}/${option}/${value}`)

/** The families with their values; their products are rows of products like all others (loadProducts). */
export async function loadFamilies(query: OwnerQuery): Promise<void> {
  const families = FAMILIES.map(({ code, name, options, mixedTiers = false, shared }) => ({
    id: stableId('family', code), name, options: options.map((option) => option.name), mixed_tiers: mixedTiers,
    description: shared.description, brand: shared.brand, category_id: stableId('category', shared.category), gst_percent: shared.gst, hsn: shared.hsn,
    country_of_origin: countryOf(shared), manufacturer: MAKERS[shared.maker], generic_name: shared.genericName, best_before: bestBeforeOf(shared),
    ingredients: shared.ingredients ?? null, how_to_use: shared.howToUse ?? null,
  }))
  await query(
    `insert into public.product_families (id, name, options, mixed_tiers, description, brand, category_id, gst_percent, hsn, country_of_origin, manufacturer,
       generic_name, best_before, ingredients, how_to_use)
     select * from jsonb_to_recordset($1::jsonb) as f (id uuid, name text, options text[], mixed_tiers boolean, description text, brand text, category_id uuid,
       gst_percent numeric, hsn text, country_of_origin text, manufacturer text, generic_name text, best_before text, ingredients text, how_to_use text)`,
    [JSON.stringify(families)],
  )
  const values = FAMILIES.flatMap((family) => family.options.flatMap((option, k) => option.values.map(({ code, name, colour = null }, position) => ({
    id: valueId(family, k, code), family_id: stableId('family', family.code), option: k + 1, position, name, colour,
  }))))
  await query(
    `insert into public.product_family_values (id, family_id, option, position, name, colour)
     select * from jsonb_to_recordset($1::jsonb) as v (id uuid, family_id uuid, option smallint, position integer, name text, colour text)`,
    [JSON.stringify(values)],
  )
}
