import { expect, test } from 'vitest'
import { readPdfAnswer } from './invoice.ts'

test('base64 text of a PDF becomes a PDF file', async () => {
  const answer = readPdfAnswer(btoa('%PDF-1.7 body'))
  expect(answer.ok && (await answer.pdf.text())).toBe('%PDF-1.7 body')
})

test.each([
  [null, 'No data received from server'],
  ['   ', 'Invalid data format received'],
  [new Blob(), 'Invalid data format received'],
  [{ success: false }, 'Function reported failure'],
  [{ success: false, error: 'Not accepted yet' }, 'Not accepted yet'],
  [btoa('<html>'), 'Error processing PDF data: The answer is not a PDF'],
])('%j answers %s', (data, message) => {
  expect(readPdfAnswer(data)).toEqual({ ok: false, message })
})
