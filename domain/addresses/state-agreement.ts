import type { GstinCheck } from './gstin.ts'
import { stateOfPincode } from './pincodes.ts'
import { stateByCode } from './states.ts'
import type { State } from './states.ts'

/**
 * PIN code, GSTIN and State of one address, compared by the same rule wherever an address is entered. The State decides between
 * CGST with SGST and IGST, so a contradiction must not pass in silence (docs/decisions/0040-states-that-agree.md).
 */
export type Disagreement = 'PINCODE_STATE' | 'GSTIN_STATE'

/** Offshore, and beyond any sorting district. */
const OTHER_TERRITORY = '97'

/**
 * The States that a PIN code lies in, where this one is not among them: then one of the two is wrong. Empty while they agree, and
 * where the number says nothing (the army's, and districts that are not given out).
 */
export function pincodeElsewhere(pincode: string, state: State): State[] {
  if (state.code === OTHER_TERRITORY) return []
  const codes = stateOfPincode(pincode)
  return codes.includes(state.code) ? [] : codes.flatMap((code) => stateByCode(code) ?? [])
}

/**
 * Bill-to in one State and ship-to in another is lawful (IGST Act s.10(1)(b)), but more often a slip: somebody confirms it.
 *
 * @returns null where both are one State
 */
export function billedElsewhere(gstin: GstinCheck | null, state: State): { registered: State; confirmation: string } | null {
  if (!gstin?.ok || gstin.state.code === state.code) return null
  return { registered: gstin.state, confirmation: confirmationOf(gstin.state, state) }
}

/** Names both States, so that a confirmation ends by itself when the GSTIN or the address moves on to another one. */
export const confirmationOf = (registered: State, delivery: State): string => `${registered.code}-${delivery.code}`
