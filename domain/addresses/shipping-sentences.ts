/** Who reads the sentences: buyers about their own address, or the shop about a customer's. */
export type Reader = 'buyer' | 'shop'

export const MISSING: Record<Reader, Record<'full_name' | 'address' | 'city' | 'state' | 'pincode' | 'email' | 'phone', string>> = {
  buyer: {
    full_name: 'Enter your full name',
    address: 'Enter your address: house or shop, street, area',
    city: 'Enter your city',
    state: 'Choose your State',
    pincode: 'Enter your PIN code',
    email: 'Enter your email address',
    phone: 'Enter your mobile number',
  },
  shop: {
    full_name: 'Enter the full name',
    address: 'Enter the address: house or shop, street, area',
    city: 'Enter the city',
    state: 'Choose the State',
    pincode: 'Enter the PIN code',
    email: 'Enter the email address',
    phone: 'Enter the mobile number',
  },
}
