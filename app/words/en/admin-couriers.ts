/** Booking the shop's courier for a parcel. */

export const book = (courier: string) => `Book ${courier}`
export const finish = 'Finish the booking'
export const booked = (tracking: string) => `Booked, tracking ${tracking}`
export const unfinished = (courier: string) => `${courier} has not confirmed the booking yet.`
export const says = (courier: string, state: string, text: string) => `${courier}: ${text === '' ? (states[state] ?? state) : text}`
export const states: Record<string, string> = {
  booked: 'booked',
  on_the_way: 'on the way',
  delivered: 'delivered',
  returning: 'on its way back',
  returned: 'returned',
  lost: 'lost',
  cancelled: 'cancelled',
}
export const label = 'Courier’s label'
export const cancel = 'Cancel booking'
export const cancelled = 'Booking cancelled'
export const noAnswer = 'The shop did not answer. Please try again.'
export const refusedWith = (reason: string) => (reason === '' ? 'The courier refused.' : `The courier refused: ${reason}`)
export const refusals: Record<string, string> = {
  COURIER_UNREACHABLE: 'The courier did not answer. Try again in a moment: it will not be booked twice.',
  COURIER_BOOKED: 'A courier is booked for this parcel already.',
  STALE: 'Someone else has changed this parcel. Look again.',
  GONE: 'This parcel or its booking is gone.',
  STEP_NOT_ALLOWED: 'This parcel has left already.',
  NO_COURIER: 'The shop is not connected to a courier.',
  ADMINS_ONLY: 'You may not do this.',
  BUSY: 'The shop is busy. Please try again.',
}
