import { useEffect, useRef } from 'react'
import { listOwner, saveList, savedList, takeListInAddress, type SavedList } from '../../data/cart/saved-list.ts'
import { onForget } from '../../data/session/personal-storage.ts'
import { useSession } from '../../data/session/session.ts'

type List = Pick<SavedList, 'text' | 'checked'>

/**
 * Stores the list of the screen, and knows whose it is. When a session ends by itself, it is stored again for its customer, because the
 * device, or another tab, removes what it has of them. A sign-out, and another customer, empty the screen.
 */
export function useSavedList(emptyScreen: () => void): { open: () => List | null; save: (list: List | null) => void } {
  const { status, user } = useSession()
  const shown = useRef<(List & Pick<SavedList, 'of'>) | null>(null)

  const reader = user?.id ?? null

  function save(list: List | null) {
    const of = reader ?? shown.current?.of ?? listOwner()
    shown.current = list === null || list.text.trim() === '' ? null : { ...list, of }
    saveList(list, of)
  }

  function leave() {
    shown.current = null
    emptyScreen()
  }

  useEffect(() => {
    const list = shown.current
    if (status === 'loading' || list === null || list.of === reader) return
    if (list.of !== null && reader !== null) leave()
    else save(list)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status, reader])

  // oxlint-disable-next-line react/exhaustive-deps -- it uses nothing that changes
  useEffect(() => onForget(leave), [])

  return {
    save,
    open() {
      const list = takeListInAddress() ?? savedList()
      shown.current = list && { of: listOwner(), ...list }
      return list
    },
  }
}
