/** The courier whose interface the shop uses, chosen by the setting COURIER. A further courier is a file beside http-courier.ts and a line here. */
import type { Courier } from './courier.ts'
import { openHttpCourier } from './http-courier.ts'

/** `kind`: the value of COURIER; the other settings mean what the courier's file says. */
export type CourierSettings = { kind: CourierKind; name: string; url: string; key: string }

const COURIERS = { http: openHttpCourier } as const
export type CourierKind = keyof typeof COURIERS
export const COURIER_KINDS = Object.keys(COURIERS) as CourierKind[]

export const openCourier = ({ kind, ...access }: CourierSettings): Courier => COURIERS[kind](access)
