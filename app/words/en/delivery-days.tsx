/** When a parcel is expected, by PIN code. */
export const label = 'Delivery to PIN code'
export const example = '110001'
export const check = 'Check'
export const checking = 'One moment…'
export const hint = 'Enter your PIN code to see when it arrives.'
export const expected = (pincode: string, days: string) => (
  <>
    Delivery to {pincode}: <b className="inline-block font-semibold text-ink">{days}</b>
  </>
)
export const prepaidOnly = ' Prepaid orders only.'
export const errors = {
  shape: 'Enter a PIN code of 6 digits, like 110001.',
  unknown: "We don't recognise this PIN code. Please check it.",
  unserved: 'We do not deliver to this PIN code yet.',
  failed: "We couldn't load the dates. Please try again.",
}
