import { useState } from 'react'
import { clearCart } from '../../data/cart.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Removes every line after a question: unlike one line, a whole cart has no Undo. */
export function ClearCart({ units }: { units: number }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" className="px-3!" onClick={() => setOpen(true)}>
        Clear cart
      </Button>
      <Dialog
        open={open}
        title="Clear your cart?"
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>No, keep it</Button>
            <Button
              variant="danger"
              onClick={() => {
                setOpen(false)
                void clearCart()
              }}
            >
              Yes, clear cart
            </Button>
          </>
        }
      >
        <p>{units === 1 ? 'The unit in it is removed.' : `All ${units} units in it are removed.`}</p>
      </Dialog>
    </>
  )
}
