import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { saveOnReturn } from '../data/cart/cart-return.ts'
import { leaveNothing } from './leave-nothing.ts'
import { UpdateCard } from './update-card.tsx'
import { startWorker, visit } from './worker-client.ts'

/** Starts the service worker and the saving of pending changes, reports visited screens to the worker, and asks before a new worker takes over. */
export default function WorkerCompanion() {
  const { pathname, search } = useLocation()
  const { state } = useNavigation()
  useEffect(() => {
    leaveNothing()
    void startWorker()
    return saveOnReturn()
  }, [])
  const address = state === 'idle' ? pathname + search : null
  useEffect(() => {
    if (address !== null) visit(address)
  }, [address])
  return <UpdateCard />
}
