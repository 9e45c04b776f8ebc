/** The text of a module as one classic script; empty in the browser's own build (scripts/vite/inline-script.ts). */
declare module '*?inline-script' {
  const script: string
  export default script
}
