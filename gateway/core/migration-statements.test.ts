import { expect, test } from 'vitest'
import { splitStatements } from './migration-statements.ts'

test('statements end at top-level semicolons', () => {
  expect(splitStatements(`select 1; select ';'; select "a;b" -- x;\n; select $q$ ; $q$; select E'\\';'; /* ; /* ; */ ; */ select (1);`)).toEqual([
    'select 1',
    "select ';'",
    'select "a;b" -- x;',
    'select $q$ ; $q$',
    "select E'\\';'",
    '/* ; /* ; */ ; */ select (1)',
  ])
})

test('a begin atomic body is one statement', () => {
  const sql = 'create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3'
  expect(splitStatements(sql)).toEqual([sql.slice(0, -'; select 3'.length), 'select 3'])
})

test('comments alone are not a statement', () => {
  expect(splitStatements('-- nothing\n;; /* here */')).toEqual([])
})
