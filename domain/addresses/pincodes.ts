/**
 * India Post's sorting districts, the first three digits of a PIN code, and the States in which each lies, by GST code, the most
 * likely first. Districts cross borders (Mahe is among Kerala's numbers, Chandigarh shares 160 with Mohali), new States inherited
 * old numbers, and the table will become outdated. An address is refused if its State is not listed for its district
 * (domain/addresses/state-agreement.ts), so a district at a border lists every State that it may reach.
 * Numbers that are not listed are unused or the army's (9): they say nothing about the State.
 *
 * Made by hand for this shop, not copied from a directory: from the postal circles that India Post publishes for the
 * first two digits (11 Delhi, 12 and 13 Haryana … 80 to 85 Bihar and Jharkhand) and the published exceptions for three
 * (403, 605, 682, 737, 744, 790 to 799), with the head offices along the borders where a circle serves several States.
 * The test compares the table with both. It was not checked office by office with the All India Pincode Directory.
 */
const DISTRICTS: readonly [from: number, to: number, states: string][] = [
  [110, 110, '07'],
  [121, 127, '06'],
  [131, 136, '06'],
  [140, 140, '03 04 06'], // Ropar and Mohali, Chandigarh's villages, Panchkula's edge
  [141, 148, '03'],
  [151, 152, '03'],
  [160, 160, '04 03 06'], // Chandigarh, Mohali and Panchkula
  [171, 177, '02'],
  [180, 185, '01'],
  [190, 193, '01'],
  [194, 194, '38'], // Leh and Kargil
  [201, 243, '09'],
  [244, 244, '09 05'], // Moradabad and Rampur, Kashipur and Ramnagar
  [245, 245, '09'],
  [246, 246, '05 09'], // Pauri and Chamoli, Bijnor
  [247, 247, '09 05'], // Saharanpur, Roorkee
  [248, 249, '05'],
  [250, 261, '09'],
  [262, 262, '09 05'], // Pilibhit and Kheri, Pithoragarh and Khatima
  [263, 263, '05'],
  [264, 285, '09'],
  [301, 345, '08'],
  [360, 361, '24'],
  [362, 362, '24 26'], // Junagadh, Diu
  [363, 395, '24'],
  [396, 396, '24 26'], // Valsad and Navsari, Daman, Dadra and Nagar Haveli
  [400, 402, '27'],
  [403, 403, '30'],
  [404, 445, '27'],
  [450, 488, '23'],
  [490, 497, '22'],
  [500, 506, '36'],
  [507, 507, '36 37'], // Khammam, and its villages that became part of Andhra Pradesh
  [508, 509, '36'],
  [515, 532, '37'],
  [533, 533, '37 34'], // Kakinada, Yanam
  [534, 535, '37'],
  [560, 591, '29'],
  [600, 604, '33'],
  [605, 605, '34 33'], // Puducherry, Villupuram
  [606, 606, '33'],
  [607, 607, '33 34'], // Cuddalore, Bahour
  [608, 608, '33'],
  [609, 609, '33 34'], // Nagapattinam, Karaikal
  [610, 643, '33'],
  [670, 670, '32 34'], // Kannur, and Mahe's Pandakkal
  [671, 672, '32'],
  [673, 673, '32 34'], // Kozhikode, Mahe
  [674, 681, '32'],
  [682, 682, '32 31'], // Kochi, and Lakshadweep, which it serves
  [683, 695, '32'],
  [700, 736, '19'],
  [737, 737, '11'],
  [738, 743, '19'],
  [744, 744, '35'],
  [751, 770, '21'],
  [781, 782, '18 17'], // Guwahati and Nagaon, and the Meghalaya side of the road to Shillong
  [783, 783, '18 17'], // Dhubri and Goalpara, Meghalaya's western edge
  [784, 788, '18'],
  [790, 792, '12'],
  [793, 794, '17'],
  [795, 795, '14'],
  [796, 796, '15'],
  [797, 798, '13'],
  [799, 799, '16'],
  [800, 812, '10'],
  [813, 813, '10 20'], // Bhagalpur and Banka, Godda
  [814, 814, '20 10'], // Deoghar and Dumka, Banka
  [815, 816, '20'],
  [821, 821, '10'],
  [822, 822, '20'],
  [823, 824, '10'],
  [825, 835, '20'],
  [841, 855, '10'],
]

/** GST codes of the States in which a PIN code may lie, the most likely first; empty when unknown. The first three digits suffice. */
export function stateOfPincode(pincode: string): string[] {
  if (!/^[1-9]\d\d/.test(pincode)) return []
  const district = Number(pincode.slice(0, 3))
  return DISTRICTS.find(([from, to]) => from <= district && district <= to)?.[2].split(' ') ?? []
}
