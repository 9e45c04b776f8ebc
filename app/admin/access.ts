import { createContext, useContext } from 'react'
import type { Permission } from '#domain/shop/staff.ts'
import type { Access } from '../data/admin/staff/access.ts'

export const AccessContext = createContext<Access | null>(null)

/** The access rights of the signed-in staff member. Only available inside the back office, which renders only for staff. */
export function useAccess(): Access {
  const access = useContext(AccessContext)
  if (access === null) throw new Error('access is only known inside the back office')
  return access
}

/** Whether the user has a permission. It only hides what would be refused; the database decides what is refused. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useAccess()
  return (permission) => permissions.includes(permission)
}
