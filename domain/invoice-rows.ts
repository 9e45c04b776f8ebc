/** numeric(12,2) as REST (number) or a database driver (text) returns it, in rupees. */
export type Amount = number | string

/** An order as frozen when it was placed, with its documents: `select=*,documents(kind,serial,issued_at)`. */
export type OrderRow = {
  id: string
  created_at: string
  status: string
  full_name: string
  company_name: string | null
  gstin: string | null
  address: string
  city: string
  state: string
  pincode: string
  email: string
  phone: string
  /** GST codes */
  place_of_supply: string
  seller_state: string
  prices_include_gst: boolean
  discount_total: Amount
  coupon_code: string | null
  subtotal_base: Amount
  total_gst: Amount
  cgst: Amount
  sgst: Amount
  igst: Amount
  shipping_cost: Amount
  shipping_taxable: Amount
  shipping_gst: Amount
  total_amount: Amount
  payment_method: string
  payment_state: string
  courier: string | null
  tracking_number: string | null
  documents: DocumentRow[]
}

export type OrderItemRow = {
  product_name: string
  sku: string | null
  hsn: string | null
  unit: string | null
  quantity: number
  unit_price: Amount
  discount: Amount
  taxable: Amount
  /** percent */
  rate: Amount
  cgst: Amount
  sgst: Amount
  igst: Amount
  /** what was paid for the line */
  total: Amount
}

export type DocumentRow = { kind: string; serial: string; issued_at: string }
