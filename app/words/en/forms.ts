/** Fields, and the messages of forms. */

// field
export const optional = '(optional)'

// form-alert
export const oneFieldNeedsAnotherLook = 'Please correct one field'
export const fieldsNeedAnotherLook = (count: number) => `Please correct ${count} fields`

// password-field
export const hidePassword = 'Hide password'
export const showPassword = 'Show password'
export const hide = 'Hide'
export const show = 'Show'

// quantity-input
export const quantity = 'Quantity'
export const decreaseQuantity = 'Decrease quantity'
export const increaseQuantity = 'Increase quantity'
