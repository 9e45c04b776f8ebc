import { expect, test } from 'vitest'
import { readLinkNews } from './link-news.ts'

test.each([
  ['#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email', 'half-way'],
  ['#access_token=a&refresh_token=b&type=email_change', 'changed'],
  ['#access_token=a&refresh_token=b&type=recovery', null],
  ['#message=Anything+else', null],
  ['', null],
])('%s is %s', (hash, news) => {
  expect(readLinkNews(hash)).toBe(news)
})
