import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANON, openLibrary, type Library } from '../testing/rest.ts'

let library: Library
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.close())

const anon = () => library.client(ANON)
const ids = (rows: unknown): unknown => (rows as { id: number }[] | null)?.map((row) => row.id)

describe('embedding', () => {
  test('to-one is an object or null, to-many a list', async () => {
    const { data, error } = await anon()
      .from('books')
      .select('id,author:authors!books_author_id_fkey(name),covers(colour),tags(label)')
      .order('id')
      .order('label', { referencedTable: 'tags' })
    expect(error).toBeNull()
    expect(data).toEqual([
      { id: 1, author: { name: 'Asha' }, covers: { colour: 'blue' }, tags: [{ label: 'wet' }] },
      { id: 2, author: { name: 'Asha' }, covers: null, tags: [{ label: 'short' }, { label: 'wet' }] },
      { id: 3, author: { name: 'Bina' }, covers: { colour: 'green' }, tags: [{ label: 'short' }] },
      { id: 4, author: null, covers: null, tags: [] },
    ])
  })

  test('two foreign keys to the same table need a hint, and the error names them', async () => {
    const { error, status } = await anon().from('books').select('authors(name)')
    expect(status).toBe(300)
    expect(error).toMatchObject({ code: 'PGRST201' })
    expect(error?.hint).toContain(`'authors!books_editor_id_fkey'`)
  })

  test('the foreign key column can name the embed, as target and as hint', async () => {
    const byTarget = await anon().from('books').select('editor:editor_id(name)').eq('id', 1)
    const byHint = await anon().from('books').select('editor:authors!editor_id(name)').eq('id', 1)
    expect(byTarget.data).toEqual([{ editor: { name: 'Bina' } }])
    expect(byHint.data).toEqual(byTarget.data)
  })

  test('!inner omits rows without a match, a plain filter only empties the embed', async () => {
    const author = 'author:authors!author_id'
    const inner = await anon().from('books').select(`id,${author}!inner(name)`).eq('author.name', 'Bina')
    expect(inner.data).toEqual([{ id: 3, author: { name: 'Bina' } }])
    const left = await anon().from('books').select(`id,${author}(name)`).eq('author.name', 'Bina').order('id')
    expect(left.data).toEqual([
      { id: 1, author: null },
      { id: 2, author: null },
      { id: 3, author: { name: 'Bina' } },
      { id: 4, author: null },
    ])
  })

  test('!inner through a junction, embedding nothing', async () => {
    const { data, count } = await anon().from('books').select('id,tags!inner()', { count: 'exact' }).eq('tags.label', 'short').order('id')
    expect(data).toEqual([{ id: 2 }, { id: 3 }])
    expect(count).toBe(2)
  })

  test('is.null on an embed finds rows without a match', async () => {
    const { data } = await anon().from('books').select('id,covers()').is('covers', null).order('id')
    expect(ids(data)).toEqual([2, 4])
    const matched = await anon().from('books').select('id,covers()').not('covers', 'is', null).order('id')
    expect(ids(matched.data)).toEqual([1, 3])
    const other = await anon().from('books').select('id,covers()').eq('covers', 'blue')
    expect(other.error?.code).toBe('PGRST120')
  })

  test('embeds can be nested, ordered, limited and filtered independently', async () => {
    const { data, error } = await anon()
      .from('authors')
      .select('name,books!author_id(title,tags(label),covers(colour)),publishers(name,parent:parent_id(name))')
      .order('title', { referencedTable: 'books', ascending: false })
      .limit(1, { referencedTable: 'books' })
      .eq('books.tags.label', 'wet')
      .eq('id', 1)
    expect(error).toBeNull()
    expect(data).toEqual([
      { name: 'Asha', books: [{ title: 'River', tags: [{ label: 'wet' }], covers: null }], publishers: { name: 'Imprint', parent: { name: 'House' } } },
    ])
  })

  test('in a self reference the table name means the children and the column the parent', async () => {
    const { data, error } = await anon().from('publishers').select('name,parent:parent_id(name),children:publishers(name)').eq('id', 1)
    expect(error).toBeNull()
    expect(data).toEqual([{ name: 'House', parent: null, children: [{ name: 'Imprint' }, { name: 'Small Imprint' }] }])
  })

  test('a spread adds the columns of a to-one resource to the parent', async () => {
    const { data } = await anon().from('books').select('id,...authors!author_id(author:name)').order('id').limit(1)
    expect(data).toEqual([{ id: 1, author: 'Asha' }])
    const { error } = await anon().from('books').select('...tags(label)')
    expect(error?.code).toBe('PGRST119')
  })

  test('rows can be ordered by a field of their to-one resource', async () => {
    const { data } = await anon()
      .from('books')
      .select('id,author:authors!author_id(name)')
      .order('author(name)', { ascending: false, nullsFirst: false })
      .order('id')
    expect(ids(data)).toEqual([3, 1, 2, 4])
    const { error } = await anon().from('books').select('id,tags(label)').order('tags(label)')
    expect(error?.code).toBe('PGRST118')
  })

  test('two embeds of one name are refused unless they have aliases', async () => {
    const twice = await anon().from('books').select('id,tags(label),tags(id)').eq('tags.label', 'wet')
    expect(twice.error?.code).toBe('42712')
    const { data } = await anon()
      .from('books')
      .select('id,wet:tags(label),tags(id)')
      .eq('wet.label', 'wet')
      .eq('id', 2)
      .order('id', { referencedTable: 'tags' })
    expect(data).toEqual([{ id: 2, wet: [{ label: 'wet' }], tags: [{ id: 1 }, { id: 2 }] }])
  })

  test('a filter on a resource that is not embedded is refused', async () => {
    const { error } = await anon().from('books').select('id').eq('tags.label', 'x')
    expect(error).toMatchObject({ code: 'PGRST108', hint: `Verify that 'tags' is included in the 'select' query parameter.` })
  })

  test('a resource without a foreign key is refused', async () => {
    const { error, status } = await anon().from('books').select('publishers(name)')
    expect(status).toBe(400)
    expect(error?.code).toBe('PGRST200')
  })
})
