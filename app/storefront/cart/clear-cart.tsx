import { useState } from 'react'
import * as say from '#words/cart.tsx'
import { clearCart } from '../../data/cart/change-cart.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** Removes every line after a confirmation, because emptying the cart has no Undo, unlike removing one line. */
export function ClearCart({ units }: { units: number }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" className="px-3! md:ml-auto" onClick={() => setOpen(true)}>
        {say.clearCart}
      </Button>
      <Dialog
        open={open}
        title={say.clearQuestion}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{say.noKeepIt}</Button>
            <Button
              variant="danger"
              onClick={() => {
                setOpen(false)
                void clearCart()
              }}
            >
              {say.yesClearCart}
            </Button>
          </>
        }
      >
        <p>{units === 1 ? say.clearOne : say.clearMany(units)}</p>
      </Dialog>
    </>
  )
}
