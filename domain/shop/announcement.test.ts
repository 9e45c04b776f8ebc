import { expect, test } from 'vitest'
import { announcementAt, isAnnouncementLink } from './announcement.ts'

const now = new Date('2026-11-23T12:00:00Z')
const said = (from: string | null, until: string | null, text: string | null = 'Closed on Holi') =>
  announcementAt({ announcement: text, announcementLink: '/contact', announcementFrom: from, announcementUntil: until }, now)

test('an announcement is shown between its moments', () => {
  expect(said(null, null)).toEqual({ text: 'Closed on Holi', link: '/contact' })
  expect(said('2026-11-23T12:00:00Z', '2026-11-23T12:01:00Z')).not.toBeNull()
  expect(said('2026-11-23T12:00:01Z', null)).toBeNull()
  expect(said(null, '2026-11-23T12:00:00Z')).toBeNull()
  expect(said(null, null, null)).toBeNull()
})

test.each([
  ['/contact', true],
  ['/', true],
  ['https://example.com/x', true],
  ['//example.com', false],
  ['/\\example.com', false],
  ['javascript:alert(1)', false],
  ['http://example.com', false],
])('%s as a link: %s', (link, fine) => expect(isAnnouncementLink(link)).toBe(fine))
