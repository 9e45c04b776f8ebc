import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from './session.ts'

/**
 * Goes to a login and remembers where the visitor wanted to go. Not `<Navigate>`: its effect depends on the identity of the state
 * object, so every render during the navigation started it again and aborted the previous one.
 */
export function SendToLogin({ to }: { to: '/login' | '/admin/login' }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { lapsed } = useSession()
  const from = pathname + search
  useEffect(() => {
    void navigate(to, { replace: true, state: { from, lapsed } })
  }, [navigate, to, from, lapsed])
  return null
}
