/** The parcels of an order in the back office. */

export const title = 'Shipping'
export const parcel = (number: number) => `Parcel ${number}`
export const states: Record<string, string> = {
  packed: 'Packed',
  shipped: 'Shipped',
  delivered: 'Delivered',
  returning: 'On its way back',
  returned: 'Came back',
  lost: 'Lost',
}
export const ownDelivery = 'Own delivery'
export const noCourier = 'Without a courier'
export const pieces = (quantity: number, name: string) => `${quantity} × ${name}`
export const cameBack = (restocked: number, damaged: number, lost: number) =>
  [restocked > 0 ? `${restocked} to stock` : '', damaged > 0 ? `${damaged} damaged` : '', lost > 0 ? `${lost} lost` : ''].filter(Boolean).join(', ')
export const toPack = 'Not packed yet'
export const toFollow = 'To follow'
export const nothing = 'Nothing was shipped.'
export const courier = 'Courier'
export const tracking = 'Tracking number'
export const own = 'We deliver it ourselves'
export const ownHint = 'Without a courier and a number'
export const send = 'Ship'
export const edit = 'Edit'
export const editTitle = (number: number) => `Courier of parcel ${number}`
export const sendTitle = (number: number) => `Ship parcel ${number}`
export const documents = { packingSlip: 'Slip', label: 'Label', invoice: 'Invoice' } as const
export const unpack = 'Unpack'
export const unpackQuestion = (number: number) => `Unpack parcel ${number}?`
export const unpackText = 'Its goods are to be packed again. Slip and label of this parcel are no longer valid.'
export const unpackInvoiceText = 'A credit note takes its invoice back, and a new parcel gets a new invoice.'
export const deliver = 'Delivered'
export const deliverQuestion = (number: number) => `Was parcel ${number} delivered?`
export const deliverText = 'The customer is notified. The order is delivered with its last parcel.'
export const receive = 'Book as arrived'
export const save = 'Save'
export const saving = 'Saving…'
export const notNow = 'Not now'
export const saved = 'Shipping saved'
export const shipTitle = 'Hand it to the courier?'
export const shipText = 'The customer is notified with courier and tracking number. What is not in this parcel follows in another one.'
export const lines = 'What is in this parcel'
export const product = 'Product'
export const left = 'Left'
export const inParcel = 'In this parcel'
export const quantityOf = (name: string) => `Pieces of ${name} in this parcel`
export const wrongQuantity = (name: string, most: number) => `${name}: enter a whole number from 0 to ${most}`
export const nothingChosen = 'Put at least one piece into the parcel'
export const enterCourier = 'Enter the courier and the tracking number'
export const onlyPack = 'Only pack it'
export const packed = 'Parcel packed'
export const shipped = 'Parcel shipped'
export const done = {
  unpack: 'Parcel unpacked',
  deliver: 'Parcel delivered',
  receive: 'Parcel booked',
  rest: 'Rest cancelled',
  undelivered: 'Parcel comes back',
} as const
export const receiveTitle = (number: number) => `Book parcel ${number} as arrived`
export const receiveText = 'What can be sold goes back to stock. Damaged pieces are recorded as damaged, missing ones as lost.'
export const restocked = 'To stock'
export const damaged = 'Damaged'
export const lost = 'Lost'
export const cellOf = (what: string, name: string) => `${what}: ${name}`
export const wrongSplit = (name: string, pieces: number) => `${name}: the three numbers must add up to ${pieces}`
export const rest = 'Cancel the rest'
export const restTitle = 'Cancel what is left?'
export const restText = 'These goods are not sent any more. They go back to stock, and a credit note is issued for them:'
export const restOnNoInvoice = 'These goods are not sent any more. They go back to stock; no invoice has them:'
export const undelivered = 'Comes back'
export const undeliveredTitle = (number: number) => `Parcel ${number} comes back?`
export const undeliveredText =
  'It was refused, or could not be delivered, and comes back. The rest of the order goes on without these goods, and a credit note is issued for them:'
export const withCharges = 'Take back delivery and other charges too'
export const lessPaid = 'What was paid for them becomes due as a refund. The customer is notified.'
export const lessOpen = 'The customer pays less, and is notified.'
/** `charges`: parcel 1 was to collect them. */
export const lessCash = (charges: boolean) =>
  `The customer does not pay what this parcel was to collect${charges ? ', delivery and other charges included' : ''}. What was paid for it in another way becomes due as a refund. The customer is notified.`
export const reasonHint = 'The customer will see it'
export const reasonNeeded = 'Enter a reason'
export const notSent = 'Not sent any more'
export const failed = 'It could not be saved. Nothing was changed.'
/** By the code of the refusal; the others are shown as the server says them. */
export const refusals: Record<string, string> = {
  STALE: 'Someone else changed this order in the meantime. Look at it again; nothing was changed.',
  GONE: 'This parcel does not exist any more.',
  COURIER_BOOKED: 'A courier is booked for this parcel. Cancel the booking first.',
  NOT_LEFT: 'So many pieces are not left. Look at the order again; nothing was changed.',
  STEP_NOT_ALLOWED: 'Someone else has moved this order or parcel on. Nothing was changed.',
  PAYMENT_OPEN: 'A payment of this order is on its way. Record or verify it first.',
  ONLY_PARCEL: 'Nothing else is left of this order. Cancel the order instead; its parcels come back then.',
  NO_ANSWER: 'The shop did not answer, so we don’t know whether it was saved. Close the window to see the order.',
  TOO_MANY_SHIPMENTS: 'An order has at most 100 parcels.',
}
