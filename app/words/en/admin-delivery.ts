/** Settings: delivery zones and rates, cash on delivery, the courier's list of PIN codes. */

export const title = 'Delivery rates'
export const settings = 'Settings'
export const failed = 'The delivery rates could not be loaded'
export const failedText = 'Nothing has changed.'
export const notSaved = 'The delivery rates could not be saved.'
export const saved = 'Delivery rates saved'
export const savedText = 'They apply to the next order.'

// zones
export const zones = 'Zones'
export const zonesHint = (charge: string, freeFrom: string) =>
  `Places with rates of their own. Everywhere else delivery costs ${charge}, free from ${freeFrom}, as in Settings under Delivery. Of several zones with a PIN code the narrowest range counts; PIN codes count before States.`
export const noZones = 'No zones: delivery costs the same everywhere.'
export const addZone = 'Add zone'
export const zoneNumber = (number: number) => `Zone ${number}`
export const removeZone = (name: string) => `Remove zone ${name}`
export const name = 'Name'
export const states = (count: number) => (count === 0 ? 'Choose States' : `States (${count}):`)
export const pins = 'PIN codes'
export const pinsHint = 'Beginnings or ranges, separated by commas: 400, 4010-4015, 560001'
export const rates = 'Rates, GST included'
export const ratesHint =
  'Up to a weight, from a value of the goods. The cheapest rate that fits the order applies. One rate must have no weight and no value, so that every order has a price.'
export const weight = 'Up to, kg'
export const anyWeight = 'any'
export const goods = 'From, ₹'
export const price = 'Price, ₹'
export const addRate = 'Add rate'
export const removeRate = (number: number) => `Remove rate ${number}`
export const rateField = (label: string, rate: number) => `${label}, rate ${rate}`
export const freeFrom = 'Free from, ₹'
export const freeFromHint = 'Leave it empty if delivery is never free for its value.'
export const codHere = 'Cash on delivery'
export const daysMin = 'Days in transit, at least'
export const daysMax = 'At most'
export const daysHint = 'Leave both empty to use the days for the State.'
export const weights = 'Weights'
export const defaultWeight = 'Weight of a product without one, grams'
export const defaultWeightHint = 'Used for rates by weight. Weights are on the products.'

// cash on delivery
export const cod = 'Cash on delivery'
export const codText = 'It is switched on and off under Payment.'
export const codFee = 'Fee, ₹'
export const codFeeHint = 'GST included. 0: no fee.'
export const codMinimum = 'For goods from, ₹'
export const codMaximum = 'For goods up to, ₹'
export const codBoundHint = 'After discounts. Empty: no limit.'

export const labels = {
  zones: 'Zones',
  default_weight_grams: defaultWeight,
  cod_fee: 'Cash on delivery fee',
  cod_minimum: 'Cash on delivery from',
  cod_maximum: 'Cash on delivery up to',
}
export const wrong = {
  name: 'Give the zone a name.',
  sameName: 'Another zone has this name.',
  pins: (part: string) => `“${part}” is no PIN code, beginning or range.`,
  manyPins: (most: number) => `At most ${most} ranges.`,
  noPlace: 'Enter PIN codes or choose States.',
  state: 'One of these States is in another zone.',
  weight: 'Kilograms above 0, up to 10,000, with at most three decimals.',
  rupees: 'Rupees from 0, with at most two decimals.',
  price: 'Rupees above 0 and up to 1,00,000. For free delivery use “Free from”.',
  openRate: 'One rate must have no weight and no value.',
  days: 'Whole days from 0 to 60, in both fields or in none.',
  mostDays: 'Not less than the other number.',
  grams: 'Whole grams from 1 to 1,00,000.',
  codBounds: 'Not less than the lower limit.',
}

// the courier's list
export const list = 'PIN codes of the courier'
export const listHint =
  'A CSV or Excel file with a column for the PIN code and, if you like, columns “Prepaid” and “COD” with Y or N. At most 40,000 PIN codes.'
export const noList = 'No list: every PIN code is served.'
export const listNow = {
  served: (count: string) => `${count} PIN codes are in the list. Others are not served.`,
  exceptions: (count: string) => `${count} PIN codes are exceptions. Others are served.`,
}
export const means = 'The file lists'
export const meansOf = { served: 'what is served; any other PIN code is not', exceptions: 'exceptions; any other PIN code is served' }
export const listFile = 'File'
export const listRead = (file: string, count: string) => `${file}: ${count} PIN codes.`
export const listTooMany = (most: string) => `At most ${most} PIN codes.`
export const listErrors = (count: string) => `Rows with errors: ${count}. Fix the file and choose it again.`
const reasons = {
  PIN: (text: string) => (text === '' ? 'no PIN code' : `“${text}” is no PIN code`),
  FLAG: (text: string) => `“${text}” is neither Y nor N`,
  TWICE: (text: string) => `${text} is there twice, with other values`,
}
export const listError = (row: number, code: keyof typeof reasons, text: string) => `Row ${row}: ${reasons[code](text)}`
export const replaceList = 'Replace the present list'
export const importList = 'Import list'
export const exportList = 'Export list'
export const endList = 'Remove list'
export const listHead = ['PIN code', 'Prepaid', 'COD']
export const listSaved = (count: string) => `The list has ${count} PIN codes now`
export const listEnded = 'The list is removed'
export const listFailed = 'The list could not be saved.'
export const saveFirst = 'Save or discard your changes above before you change the list.'
