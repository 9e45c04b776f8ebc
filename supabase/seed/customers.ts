export type DemoCustomer = {
  name: string
  email: string
  /** Printed at the first start of the demo, so not a secret; demo mode listens only on loopback (docs/rules.md#demo-mode). None: cannot sign in. */
  password?: string
  phone: string
  company?: string
  gstin?: string
  address: { address: string; city: string; state: string; pincode: string }
}

/** One in the shop's own State, one in another State, one who buys for a company. */
export const CUSTOMERS: readonly (DemoCustomer & { password: string })[] = [
  { name: 'Priya Deshmukh', email: 'priya@shringar.example', password: 'gulabi-subah-27', phone: '9000000101', address: { address: 'Flat 12, Sahyadri Apartments, Karve Road, Erandwane', city: 'Pune', state: 'Maharashtra', pincode: '411004' } },
  { name: 'Meera Nair', email: 'meera@shringar.example', password: 'mogra-shaam-29', phone: '9000000102', address: { address: '48, 12th Main, Indiranagar', city: 'Bengaluru', state: 'Karnataka', pincode: '560038' } },
  { name: 'Arjun Mehta', email: 'arjun@shringar.example', password: 'dukaan-rang-24', phone: '9000000103', company: 'Mehta Salon Supplies LLP', gstin: '24AAMFM7350Q1ZM', address: { address: 'Shop 6, Sardar Patel Market, Navrangpura', city: 'Ahmedabad', state: 'Gujarat', pincode: '380009' } },
]
