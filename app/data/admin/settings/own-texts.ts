/** The owner's texts for mails, notifications and legal pages: a row for each text they replaced, none where the shop's own text applies. */
import { PAGES } from '#domain/text/page-text.ts'
import type { PageName } from '#domain/text/page-text.ts'
import { fetchRowHistory } from '../reports/audit.ts'
import { detailOf } from '../../api/error-detail.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'
import { loadSupabase } from '../../api/supabase.ts'
import type { SupabaseClient } from '../../api/supabase.ts'

/** The table of each kind of text, and the type that the form edits. */
export type WordsOf = { message_texts: MessageWords; page_texts: PageWords }
export type OwnTable = keyof WordsOf
export type MessageWords = { subject: string; opening: string }
export type PageWords = { body: string }
export type OwnRow<Words> = Words & { version: number; updated_at: string }

type Answered<Row> = PromiseLike<{ data: Row[] | null; error: { message: string; code: string; details: string } | null }>
type Queries<Words> = {
  keys: (client: SupabaseClient) => Answered<{ key: string }>
  read: (client: SupabaseClient, key: string) => Answered<OwnRow<Words>>
  add: (client: SupabaseClient, key: string, words: Words) => Answered<OwnRow<Words>>
  change: (client: SupabaseClient, key: string, version: number, words: Words) => Answered<OwnRow<Words>>
  remove: (client: SupabaseClient, key: string, version: number) => Answered<{ version: number }>
}

/** The two tables differ in the name and the type of their key, so each has its own queries, which the compiler checks. */
const QUERIES: { [Table in OwnTable]: Queries<WordsOf[Table]> } = {
  message_texts: {
    keys: (client) => client.from('message_texts').select('key'),
    read: (client, key) => client.from('message_texts').select('*').eq('key', key),
    add: (client, key, { subject, opening }) => client.from('message_texts').insert({ key, subject, opening }).select('*'),
    change: (client, key, version, { subject, opening }) =>
      client.from('message_texts').update({ subject, opening }).eq('key', key).eq('version', version).select('*'),
    remove: (client, key, version) => client.from('message_texts').delete().eq('key', key).eq('version', version).select('version'),
  },
  page_texts: {
    keys: (client) => client.from('page_texts').select('key:page'),
    read: (client, key) => client.from('page_texts').select('*').eq('page', pageOf(key)),
    add: (client, key, { body }) =>
      client
        .from('page_texts')
        .insert({ page: pageOf(key), body })
        .select('*'),
    change: (client, key, version, { body }) => client.from('page_texts').update({ body }).eq('page', pageOf(key)).eq('version', version).select('*'),
    remove: (client, key, version) => client.from('page_texts').delete().eq('page', pageOf(key)).eq('version', version).select('version'),
  },
}

function pageOf(key: string): PageName {
  const page = PAGES.find((name) => name === key)
  if (page === undefined) throw new RangeError(`Not a page: ${key}`)
  return page
}

/** Null: the shop's own text applies. */
export async function fetchOwnRow<Table extends OwnTable>(table: Table, key: string): Promise<OwnRow<WordsOf[Table]> | null> {
  const { data, error } = await QUERIES[table].read(await loadSupabase(), key)
  if (error) throw new Error(error.message, { cause: error })
  return data?.[0] ?? null
}

/** The texts that the owner replaced. */
export async function fetchOwnKeys(table: OwnTable): Promise<string[]> {
  const { data, error } = await QUERIES[table].keys(await loadSupabase())
  if (error) throw new Error(error.message, { cause: error })
  return (data ?? []).map(({ key }) => key)
}

export type OwnSaved<Words> =
  | { ok: true; row: OwnRow<Words> }
  /** `current` null: someone went back to the shop's own text */
  | { ok: false; code: 'STALE'; current: OwnRow<Words> | null; by: string | null }
  | { ok: false; code: 'REFUSED'; message: string; detail: Record<string, unknown> }

/** @param version the version that was read; null: there was no row */
export async function saveOwnText<Table extends OwnTable>(
  table: Table,
  key: string,
  version: number | null,
  words: WordsOf[Table],
): Promise<OwnSaved<WordsOf[Table]>> {
  const client = await loadSupabase()
  const queries: Queries<WordsOf[Table]> = QUERIES[table]
  const { data, error } = await (version === null ? queries.add(client, key, words) : queries.change(client, key, version, words))
  // 23505: someone else wrote the first text in the meantime
  if (error && error.code !== '23505') {
    if (error.code === '23514') return { ok: false, code: 'REFUSED', message: error.message, detail: detailOf(error.details) }
    throw new Error(error.message, { cause: error })
  }
  const row = data?.[0]
  if (row) return { ok: true, row }
  const [current, [latest]] = await Promise.all([fetchOwnRow(table, key), fetchRowHistory([table], key, null, 1).catch(() => [])])
  return { ok: false, code: 'STALE', current, by: latest?.actor_name ?? null }
}

/** Goes back to the shop's own text. @returns false when the row is no longer the one read */
export async function resetOwnText(table: OwnTable, key: string, version: number): Promise<boolean> {
  const { data, error } = await QUERIES[table].remove(await loadSupabase(), key, version)
  if (error) throw new Error(error.message, { cause: error })
  return (data ?? []).length > 0
}

/** A message as the shop has it without the owner's text, and the placeholders allowed in braces. */
export type ShopMessage = MessageWords & { key: string; placeholders: string[] }

async function ask(body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const client = await loadSupabase()
  const { data, error } = await client.functions.invoke<Record<string, unknown>>('message-texts', { body })
  if (!error) return { status: 200, body: data ?? {} }
  const refused = await refusedAnswer(error)
  if (refused?.status === 400) return { status: 400, body: (refused.body ?? {}) as Record<string, unknown> }
  throw new Error(error instanceof Error ? error.message : String(error), { cause: error })
}

export async function fetchShopMessages(): Promise<ShopMessage[]> {
  return (await ask({})).body['messages'] as ShopMessage[]
}

/** `html` null: a notification, which has none. */
export type MessageSample = { ok: true; subject: string; text: string; html: string | null } | { ok: false; fields: Record<string, string> }

/** The message as it would be sent, rendered by the shop with sample data. */
export async function fetchMessageSample(key: string, words: MessageWords): Promise<MessageSample> {
  const { status, body } = await ask({ key, ...words })
  if (status === 400) return { ok: false, fields: (body['fields'] ?? {}) as Record<string, string> }
  return { ok: true, ...(body as { subject: string; text: string; html: string | null }) }
}

/** The page as visitors read it now, in the markup of domain/text/page-text.ts: the starting point for an owner who has no text of their own yet. */
export async function fetchPageAsText(page: PageName): Promise<string> {
  const response = await fetch(`/${page}`, { headers: { accept: 'text/html' }, cache: 'no-store' })
  if (!response.ok) throw new Error(`The page /${page} answered ${response.status}`)
  const article = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('article.prose')
  return article ? markupOf(article) : ''
}

function markupOf(article: Element): string {
  const blocks: string[] = []
  for (const element of article.querySelectorAll('*')) {
    const tag = element.tagName
    if (!/^(H2|H3|P|UL|OL)$/.test(tag) || element.matches('.lead')) continue
    if (tag === 'UL' || tag === 'OL') blocks.push([...element.children].map((item, at) => `${tag === 'OL' ? `${at + 1}.` : '-'} ${wordsOf(item)}`).join('\n'))
    else blocks.push(`${tag === 'H2' ? '# ' : tag === 'H3' ? '## ' : ''}${wordsOf(element)}`)
  }
  return blocks.filter((block) => block.trim() !== '').join('\n\n')
}

function wordsOf(element: Element): string {
  return [...element.childNodes]
    .map((node) => {
      if (node instanceof HTMLBRElement) return '\n'
      if (node instanceof HTMLAnchorElement) return `[${node.textContent.trim()}](${node.getAttribute('href') ?? ''})`
      if (node instanceof Element) return /^(B|STRONG)$/.test(node.tagName) ? `**${node.textContent.trim()}**` : wordsOf(node)
      // React writes a comment node between two texts
      return node instanceof Text ? (node.textContent ?? '').replace(/\s+/g, ' ') : ''
    })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim()
}
