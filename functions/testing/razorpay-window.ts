/** The payment window of the fake Razorpay: like Razorpay's checkout.js, with three buttons instead of banks. */
export const windowScript = (origin: string): string => `(() => {
  const origin = ${JSON.stringify(origin)}
  const ask = async (path, body) => (await fetch(origin + path, { method: 'POST', body: JSON.stringify(body) })).json()
  class Razorpay {
    constructor(options) { this.options = options; this.handlers = {} }
    on(event, handler) { this.handlers[event] = handler }
    open() {
      const before = document.activeElement
      const dialog = document.createElement('div')
      dialog.setAttribute('role', 'dialog')
      dialog.setAttribute('aria-modal', 'true')
      dialog.setAttribute('aria-label', 'Razorpay test checkout')
      dialog.style.cssText = 'position:fixed;inset:0;z-index:2147483647;display:flex;gap:12px;align-items:center;justify-content:center;background:rgba(20,20,40,.85)'
      const close = () => { dialog.remove(); before?.focus?.() }
      this.close = close
      const button = (text, act) => {
        const made = document.createElement('button')
        made.type = 'button'
        made.textContent = text
        made.style.cssText = 'font:16px/1.5 sans-serif;padding:12px 24px;background:#fff;color:#111;border:2px solid #111;border-radius:8px'
        made.addEventListener('click', act)
        dialog.append(made)
        return made
      }
      button('Pay', async () => {
        const voucher = await ask('/control/pay', { order_id: this.options.order_id })
        close()
        this.options.handler?.(voucher)
      }).dataset.first = ''
      button('Fail', async () => {
        const payment = await ask('/control/fail', { order_id: this.options.order_id })
        this.handlers['payment.failed']?.({ error: { code: 'BAD_REQUEST_ERROR', description: payment.error_description, metadata: { payment_id: payment.id, order_id: payment.order_id } } })
      })
      button('Close', () => { close(); this.options.modal?.ondismiss?.() })
      document.body.append(dialog)
      dialog.querySelector('button').focus()
    }
  }
  window.Razorpay = Razorpay
})()
`
