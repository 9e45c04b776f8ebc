/** `claimed`: the buyer names the reference of their UPI payment. `paid`: the courier has brought the cash of a delivered order. */
export type DemoStep = { to: 'claimed' | 'paid' | 'processing' | 'shipped' | 'delivered' | 'cancelled'; afterHours: number; courier?: string; tracking?: string; reason?: string }

export type DemoOrder = {
  name: string
  customer: string
  daysAgo: number
  payment: 'cod' | 'upi'
  cart: readonly (readonly [sku: string, quantity: number])[]
  steps: readonly DemoStep[]
}

const delivered = (courier: string, tracking: string, days = 4): readonly DemoStep[] => [
  { to: 'processing', afterHours: 5 }, { to: 'shipped', afterHours: 28, courier, tracking }, { to: 'delivered', afterHours: days * 24 },
]
/** The same in cash, which the courier pays a week later. */
const deliveredForCash = (courier: string, tracking: string, days = 4): readonly DemoStep[] => [...delivered(courier, tracking, days), { to: 'paid', afterHours: (days + 7) * 24 }]
const [PRIYA, MEERA, ARJUN] = ['priya@shringar.example', 'meera@shringar.example', 'arjun@shringar.example']

/** Carts and the events of their orders: every status, supply within and between States, below and above free delivery, single units and bulk. */
export const ORDERS: readonly DemoOrder[] = [
  { name: 'arjun-1', customer: ARJUN, daysAgo: 148.3, payment: 'cod', cart: [['NOO-KAJL-035', 144], ['LAA-BIND-40', 60], ['LAA-SIND-10', 50]], steps: deliveredForCash('Blue Dart', 'BD4410027781', 5) },
  { name: 'priya-1', customer: PRIYA, daysAgo: 131.62, payment: 'cod', cart: [['KAV-VITC-30', 6], ['GUL-SAFF-50', 3]], steps: deliveredForCash('India Post', 'EM118204455IN', 3) },
  { name: 'meera-1', customer: MEERA, daysAgo: 119.18, payment: 'upi', cart: [['ITR-MOGR-50', 1], ['ITR-MITT-10', 2]], steps: delivered('Delhivery', 'DL7731900412') },
  { name: 'arjun-2', customer: ARJUN, daysAgo: 102.71, payment: 'upi', cart: [['LAA-KUMK-35', 48], ['LAA-MULB-35', 24], ['LAA-NAIL-MN', 24]], steps: delivered('Blue Dart', 'BD4410031906', 6) },
  { name: 'priya-2', customer: PRIYA, daysAgo: 88.45, payment: 'cod', cart: [['AMR-BHRI-200', 6]], steps: [{ to: 'processing', afterHours: 4 }, { to: 'shipped', afterHours: 30, courier: 'India Post', tracking: 'EM118209981IN' }, { to: 'cancelled', afterHours: 120, reason: 'Refused at the door' }] },
  { name: 'meera-2', customer: MEERA, daysAgo: 74.27, payment: 'cod', cart: [['RAN-HOLI-12', 4], ['NOO-TINT-30', 1], ['NOO-POWD-9', 1]], steps: deliveredForCash('Delhivery', 'DL7731944870') },
  { name: 'arjun-3', customer: ARJUN, daysAgo: 61.58, payment: 'upi', cart: [['AMR-SOAP-225', 100], ['AMR-NEEM-100', 60], ['AMR-COCO-250', 48]], steps: delivered('Blue Dart', 'BD4410040023', 5) },
  { name: 'priya-3', customer: PRIYA, daysAgo: 47.12, payment: 'cod', cart: [['SHR-SING-1', 1]], steps: deliveredForCash('India Post', 'EM118216634IN', 2) },
  { name: 'meera-3', customer: MEERA, daysAgo: 33.36, payment: 'cod', cart: [['TUL-PRO-3', 3], ['TUL-POUC-1', 4]], steps: [{ to: 'cancelled', afterHours: 2 }] },
  { name: 'meera-4', customer: MEERA, daysAgo: 26.66, payment: 'upi', cart: [['KAV-SUN-50', 6], ['KAV-HYAL-30', 2], ['GUL-TONR-200', 6]], steps: delivered('Delhivery', 'DL7732010055', 3) },
  { name: 'arjun-4', customer: ARJUN, daysAgo: 18.22, payment: 'upi', cart: [['RAN-MEHN-6', 60], ['RAN-BANG-12', 24], ['RAN-HENN-200', 24]], steps: delivered('Blue Dart', 'BD4410048810', 5) },
  { name: 'priya-4', customer: PRIYA, daysAgo: 9.48, payment: 'cod', cart: [['LAA-KUMK-35', 6], ['LAA-ROSW-35', 2], ['NOO-MASC-9', 1]], steps: [{ to: 'processing', afterHours: 3 }, { to: 'shipped', afterHours: 26, courier: 'India Post', tracking: 'EM118223307IN' }] },
  { name: 'arjun-5', customer: ARJUN, daysAgo: 6.33, payment: 'upi', cart: [['SHR-FEST-1', 24], ['GUL-HALD-150', 12]], steps: [{ to: 'processing', afterHours: 6 }, { to: 'shipped', afterHours: 40, courier: 'Blue Dart', tracking: 'BD4410052291' }] },
  { name: 'meera-5', customer: MEERA, daysAgo: 3.55, payment: 'cod', cart: [['ITR-OUDH-50', 2], ['GUL-MIST-150', 3]], steps: [{ to: 'processing', afterHours: 8 }] },
  { name: 'arjun-6', customer: ARJUN, daysAgo: 2.14, payment: 'cod', cart: [['TUL-SPNG-3', 24], ['KES-NEEM-1', 50]], steps: [{ to: 'processing', afterHours: 5 }] },
  { name: 'priya-5', customer: PRIYA, daysAgo: 0.9, payment: 'cod', cart: [['LAA-KUMK-35', 4], ['AMR-UBTN-100', 4]], steps: [] },
  { name: 'meera-6', customer: MEERA, daysAgo: 0.15, payment: 'cod', cart: [['KAV-KUMK-20', 2], ['RAN-JEWL-8', 2]], steps: [] },
]
