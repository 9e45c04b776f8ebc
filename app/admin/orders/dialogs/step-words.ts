import * as say from '#words/admin-orders.ts'

/** The texts of a step; a step that is added to the table later still gets a button. */
export function stepWords(status: string): { button: string; question: string; text: string; done: string } {
  return say.steps[status] ?? { button: say.moveTo(status), question: `${say.moveTo(status)}?`, text: '', done: say.isNow(status) }
}
