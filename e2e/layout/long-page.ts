/** A page of the owner's own with the longest content. */
import { randomUUID } from 'node:crypto'
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { LONG_WORD } from './long-names.ts'

export type MadePage = { id: string; slug: string }

export async function makeLongPage(): Promise<MadePage> {
  const slug = `${'long-'.repeat(4)}${randomUUID()}`
  const body = [1, 2, 3, 4].map((part) => `# ${part}. ${LONG_WORD}\nHow it works with ${LONG_WORD} ${LONG_WORD}\n- one\n- [two](/terms)`).join('\n\n')
  const title = `Everything about ${LONG_WORD}`
  const { data } = await serviceClient(shopKeys())
    .from('own_pages')
    .insert({ slug, title, description: 'What people ask.', body, is_published: true })
    .select('id')
    .single()
    .throwOnError()
  return { id: data.id, slug }
}

export async function dropPage({ id }: MadePage): Promise<void> {
  await serviceClient(shopKeys()).from('own_pages').delete().eq('id', id).throwOnError()
}
