import { isPincode } from './shipping.ts'

/**
 * The city of sorting districts (the first three digits of a PIN code; four where a city shares its district) that lie in one city, so
 * that a buyer need not type it. Made by hand for this shop from the well-known head post offices, not copied from a directory and not
 * checked office by office: it is a suggestion that stays editable. A district with several towns is left out: no city is better than
 * a wrong one.
 */
const CITIES: readonly [city: string, ...prefixes: string[]][] = [
  ['New Delhi', '110'],
  ['Faridabad', '1210'],
  ['Gurugram', '1220'],
  ['Ludhiana', '1410'],
  ['Amritsar', '1430'],
  ['Jalandhar', '1440'],
  ['Chandigarh', '1600'],
  ['Shimla', '1710'],
  ['Jammu', '1800'],
  ['Srinagar', '1900'],
  ['Ghaziabad', '2010'],
  ['Kanpur', '2080'],
  ['Prayagraj', '2110'],
  ['Varanasi', '2210'],
  ['Lucknow', '2260'],
  ['Dehradun', '2480'],
  ['Meerut', '2500'],
  ['Agra', '2820'],
  ['Jaipur', '302'],
  ['Udaipur', '3130'],
  ['Kota', '3240'],
  ['Jodhpur', '3420'],
  ['Rajkot', '3600'],
  ['Ahmedabad', '3800'],
  ['Vadodara', '3900'],
  ['Surat', '3950'],
  ['Mumbai', '4000', '4001'],
  ['Thane', '4006'],
  ['Navi Mumbai', '4007'],
  ['Pune', '4110'],
  ['Solapur', '4130'],
  ['Kolhapur', '4160'],
  ['Nashik', '4220'],
  ['Nagpur', '4400'],
  ['Indore', '4520'],
  ['Bhopal', '4620'],
  ['Jabalpur', '4820'],
  ['Raipur', '4920'],
  ['Hyderabad', '5000'],
  ['Vijayawada', '5200'],
  ['Visakhapatnam', '5300'],
  ['Bengaluru', '5600'],
  ['Mysuru', '5700'],
  ['Mangaluru', '5750'],
  ['Chennai', '6000', '6001'],
  ['Puducherry', '6050'],
  ['Tiruchirappalli', '6200'],
  ['Madurai', '6250'],
  ['Salem', '6360'],
  ['Coimbatore', '6410'],
  ['Kozhikode', '6730'],
  ['Thrissur', '6800'],
  ['Kochi', '6820'],
  ['Thiruvananthapuram', '6950'],
  ['Kolkata', '7000', '7001'],
  ['Gangtok', '7371'],
  ['Bhubaneswar', '7510'],
  ['Cuttack', '7530'],
  ['Guwahati', '7810'],
  ['Shillong', '7930'],
  ['Imphal', '7950'],
  ['Aizawl', '7960'],
  ['Agartala', '7990'],
  ['Patna', '8000'],
  ['Jamshedpur', '8310'],
  ['Ranchi', '8340'],
]

const byPrefix = new Map(CITIES.flatMap(([city, ...prefixes]) => prefixes.map((prefix) => [prefix, city] as const)))

/**
 * The city to suggest for a PIN code; null when it is unknown or the code is incomplete.
 * @param known addresses of the same customer: the same PIN code there is the better answer
 */
export function cityOfPincode(text: string, known: readonly { pincode: string; city: string }[] = []): string | null {
  const pincode = text.replaceAll(' ', '')
  if (!isPincode(pincode)) return null
  const own = known.find((address) => address.pincode === pincode)?.city
  return own ?? byPrefix.get(pincode.slice(0, 4)) ?? byPrefix.get(pincode.slice(0, 3)) ?? null
}
