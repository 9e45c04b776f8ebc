import type { DocumentFacts } from '../documents/invoice-rows.ts'
import { portalItems } from '../einvoice/items.ts'
import { addressLines, pinNumber, portalText, slashedDay } from '../einvoice/portal-text.ts'
import { problemsOf } from '../einvoice/problems.ts'
import type { Problem } from '../einvoice/problems.ts'
import { toRupees } from '../money/money.ts'

/** How the goods travel. Part B of the e-way bill is left to the transporter where there is no vehicle yet. */
export type Transport = {
  /** the transporter's GSTIN or TRANSIN; '' when the shop's own vehicle brings it */
  transporterId: string
  transporterName: string
  /** as on its plate; '' when the transporter enters it */
  vehicle: string
  /** km; 0: the portal takes the distance between the two PIN codes */
  distance: number
}

export type TransportError = 'TRANSPORT_MISSING' | 'TRANSPORTER_ID' | 'VEHICLE' | 'DISTANCE'

/** Fields of a form with spaces and small letters → what the portal takes, and what is wrong by field. */
export function readTransport(typed: Record<'transporterId' | 'transporterName' | 'vehicle' | 'distance', string>): {
  transport: Transport
  errors: Partial<Record<'transporterId' | 'vehicle' | 'distance', TransportError>>
} {
  const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const [transporterId, vehicle, km] = [plain(typed.transporterId), plain(typed.vehicle), typed.distance.trim()]
  const errors: ReturnType<typeof readTransport>['errors'] = {}
  if (transporterId !== '' && !/^\d{2}[0-9A-Z]{13}$/.test(transporterId)) errors.transporterId = 'TRANSPORTER_ID'
  if (vehicle !== '' && !/^[A-Z0-9]{7,15}$/.test(vehicle)) errors.vehicle = 'VEHICLE'
  if (!/^\d{0,4}$/.test(km) || Number(km) > MOST_KM) errors.distance = 'DISTANCE'
  if (transporterId === '' && vehicle === '') errors.transporterId = 'TRANSPORT_MISSING'
  return { transport: { transporterId, transporterName: portalText(typed.transporterName, 100), vehicle, distance: Number(km) || 0 }, errors }
}

/** The portal's limit for a distance, in km. */
export const MOST_KM = 4000
/** The offline tool's limit for one bill. */
export const MOST_ITEMS = 250

/** Of e-invoices alone; the limit of lines is another one here. */
const NOT_HERE = ['SERIAL', 'BUYER_GSTIN', 'BUYER_STATE', 'TOO_MANY_ITEMS'] as const
export type EwayProblem = Exclude<Problem, (typeof NOT_HERE)[number]> | 'TOO_MANY_ITEMS'

/**
 * Why the portal would refuse the bill. A buyer without a GSTIN, or of another State, is no hindrance here; that a number may not begin with 0 is
 * published for e-invoices only.
 */
export function ewayProblems(facts: DocumentFacts): EwayProblem[] {
  const found = problemsOf(facts).filter((problem): problem is EwayProblem => !(NOT_HERE as readonly Problem[]).includes(problem))
  const { items } = portalItems(facts)
  const short = items.some(({ hsn }) => hsn !== '' && !/^(\d{4}|\d{6}|\d{8})$/.test(hsn)) // four digits are enough below ₹5 crore
  const left = found.filter((problem) => problem !== 'HSN_SHORT' || short)
  return items.length > MOST_ITEMS ? [...left, 'TOO_MANY_ITEMS'] : left
}

/**
 * The e-way bill of an issued invoice as the offline tool writes it for bulk upload (version 1.0.0621): rupees as numbers, days as DD/MM/YYYY, codes of
 * States and of HSN as numbers.
 */
export function ewayJson(facts: DocumentFacts, { transporterId, transporterName, vehicle, distance }: Transport) {
  const { seller, order } = facts
  const { items, amounts } = portalItems(facts)
  const [from, to] = [addressLines(seller.address, 120), addressLines(order.address, 120)]
  const sold = Number(order.seller_state)
  const sent = Number(order.place_of_supply)
  // billed to the State of the buyer's GSTIN and shipped to another: the portal's second kind
  const billed = order.gstin === null ? sent : Number(order.gstin.slice(0, 2))
  const main = items.reduce((best, item) => (best.taxable >= item.taxable ? best : item), items[0] ?? { taxable: 0, hsn: '' })
  return {
    version: '1.0.0621',
    billLists: [
      {
        userGstin: seller.gstin ?? '',
        supplyType: 'O',
        subSupplyType: 1,
        subSupplyDesc: '',
        docType: 'INV',
        docNo: facts.serial,
        docDate: slashedDay(facts.issued_at),
        transType: billed === sent ? 1 : 2,
        fromGstin: seller.gstin ?? '',
        fromTrdName: portalText(seller.legal_name || seller.store_name, 100),
        fromAddr1: from[0],
        fromAddr2: from[1],
        fromPlace: portalText(seller.city, 50),
        fromPincode: pinNumber(seller.pincode) ?? 0,
        fromStateCode: sold,
        actualFromStateCode: sold,
        toGstin: order.gstin ?? 'URP',
        toTrdName: portalText(order.company_name ?? order.full_name, 100),
        toAddr1: to[0],
        toAddr2: to[1],
        toPlace: portalText(order.city, 50),
        toPincode: pinNumber(order.pincode) ?? 0,
        toStateCode: billed,
        actualToStateCode: sent,
        totalValue: toRupees(amounts.taxable),
        cgstValue: toRupees(amounts.heads.cgst),
        sgstValue: toRupees(amounts.heads.sgst),
        igstValue: toRupees(amounts.heads.igst),
        cessValue: 0,
        TotNonAdvolVal: 0,
        OthValue: 0,
        totInvValue: toRupees(amounts.total),
        transMode: 1,
        transDistance: distance,
        transporterName,
        transporterId,
        transDocNo: '',
        transDocDate: '',
        vehicleNo: vehicle,
        vehicleType: 'R',
        mainHsnCode: Number(main.hsn),
        itemList: items.map((item, index) => {
          const rate = item.rate ?? 0
          const inter = sold !== sent
          return {
            itemNo: index + 1,
            productName: portalText(item.description, 100),
            productDesc: portalText(item.description, 100),
            hsnCode: Number(item.hsn),
            quantity: item.quantity,
            qtyUnit: item.unit,
            taxableAmount: toRupees(item.taxable),
            sgstRate: inter ? 0 : rate / 2,
            cgstRate: inter ? 0 : rate / 2,
            igstRate: inter ? rate : 0,
            cessRate: 0,
            cessNonAdvol: 0,
          }
        }),
      },
    ],
  }
}
