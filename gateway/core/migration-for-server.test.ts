import { expect, test } from 'vitest'
import { adaptToVersion } from './migration-for-server.ts'

const sql = 'create table a (b bytea storage external not null, c text);\nalter table a alter column b set storage external;'

test('PostgreSQL 15 gets no storage in the definition of a column, and keeps the statement that it knows', () => {
  expect(adaptToVersion(sql, 150_018)).toBe('create table a (b bytea not null, c text);\nalter table a alter column b set storage external;')
})

test('a newer server gets the text of the file', () => {
  expect(adaptToVersion(sql, 160_000)).toBe(sql)
  expect(adaptToVersion(sql, 180_001)).toBe(sql)
})
