/** Tests as the owner of the shop, with the longest names in it; created and signed in once for a file. */
import { expect, test as signedIn } from '../support/signed-in.ts'
import { dropStaffed, makeStaffed, type Staffed } from './made-for-staff.ts'

export { expect }

export const test = signedIn.extend<object, { staffed: Staffed }>({
  staffed: [
    async ({}, use) => {
      const staffed = await makeStaffed()
      await use(staffed)
      await dropStaffed(staffed)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  customer: ({ staffed }, use) => use(staffed.owner),
})
