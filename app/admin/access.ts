import { createContext, useContext } from 'react'
import type { Permission } from '#domain/shop/staff.ts'
import type { Access } from '../data/admin/access.ts'

export const AccessContext = createContext<Access | null>(null)

/** Who one is here. Inside the frame of the back office alone, which stands only for staff. */
export function useAccess(): Access {
  const access = useContext(AccessContext)
  if (access === null) throw new Error('outside of the back office nobody has access to it')
  return access
}

/** Whether one may. Hides what would be refused; what is refused, the database decides. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useAccess()
  return (permission) => permissions.includes(permission)
}
