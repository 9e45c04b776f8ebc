import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANON, openLibrary, type Library } from '../testing/rest.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.close());

const anon = () => library.client(ANON);
const ids = (rows: unknown): unknown => (rows as { id: number }[] | null)?.map((row) => row.id);

describe('select', () => {
  test('columns, aliases, casts and JSON paths come as asked', async () => {
    const { data, error } = await anon()
      .from('authors')
      .select('id,called:name,born::text,facts->city->>name,pin:facts->city->pin,first:nicknames->0,facts->langs->>1')
      .eq('id', 1);
    expect(error).toBeNull();
    expect(data).toEqual([{ id: 1, called: 'Asha', born: '1950-05-01', name: 'Pune', pin: 411001, first: 'A', langs: 'hi' }]);
  });

  test('everything is the default and numerics are JSON numbers', async () => {
    const { data } = await anon().from('covers').select().order('book_id');
    expect(data).toEqual([{ book_id: 1, colour: 'blue' }, { book_id: 3, colour: 'green' }]);
    const response = await library.request(ANON, '/books?select=price&id=eq.1');
    expect(await response.text()).toBe('[{"price":149.00}]');
  });

  test('an empty select gives empty objects', async () => {
    expect(await (await library.request(ANON, '/tags?select=')).json()).toEqual([{}, {}]);
  });

  test('odd names work when quoted', async () => {
    const { data, error } = await anon().from('odd "names"').select('"a b",picked:"select","x->y"').eq('"x->y"', 'arrow');
    expect(error).toBeNull();
    expect(data).toEqual([{ 'a b': 1, picked: 'one', 'x->y': 'arrow' }]);
  });

  test('a view reads like a table', async () => {
    const { data } = await anon().from('novels').select('*').order('id');
    expect(data).toEqual([{ id: 1, title: 'Rain' }, { id: 4, title: '100% Dry' }]);
  });

  test('an alias is only ever a name', async () => {
    const alias = `x" from public.books; drop table public.tags; --`;
    const response = await library.request(ANON, `/tags?select=${encodeURIComponent(`${JSON.stringify(alias)}:id`)}&id=eq.1`);
    expect(await response.json()).toEqual([{ [alias]: 1 }]);
  });
});

describe('embedding', () => {
  test('to-one is an object or null, to-many a list', async () => {
    const { data, error } = await anon()
      .from('books')
      .select('id,author:authors!books_author_id_fkey(name),covers(colour),tags(label)')
      .order('id')
      .order('label', { referencedTable: 'tags' });
    expect(error).toBeNull();
    expect(data).toEqual([
      { id: 1, author: { name: 'Asha' }, covers: { colour: 'blue' }, tags: [{ label: 'wet' }] },
      { id: 2, author: { name: 'Asha' }, covers: null, tags: [{ label: 'short' }, { label: 'wet' }] },
      { id: 3, author: { name: 'Bina' }, covers: { colour: 'green' }, tags: [{ label: 'short' }] },
      { id: 4, author: null, covers: null, tags: [] },
    ]);
  });

  test('two keys to the same table need a hint, and the refusal names them', async () => {
    const { error, status } = await anon().from('books').select('authors(name)');
    expect(status).toBe(300);
    expect(error).toMatchObject({ code: 'PGRST201' });
    expect(error?.hint).toContain(`'authors!books_editor_id_fkey'`);
  });

  test('the column of the key names the embed, as target and as hint', async () => {
    const byTarget = await anon().from('books').select('editor:editor_id(name)').eq('id', 1);
    const byHint = await anon().from('books').select('editor:authors!editor_id(name)').eq('id', 1);
    expect(byTarget.data).toEqual([{ editor: { name: 'Bina' } }]);
    expect(byHint.data).toEqual(byTarget.data);
  });

  test('!inner leaves out rows without a match, a plain filter only empties the embed', async () => {
    const author = 'author:authors!author_id';
    const inner = await anon().from('books').select(`id,${author}!inner(name)`).eq('author.name', 'Bina');
    expect(inner.data).toEqual([{ id: 3, author: { name: 'Bina' } }]);
    const left = await anon().from('books').select(`id,${author}(name)`).eq('author.name', 'Bina').order('id');
    expect(left.data).toEqual([
      { id: 1, author: null },
      { id: 2, author: null },
      { id: 3, author: { name: 'Bina' } },
      { id: 4, author: null },
    ]);
  });

  test('!inner through a junction, embedding nothing', async () => {
    const { data, count } = await anon().from('books').select('id,tags!inner()', { count: 'exact' }).eq('tags.label', 'short').order('id');
    expect(data).toEqual([{ id: 2 }, { id: 3 }]);
    expect(count).toBe(2);
  });

  test('is.null on an embed finds rows without a match', async () => {
    const { data } = await anon().from('books').select('id,covers()').is('covers', null).order('id');
    expect(ids(data)).toEqual([2, 4]);
    const matched = await anon().from('books').select('id,covers()').not('covers', 'is', null).order('id');
    expect(ids(matched.data)).toEqual([1, 3]);
  });

  test('embeds nest, order, limit and filter by themselves', async () => {
    const { data, error } = await anon()
      .from('authors')
      .select('name,books!author_id(title,tags(label),covers(colour)),publishers(name,parent:parent_id(name))')
      .order('title', { referencedTable: 'books', ascending: false })
      .limit(1, { referencedTable: 'books' })
      .eq('books.tags.label', 'wet')
      .eq('id', 1);
    expect(error).toBeNull();
    expect(data).toEqual([
      { name: 'Asha', books: [{ title: 'River', tags: [{ label: 'wet' }], covers: null }], publishers: { name: 'Imprint', parent: { name: 'House' } } },
    ]);
  });

  test('in a self reference the table means the children and the column the parent', async () => {
    const { data, error } = await anon().from('publishers').select('name,parent:parent_id(name),children:publishers(name)').eq('id', 1);
    expect(error).toBeNull();
    expect(data).toEqual([{ name: 'House', parent: null, children: [{ name: 'Imprint' }, { name: 'Small Imprint' }] }]);
  });

  test('a spread lifts the columns of a to-one resource', async () => {
    const { data } = await anon().from('books').select('id,...authors!author_id(author:name)').order('id').limit(1);
    expect(data).toEqual([{ id: 1, author: 'Asha' }]);
    const { error } = await anon().from('books').select('...tags(label)');
    expect(error?.code).toBe('PGRST119');
  });

  test('rows order by a field of their to-one resource', async () => {
    const { data } = await anon().from('books').select('id,author:authors!author_id(name)').order('author(name)', { ascending: false, nullsFirst: false }).order('id');
    expect(ids(data)).toEqual([3, 1, 2, 4]);
    const { error } = await anon().from('books').select('id,tags(label)').order('tags(label)');
    expect(error?.code).toBe('PGRST118');
  });

  test('two embeds of one name are refused, aliases tell them apart', async () => {
    const twice = await anon().from('books').select('id,tags(label),tags(id)').eq('tags.label', 'wet');
    expect(twice.error?.code).toBe('42712');
    const { data } = await anon().from('books').select('id,wet:tags(label),tags(id)').eq('wet.label', 'wet').eq('id', 2).order('id', { referencedTable: 'tags' });
    expect(data).toEqual([{ id: 2, wet: [{ label: 'wet' }], tags: [{ id: 1 }, { id: 2 }] }]);
  });

  test('a filter on what is not embedded is refused', async () => {
    const { error } = await anon().from('books').select('id').eq('tags.label', 'x');
    expect(error).toMatchObject({ code: 'PGRST108', hint: `Verify that 'tags' is included in the 'select' query parameter.` });
  });

  test('a resource without a key between is refused', async () => {
    const { error, status } = await anon().from('books').select('publishers(name)');
    expect(status).toBe(400);
    expect(error?.code).toBe('PGRST200');
  });
});

describe('filters', () => {
  const found = async (query: string): Promise<unknown> => {
    const response = await library.request(ANON, `/books?select=id&order=id&${query}`);
    const body: unknown = await response.json();
    return response.ok ? ids(body) : (body as { code: string }).code;
  };

  test.each([
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3, 4]],
    ['pages=gt.120&pages=lte.300', [1, 4]],
    ['pages=gte.120&pages=lt.300', [2, 4]],
    ['title=like.R*', [1, 2]],
    ['title=like.r*', []],
    ['title=ilike.r*', [1, 2]],
    ['title=eq.R*', []],
    ['title=like.100%25%20*', [4]],
    ['title=match.%5ER', [1, 2]],
    ['title=imatch.%5Er', [1, 2]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['id=not.in.(1,3)', [2, 4]],
    ['title=in.("Rain","100%25 Dry")', [1, 4]],
    ['in_print=is.true', [1, 4]],
    ['in_print=is.null', [3]],
    ['in_print=is.not_null', [1, 2, 4]],
    ['in_print=not.is.null', [1, 2, 4]],
    ['in_print=is.unknown', [3]],
    ['price=isdistinct.99.5', [1, 3, 4]],
    ['price=not.isdistinct.99.5', [2]],
    ['published=cs.[2001-06-01,2001-06-02)', [1]],
    ['published=cd.[2000-01-01,2003-01-01)', [1]],
    ['published=ov.[2001-12-01,2003-01-01)', [1]],
    ['published=sl.[2005-01-01,2006-01-01)', [1]],
    ['published=sr.[1990-01-01,1991-01-01)', [1]],
    ['published=nxr.[2001-06-01,2002-06-01)', [1]],
    ['published=nxl.[2000-06-01,2001-06-01)', [1]],
    ['published=adj.[2002-01-01,2003-01-01)', [1]],
    ['id=eq(any).{1,2}', [1, 2]],
    ['title=like(any).{Ra*,S*}', [1, 3]],
    ['title=ilike(all).{r*,*n}', [1]],
    ['pages=gt(all).{100,150}', [1, 4]],
    ['notes=fts.cat', [1, 4]],
    ['notes=fts(english).cats', [1, 4]],
    ['notes=plfts(simple).fat dog', [2]],
    ['notes=phfts(english).monsoon cat', [1]],
    ['notes=wfts(english).dog -fat', [4]],
    ['notes=not.fts(english).cat', [2]],
    ['notes=eq.cat, dog (and more)', [4]],
    ['or=(id.eq.1,title.eq.Sea)', [1, 3]],
    ['or=(id.eq.1,and(genre.eq.novel,pages.lt.250))', [1, 4]],
    ['and=(genre.eq.novel,not.or(id.eq.1,id.eq.2))', [4]],
    ['not.and=(id.gt.1,id.lt.4)', [1, 4]],
    ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
    ['or=(notes.eq."cat, dog (and more)",id.in.(1,2))', [1, 2, 4]],
    ['or=(title.like.S*,notes.fts(english).dog)', [2, 3, 4]],
    ['id=gt.1&id=lt.3', [2]],
    ['genre=eq.poetry', [3]],
  ])('%s finds %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  test('array and JSON containment', async () => {
    const arrays = await anon().from('authors').select('id').contains('nicknames', ['A']);
    expect(ids(arrays.data)).toEqual([1]);
    const json = await anon().from('authors').select('id').contains('facts', { langs: ['mr'] });
    expect(ids(json.data)).toEqual([1]);
    const overlapping = await anon().from('authors').select('id').overlaps('nicknames', ['A', 'Z']);
    expect(ids(overlapping.data)).toEqual([1]);
    const path = await anon().from('authors').select('id').eq('facts->city->>name', 'Pune');
    expect(ids(path.data)).toEqual([1]);
  });

  test('values that look like syntax arrive as they are', async () => {
    const { data } = await anon().from('books').select('id').in('notes', ['cat, dog (and more)', `'; drop table books; --`]);
    expect(ids(data)).toEqual([4]);
    const escaped = await library.request(ANON, `/authors?select=id&name=in.(${encodeURIComponent('"Chitra, \\"C\\""')})`);
    expect(ids(await escaped.json())).toEqual([3]);
    const quoted = await anon().from('authors').select('id').eq('name', 'Chitra, "C"');
    expect(ids(quoted.data)).toEqual([3]);
  });

  test.each([
    ['id=1', 'PGRST100'],
    ['id=eq', 'PGRST100'],
    ['id=what.1', 'PGRST100'],
    ['id=in.(1', 'PGRST100'],
    ['id=in.(1)x', 'PGRST100'],
    ['id=is.maybe', 'PGRST100'],
    ['or=(id.eq.1', 'PGRST100'],
    ['or=()', 'PGRST100'],
    ['or=id.eq.1', 'PGRST100'],
    ['limit=abc', 'PGRST100'],
    ['limit=1&limit=2', 'PGRST100'],
    ['limit=-1', 'PGRST103'],
    ['nothing=eq.1', '42703'],
    ['id=eq.abc', '22P02'],
    ['title=eq.%00', 'PGRST100'],
    ['select=id', 'PGRST100'],
    ['select=id::in%00t', 'PGRST100'],
  ])('%s is refused with %s', async (query, code) => {
    expect(await found(query)).toBe(code);
  });

  test('a cast cannot leave its parentheses', async () => {
    for (const cast of ['int)', 'int);drop table books', 'text[]', '"int"', "int'"]) {
      const response = await library.request(ANON, `/books?select=${encodeURIComponent(`id::${cast}`)}`);
      expect([cast, response.status, ((await response.json()) as { code: string }).code]).toEqual([cast, 400, 'PGRST100']);
    }
    const unknown = await library.request(ANON, '/books?select=id::nonsense');
    expect(((await unknown.json()) as { code: string }).code).toBe('42704');
  });

  test('aggregates are refused, not ignored', async () => {
    for (const select of ['count()', 'pages.sum()', 'genre,pages.max()']) {
      const { error } = await anon().from('books').select(select);
      expect(error?.code).toBe('PGRST123');
    }
  });
});

describe('order, pages and counts', () => {
  test('order knows direction and where nulls go', async () => {
    const order = async (by: string): Promise<unknown> => ids(await (await library.request(ANON, `/books?select=id&order=${by}`)).json());
    expect(await order('price.desc.nullslast')).toEqual([1, 2, 4, 3]);
    expect(await order('price.asc.nullsfirst')).toEqual([3, 4, 2, 1]);
    expect(await order('in_print.nullsfirst,id.desc')).toEqual([3, 2, 4, 1]);
    expect(await order('price.desc')).toEqual([3, 1, 2, 4]);
  });

  test('a page of a counted list answers 206 with its range', async () => {
    const { data, count, status } = await anon().from('books').select('id', { count: 'exact' }).order('id').range(1, 2);
    expect({ data, count, status }).toEqual({ data: [{ id: 2 }, { id: 3 }], count: 4, status: 206 });
    const whole = await anon().from('books').select('id', { count: 'exact' });
    expect([whole.status, whole.count]).toEqual([200, 4]);
  });

  test('without a count the total is unknown', async () => {
    const response = await library.request(ANON, '/books?select=id&limit=2&order=id');
    expect([response.status, response.headers.get('content-range')]).toEqual([200, '0-1/*']);
    const empty = await library.request(ANON, '/books?id=eq.99');
    expect(empty.headers.get('content-range')).toBe('*/*');
  });

  test('HEAD gives the count without a body', async () => {
    const { count, data, status } = await anon().from('books').select('*', { count: 'exact', head: true });
    expect({ count, data, status }).toEqual({ count: 4, data: null, status: 200 });
    const response = await library.request(ANON, '/books', { method: 'HEAD', headers: { prefer: 'count=exact' } });
    expect([await response.text(), response.headers.get('content-range')]).toEqual(['', '0-3/4']);
  });

  test('Range is intersected with limit and offset, for GET alone', async () => {
    const get = async (path: string, range: string, method = 'GET'): Promise<string | null> =>
      (await library.request(ANON, path, { method, headers: { range, 'range-unit': 'items' } })).headers.get('content-range');
    expect(await get('/books?order=id', '1-2')).toBe('1-2/*');
    expect(await get('/books?order=id&limit=2', '1-3')).toBe('1-1/*');
    expect(await get('/books?order=id', '2-')).toBe('2-3/*');
    expect(await get('/books?order=id', '1-2', 'HEAD')).toBe('0-3/*');
  });

  test('an offset past a known total is 416, otherwise an empty page', async () => {
    const known = await anon().from('books').select('id', { count: 'exact' }).range(10, 12);
    expect([known.status, known.error?.code]).toEqual([416, 'PGRST103']);
    const unknown = await anon().from('books').select('id').range(10, 12);
    expect([unknown.status, unknown.data]).toEqual([200, []]);
    const reversed = await library.request(ANON, '/books', { headers: { range: '5-2' } });
    expect(reversed.status).toBe(416);
  });

  test('planned and estimated counts come from the planner', async () => {
    await library.database.prepare('analyze public.books');
    const planned = await anon().from('books').select('id', { count: 'planned' });
    expect(planned.count).toBe(4);
    const estimated = await anon().from('books').select('id', { count: 'estimated' }).eq('genre', 'novel');
    expect(estimated.count).toBe(2);
  });

  test('the server bounds every answer by its own most rows', async () => {
    const small = await openLibrary({ maxRows: 2 });
    try {
      const { data, count } = await small.client(ANON).from('books').select('id', { count: 'exact' }).order('id').limit(3);
      expect([ids(data), count]).toEqual([[1, 2], 4]);
    } finally {
      await small.close();
    }
  });
});

describe('one object', () => {
  test('single is the object, or 406 with the number of rows', async () => {
    const one = await anon().from('books').select('id,title').eq('id', 1).single();
    expect(one.data).toEqual({ id: 1, title: 'Rain' });
    const none = await anon().from('books').select('id').eq('id', 99).single();
    expect([none.status, none.error]).toMatchObject([
      406,
      { code: 'PGRST116', details: 'The result contains 0 rows', message: 'Cannot coerce the result to a single JSON object' },
    ]);
    const many = await anon().from('books').select('id').single();
    expect(many.error?.details).toBe('The result contains 4 rows');
  });

  test('maybeSingle is null without a row', async () => {
    const { data, error } = await anon().from('books').select('id').eq('id', 99).maybeSingle();
    expect([data, error]).toEqual([null, null]);
  });

  test('stripNulls leaves out nulls', async () => {
    const { data } = await anon().from('books').select('id,price').eq('id', 3).stripNulls();
    expect(data).toEqual([{ id: 3 }]);
  });
});

describe('what cannot be answered', () => {
  test.each([
    ['/nothing', 404, 'PGRST205'],
    ['/', 404, 'PGRST126'],
    ['/books/1', 404, 'PGRST125'],
    ['/rpc', 404, 'PGRST125'],
    ['/%E0%A4%A', 404, 'PGRST125'],
    ['/pg_catalog.pg_authid', 404, 'PGRST205'],
  ])('%s is %i %s', async (path, status, code) => {
    const response = await library.request(ANON, path);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  test('another schema is refused by its name', async () => {
    const { error, status } = await anon().schema('auth').from('users').select();
    expect([status, error]).toMatchObject([406, { code: 'PGRST106', hint: 'Only the following schemas are exposed: public' }]);
  });

  test('media types that are not built are 406', async () => {
    const { error, status } = await anon().from('books').select().csv();
    expect([status, error?.code]).toEqual([406, 'PGRST107']);
  });

  test('errors carry CORS headers and say what went wrong', async () => {
    const response = await library.request(ANON, '/nothing');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range');
    expect(await response.json()).toEqual({
      code: 'PGRST205',
      message: `Could not find the table 'public.nothing' in the schema cache`,
      details: null,
      hint: null,
    });
  });

  test('OPTIONS answers what browsers ask before they send a key', async () => {
    const response = await library.request(ANON, '/books', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-headers': 'apikey,prefer' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-headers')).toBe('apikey,prefer');
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
  });
});
