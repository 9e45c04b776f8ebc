/** Categories that a file's tests make are in the menu of every page, whose bytes other tests count: they are removed with the file's end. */
import { test } from '@playwright/test'
import { serviceClient } from './customers.ts'
import { shopKeys } from './current-shop.ts'

const service = () => serviceClient(shopKeys())

async function categoryIds(): Promise<string[]> {
  const { data } = await service().from('categories').select('id').throwOnError()
  return data.map(({ id }) => id)
}

/** Removes, after the tests of a file, the categories that they have made; products in them stay, in none. */
export function removeNewCategoriesAfterwards(): void {
  let before: string[] = []
  test.beforeAll(async () => {
    before = await categoryIds()
  })
  test.afterAll(async () => {
    const made = (await categoryIds()).filter((id) => !before.includes(id))
    for (const table of ['products', 'product_families'] as const)
      await service().from(table).update({ category_id: null }).in('category_id', made).throwOnError()
    await service().from('categories').update({ parent_id: null }).in('id', made).throwOnError()
    await service().from('categories').delete().in('id', made).throwOnError()
  })
}
