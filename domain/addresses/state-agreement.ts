import type { GstinCheck } from './gstin.ts'
import { stateOfPincode } from './pincodes.ts'
import { stateByCode } from './states.ts'
import type { State } from './states.ts'

/**
 * Compares PIN code, GSTIN and State of an address by the same rule wherever an address is entered. The State decides between
 * CGST with SGST and IGST, so a contradiction must not go unnoticed (docs/decisions/0040-states-that-agree.md).
 */
export type Disagreement = 'PINCODE_STATE' | 'GSTIN_STATE'

/** Offshore areas, outside any sorting district. */
const OTHER_TERRITORY = '97'

/**
 * The States of a PIN code if this State is not among them: then one of the two is wrong. Empty if they agree, or
 * if the PIN code says nothing (the army's numbers, and unused districts).
 */
export function pincodeMismatch(pincode: string, state: State): State[] {
  if (state.code === OTHER_TERRITORY) return []
  const codes = stateOfPincode(pincode)
  return codes.includes(state.code) ? [] : codes.flatMap((code) => stateByCode(code) ?? [])
}

/**
 * Billing to one State and shipping to another is lawful (IGST Act s.10(1)(b)), but more often a mistake, so the user has to confirm it.
 *
 * @returns null if both are in the same State
 */
export function gstinMismatch(gstin: GstinCheck | null, state: State): { registered: State; confirmation: string } | null {
  if (!gstin?.ok || gstin.state.code === state.code) return null
  return { registered: gstin.state, confirmation: confirmationOf(gstin.state, state) }
}

/** Names both States, so that a confirmation becomes invalid when the GSTIN or the address changes to another one. */
export const confirmationOf = (registered: State, delivery: State): string => `${registered.code}-${delivery.code}`
