/** The longest things that people type. */

export const LONG_WORD = 'Extraordinarilylongsearchwordwithoutanyspaceinitatall'
export const LONG_PRODUCT = `${LONG_WORD} Kumkumadi Tailam Night Serum with Saffron, Sandalwood and Manjistha, 1,000 ml refill pouch`
export const LONG_PERSON = 'Srimathi Venkatalakshminarasimhacharyulu Thiruvananthapurathamma'
export const LONG_COMPANY = 'Thiruvananthapuram Mahalakshmiandsonsbeautyandwellnessenterprises Private Limited (Wholesale Division)'
