import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { leaveNothing } from './leave-nothing.ts'
import { UpdateCard } from './update-card.tsx'
import { startWorker, visit } from './worker-client.ts'

/** Starts the service worker, tells it which screens are visited, and asks before its successor takes over. */
export default function WorkerCompanion() {
  const { pathname, search } = useLocation()
  const { state } = useNavigation()
  useEffect(() => {
    leaveNothing()
    void startWorker()
  }, [])
  const address = state === 'idle' ? pathname + search : null
  useEffect(() => {
    if (address !== null) visit(address)
  }, [address])
  return <UpdateCard />
}
