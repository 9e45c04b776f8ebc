/** Invented makers; every contact is under .example, so that no demo mail can reach a person. */
export const MAKERS = {
  kaveri: 'Kaveri Botanicals Pvt Ltd, 18 Sampige Road, Malleswaram, Bengaluru 560003, Karnataka · care@kaveri.example',
  amrita: 'Amrita Ayur Products, 7 Temple Street, Thrissur 680001, Kerala · care@amrita.example',
  gulab: 'Gulab Cosmetics LLP, 42 Hathi Pol, Udaipur 313001, Rajasthan · hello@gulab.example',
  laali: 'Laali Colour House Pvt Ltd, Plot 9, MIDC Taloja, Navi Mumbai 410208, Maharashtra · care@laali.example',
  noor: 'Noor Beauty Works, 11 Nakhas, Chowk, Lucknow 226003, Uttar Pradesh · care@noor.example',
  rang: 'Rang Udyog, 205 Naroda Road, Ahmedabad 380025, Gujarat · care@rang.example',
  itra: 'Itra Perfumers, 3 Bada Bazaar, Kannauj 209725, Uttar Pradesh · attar@itra.example',
  tulika: 'Tulika Brush Works, 88 Sadar Bazaar, Moradabad 244001, Uttar Pradesh · care@tulika.example',
  kesh: 'Kesh Crafts, 14 Wood Street, Saharanpur 247001, Uttar Pradesh · care@kesh.example',
  shringar: 'Shringar Trading Company, 214 Princess Street, Kalbadevi, Mumbai 400002, Maharashtra · care@shringar.example',
  solene: 'Imported and packed by Shringar Trading Company, Mumbai 400002; made by Maison Solène, Grasse, France · care@shringar.example',
  hanbit: 'Imported and packed by Shringar Trading Company, Mumbai 400002; made by Hanbit Cosmetics, Incheon, Republic of Korea · care@shringar.example',
  khalij: 'Imported and packed by Shringar Trading Company, Mumbai 400002; made by Khalij Perfumes, Sharjah, United Arab Emirates · care@shringar.example',
} as const

export type MakerName = keyof typeof MAKERS
