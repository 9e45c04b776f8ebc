import { useEffect, useRef, useState } from 'react'
import * as say from '#words/admin-products.ts'
import { changeProducts, gatherProducts, MOST_AT_ONCE, StaleProducts, TooManyProducts, undone } from '../../data/admin/products/product-changes.ts'
import type { BulkChange } from '../../data/admin/products/product-changes.ts'
import type { AdminProduct } from '../../data/admin/products/products.ts'
import { queryClient } from '../../data/api/queries.ts'
import { serverMessage } from '../../data/api/server-message.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { toastUndo } from '../ui/undo.ts'
import type { ProductListState } from './product-list.ts'

export type Bulk = {
  /** how many products of a long list have been read so far; null when none is being read */
  gathering: number | null
  /** the affected products: the selected ones, or the whole list; null if they could not be read, after a message was shown */
  gather: () => Promise<readonly AdminProduct[] | null>
  /** writes all changes or none and offers Undo; throws with a message */
  apply: (changes: readonly BulkChange[], message: (count: number) => string) => Promise<void>
}

const reload = () => queryClient.invalidateQueries({ queryKey: ['admin-products'] })

/** Bulk changes to many products: the selected ones, or the whole list (`everything`). */
export function useBulk({ list }: ProductListState, chosen: readonly AdminProduct[], everything: boolean): Bulk {
  const [gathering, setGathering] = useState<number | null>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  async function gather(): Promise<readonly AdminProduct[] | null> {
    if (!everything) return chosen
    const mine = new AbortController()
    leaving.current?.abort()
    leaving.current = mine
    setGathering(0)
    try {
      return await gatherProducts(list, setGathering, mine.signal)
    } catch (error) {
      if (!mine.signal.aborted)
        toast({ title: say.notChanged, description: error instanceof TooManyProducts ? say.tooMany : serverMessage(error, say.notChangedText), tone: 'error' })
      return null
    } finally {
      setGathering(null)
    }
  }

  async function apply(changes: readonly BulkChange[], message: (count: number) => string) {
    if (changes.length === 0) return void toast({ title: say.noneChanged })
    if (changes.length > MOST_AT_ONCE) throw new Error(say.tooMany)
    try {
      const count = await changeProducts(changes)
      await reload()
      toastUndo(message(count), async () => {
        await changeProducts(undone(changes))
        await reload()
      })
    } catch (error) {
      await reload()
      if (error instanceof StaleProducts) throw new Error(`${say.staleMany(error.count)}. ${say.staleManyText}`, { cause: error })
      throw new Error(serverMessage(error, say.notChangedText), { cause: error })
    }
  }
  return { gathering, gather, apply }
}
