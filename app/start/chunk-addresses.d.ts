/** The addresses of a module's chunks; empty in the browser's own build (scripts/vite/chunk-addresses.ts). */
declare module '*?chunk-addresses' {
  const addresses: string[]
  export default addresses
}
