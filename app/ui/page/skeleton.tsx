/** The skeleton of a product card while its page loads. */
export function CardSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="bone aspect-square rounded-md" />
      <div className="bone mt-[14px] h-[14px] w-[36%]" />
      <div className="bone mt-3 h-[14px] w-[86%]" />
      <div className="bone mt-3 h-[22px] w-[52%]" />
      <div className="bone mt-3 h-[14px] w-[70%]" />
      <div className="bone mt-[18px] h-[44px] rounded-sm" />
    </div>
  )
}

/** As children of a grid, which gives each a place of its own. */
export function cardSkeletons(count: number) {
  return Array.from({ length: count }, (_, place) => <CardSkeleton key={place} />)
}
