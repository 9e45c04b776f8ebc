import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { statusOfSqlState, apiErrorOfDatabase } from './errors.ts'

function databaseError(code: string, message: string): DatabaseError {
  return Object.assign(new DatabaseError(message, 1, 'error'), { code, detail: 'detail', hint: 'hint' })
}

test.each([
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['42P01', 404],
  ['42883', 404],
  ['42P17', 500],
  ['P0001', 400],
  ['53300', 503],
  ['08006', 503],
  ['57014', 503],
  ['55000', 405],
  ['55P03', 503],
  ['40P01', 503],
  ['40001', 503],
  ['53400', 413],
  ['54001', 400],
  ['22P02', 400],
  ['PT418', 418],
  ['PT999', 599],
  ['PT001', 200],
])('SQLSTATE %s is %i', (code, status) => {
  expect(statusOfSqlState(code, true)).toBe(status)
})

test('a missing privilege is 401 for anon and 403 for a user', () => {
  expect(apiErrorOfDatabase(databaseError('42501', 'permission denied'), false)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
  expect(apiErrorOfDatabase(databaseError('42501', 'permission denied'), true)).toMatchObject({ status: 403, headers: {} })
})

test('the message of a server error goes to the log only', () => {
  const error = apiErrorOfDatabase(databaseError('XX000', 'could not open file /var/lib/pg'), true)
  expect(error.body).toEqual({ code: 'XX000', message: 'Internal server error', details: null, hint: null })
  expect(String(error.cause)).toContain('/var/lib/pg')
})

test('a failed connection is 503 without its address', () => {
  const error = apiErrorOfDatabase(new Error('connect ECONNREFUSED 10.0.0.1:5432'), true)
  expect([error.status, JSON.stringify(error.body).includes('10.0.0.1')]).toEqual([503, false])
  expect(error.headers).toEqual({ 'retry-after': '1' })
})

test('a value that the database refuses is reported with detail and hint', () => {
  expect(apiErrorOfDatabase(databaseError('23514', 'violates check'), true).body).toEqual({
    code: '23514',
    message: 'violates check',
    details: 'detail',
    hint: 'hint',
  })
})

test('a bug in the gateway is not reported as a connection error', () => {
  expect(apiErrorOfDatabase(new TypeError('x is not a function'), true)).toMatchObject({ status: 500, code: 'PGRSTX00', message: 'Internal server error' })
})
