import { expect, test } from 'vitest'
import { ApiError } from '../../core/errors.ts'
import { negotiate } from './media-type.ts'
import { parsePreferences } from './preferences.ts'
import { contentRange, intersect, parseRangeHeader } from './range.ts'
import { readJsonBody, splitUrl } from '../request.ts'

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
  return 'no refusal'
}

test('the first value of a preference counts', () => {
  expect(parsePreferences('return=representation, count=exact,return=minimal, resolution=merge-duplicates')).toMatchObject({
    returns: 'representation',
    count: 'exact',
    resolution: 'merge-duplicates',
    applied: ['return=representation', 'count=exact', 'resolution=merge-duplicates'],
  })
})

test('an unknown preference is ignored, or refused with handling=strict', () => {
  expect(parsePreferences('respond-async').applied).toEqual([])
  expect(codeOf(() => parsePreferences('handling=strict, respond-async'))).toBe('PGRST122')
})

test('max-affected requires strict handling', () => {
  expect(parsePreferences('max-affected=3').maxAffected).toBeNull()
  expect(parsePreferences('handling=strict, max-affected=3').maxAffected).toBe(3)
})

test('return=headers-only is refused, not ignored', () => {
  expect(codeOf(() => parsePreferences('return=headers-only'))).toBe('PGRST127')
})

test('Accept chooses the best supported media type by quality', () => {
  expect(negotiate('text/csv;q=1, application/json;q=0.5').single).toBe(false)
  expect(negotiate('application/json;q=0.1, application/vnd.pgrst.object+json').single).toBe(true)
  expect(negotiate('text/html, */*;q=0.8').contentType).toBe('application/json; charset=utf-8')
  expect(codeOf(() => negotiate('text/csv'))).toBe('PGRST107')
})

test('a page is the intersection of query, header and the server’s row limit', () => {
  expect(intersect({ limit: null, offset: 0 }, null, null)).toEqual({ limit: null, offset: 0 })
  expect(intersect({ limit: 10, offset: 5 }, parseRangeHeader('8-100'), null)).toEqual({ limit: 7, offset: 8 })
  expect(intersect({ limit: null, offset: 0 }, parseRangeHeader('5-'), 3)).toEqual({ limit: 3, offset: 5 })
  expect(intersect({ limit: 0, offset: 0 }, null, 100)).toEqual({ limit: 0, offset: 0 })
  expect(codeOf(() => intersect({ limit: 2, offset: 0 }, parseRangeHeader('5-9'), null))).toBe('PGRST103')
  expect(parseRangeHeader('bytes=0-5')).toBeNull()
})

test('a content range has a star for an empty page or unknown total', () => {
  expect([contentRange(0, 12, 100), contentRange(24, 2, null), contentRange(5, 0, 3), contentRange(0, 0, null)]).toEqual(['0-11/100', '24-25/*', '*/3', '*/*'])
})

test('a URL is split into path and query with any origin or none', () => {
  expect(splitUrl('http://a.example:3000/rest/v1/books?select=a?b#c', '/rest/v1')).toEqual({ path: '/books', search: 'select=a?b' })
  expect(splitUrl('/rest/v1/rpc/f', '/rest/v1')).toEqual({ path: '/rpc/f', search: '' })
  expect(splitUrl('http://a/rest/v1/#?x', '/rest/v1')).toEqual({ path: '/', search: '' })
})

test('a body must be JSON', async () => {
  const request = (type: string): Request => new Request('http://a/', { method: 'POST', body: 'a=1', headers: { 'content-type': type } })
  await expect(readJsonBody(request('text/csv'), 100)).rejects.toMatchObject({ code: 'PGRST102' })
  await expect(readJsonBody(request('application/x-www-form-urlencoded'), 100)).rejects.toMatchObject({ code: 'PGRST102' })
  await expect(readJsonBody(request('application/json; charset=utf-8'), 100)).resolves.toBe('a=1')
})
