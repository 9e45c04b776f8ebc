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

test('a comment after the last statement is kept, as the official CLI records it', () => {
  expect(splitStatements('select 1; -- the end\n')).toEqual(['select 1', '-- the end'])
})

test('nothing between two semicolons is no statement', () => {
  expect(splitStatements('select 1;; \n;')).toEqual(['select 1'])
})
