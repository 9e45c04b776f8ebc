/** What the statements of a migration do, as a short list for the person who is about to apply it. */
import { fromFirstWord } from './migration-statements.ts'

const HEAD = /^(create|alter|drop|comment\s+on|grant|revoke|insert\s+into|update|delete\s+from|truncate|set|do|select|lock|notify)\b/i
/** Kinds of objects that are listed by name: what an owner knows and what holds rows. */
const NAMED =
  /^(create|alter|drop)\s+(?:or\s+replace\s+)?(?:unlogged\s+)?(?:unique\s+)?(table|view|materialized\s+view|index|sequence|role|schema|publication)\s+(?:concurrently\s+)?(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?("[^"]+"(?:\."[^"]+")?|[\w.]+)/i
const COUNTED =
  /^(create|alter|drop)\s+(?:or\s+replace\s+)?(?:constraint\s+)?(function|procedure|trigger|policy|type|domain|event\s+trigger|extension|default\s+privileges)\b/i
const ROWS = /^(insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?("[^"]+"(?:\."[^"]+")?|[\w.]+)/i

const spaced = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

function phraseOf(statement: string): string {
  const sql = fromFirstWord(statement)
  const [, act = '', kind = '', name = ''] = NAMED.exec(sql) ?? []
  if (act) return `${spaced(act)} ${spaced(kind)} ${name}`
  const [, rows = '', table = ''] = ROWS.exec(sql) ?? []
  if (rows) return `${spaced(rows)} ${table}`
  const [, counted = '', what = ''] = COUNTED.exec(sql) ?? []
  if (counted) return `${spaced(counted)} ${spaced(what)}`
  const [head = 'other'] = HEAD.exec(sql) ?? []
  return spaced(head)
}

/** "create table private.tries; create function (4); grant (7)" */
export function describeStatements(statements: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const statement of statements) {
    if (fromFirstWord(statement) === '') continue
    const phrase = phraseOf(statement)
    counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
  }
  return [...counts].map(([phrase, count]) => (count > 1 ? `${phrase} (${count})` : phrase)).join('; ')
}
