export type StepWords = { button: string; question: string; text: string; done: string }

const words: Record<string, StepWords> = {
  processing: {
    button: 'Accept',
    question: 'Accept this order?',
    text: 'The invoice number is issued at once and cannot be taken back; a credit note would reverse it.',
    done: 'Order accepted, invoice issued',
  },
  shipped: { button: 'Ship', question: 'Hand it to the courier?', text: 'The customer is told with courier and tracking number.', done: 'Order shipped' },
  delivered: { button: 'Mark delivered', question: 'Was it delivered?', text: 'The customer is told.', done: 'Order delivered' },
  cancelled: {
    button: 'Cancel',
    question: 'Cancel this order?',
    text: 'The goods go back to stock and the customer hears the reason.',
    done: 'Order cancelled',
  },
}

/** The words of a step; a step added to the table later still gets a button. */
export function stepWords(status: string): StepWords {
  return words[status] ?? { button: `Move to ${status}`, question: `Move to ${status}?`, text: '', done: `Order is now ${status}` }
}
