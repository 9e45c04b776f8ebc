import { beforeEach, expect, test, vi } from 'vitest'
import { renderCachedInvoice } from '#documents/invoice/render-in-worker.ts'
import { PdfWorkerError } from '#documents/pdf-worker/pdf-worker.ts'
import type { FunctionContext } from '../context.ts'
import { generatePdf } from './generate-pdf.ts'

vi.mock('#documents/invoice/render-in-worker.ts', () => ({ renderCachedInvoice: vi.fn() }))
vi.mock('./read-document.ts', () => ({ readDocument: async () => ({ ok: true, contents: [], fileId: null, isAdmin: true }) }))

const ORDER = '0b9f6c1e-1111-4222-8333-444455556666'
const log = vi.fn()
const context = { user: { id: 'me', email: '' }, log } as unknown as FunctionContext
const ask = () =>
  generatePdf(
    new Request('http://shop.example/', { method: 'POST', body: JSON.stringify({ type: 'download', orderId: ORDER, documentType: 'packingSlip' }) }),
    context,
  )
beforeEach(() => log.mockClear())

test('a document that cannot be rendered at the moment is refused with the reason, and the log names the order', async () => {
  const reason = 'Many documents are being rendered: try again in a moment'
  vi.mocked(renderCachedInvoice).mockRejectedValue(new PdfWorkerError(reason, 20))
  const answer = await ask()
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([503, '20', { success: false, error: reason }])
  expect(log).toHaveBeenCalledWith('warn', 'generate-pdf: Failed to render a document', { orderId: ORDER, reason })
})

test('a document that can never be rendered is an internal error without details for the caller', async () => {
  vi.mocked(renderCachedInvoice).mockRejectedValue(new Error('Typst: unknown variable'))
  await expect(ask()).rejects.toThrow('Typst')
})
