/** The owner's texts for mails, notifications and legal pages: a row for each text they replaced, none where the shop's own text applies. */
import type { PageName } from '#domain/text/page-text.ts'
import { fetchRowHistory } from './audit.ts'
import { detailOf } from '../api/error-detail.ts'
import { loadSupabase } from '../api/supabase.ts'

const KEYS = { message_texts: 'key', page_texts: 'page' } as const
export type OwnTable = keyof typeof KEYS
export type MessageWords = { subject: string; opening: string }
export type PageWords = { body: string }
export type OwnRow<Words> = Words & { version: number; updated_at: string }

/** Null: the shop's own text applies. */
export async function fetchOwnRow<Words>(table: OwnTable, key: string): Promise<OwnRow<Words> | null> {
  const client = await loadSupabase()
  const { data, error } = await client.from(table).select('*').eq(KEYS[table], key).overrideTypes<OwnRow<Words>[], { merge: false }>()
  if (error) throw new Error(error.message, { cause: error })
  return data[0] ?? null
}

/** The texts that the owner replaced. */
export async function fetchOwnKeys(table: OwnTable): Promise<string[]> {
  const client = await loadSupabase()
  const { data, error } = await client.from(table).select(KEYS[table])
  if (error) throw new Error(error.message, { cause: error })
  return (data as Record<string, string>[]).map((row) => row[KEYS[table]] ?? '')
}

export type OwnSaved<Words> =
  | { ok: true; row: OwnRow<Words> }
  /** `current` null: someone went back to the shop's own text */
  | { ok: false; code: 'STALE'; current: OwnRow<Words> | null; by: string | null }
  | { ok: false; code: 'REFUSED'; message: string; detail: Record<string, unknown> }

/** @param version the version that was read; null: there was no row */
export async function saveOwnText<Words extends Record<string, string>>(
  table: OwnTable,
  key: string,
  version: number | null,
  words: Words,
): Promise<OwnSaved<Words>> {
  const client = await loadSupabase()
  const column = KEYS[table]
  const written: Record<string, unknown> = words
  const rows = client.from(table)
  const { data, error } = await (version === null ? rows.insert({ ...written, [column]: key }) : rows.update(written).eq(column, key).eq('version', version))
    .select('*')
    .overrideTypes<OwnRow<Words>[], { merge: false }>()
  // 23505: someone else wrote the first text in the meantime
  if (error && error.code !== '23505') {
    if (error.code === '23514') return { ok: false, code: 'REFUSED', message: error.message, detail: detailOf(error.details) }
    throw new Error(error.message, { cause: error })
  }
  const [row] = data ?? []
  if (row) return { ok: true, row }
  const [current, [latest]] = await Promise.all([fetchOwnRow<Words>(table, key), fetchRowHistory([table], key, null, 1).catch(() => [])])
  return { ok: false, code: 'STALE', current, by: latest?.actor_name ?? null }
}

/** Goes back to the shop's own text. @returns false when the row is no longer the one read */
export async function resetOwnText(table: OwnTable, key: string, version: number): Promise<boolean> {
  const client = await loadSupabase()
  const { data, error } = await client.from(table).delete().eq(KEYS[table], key).eq('version', version).select(KEYS[table])
  if (error) throw new Error(error.message, { cause: error })
  return data.length > 0
}

/** A message as the shop has it without the owner's text, and the placeholders allowed in braces. */
export type ShopMessage = MessageWords & { key: string; placeholders: string[] }

async function ask(body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const client = await loadSupabase()
  const { data, error, response } = await client.functions.invoke<Record<string, unknown>>('message-texts', { body })
  if (!error) return { status: 200, body: data ?? {} }
  if (response?.status === 400) return { status: 400, body: (await response.clone().json()) as Record<string, unknown> }
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
