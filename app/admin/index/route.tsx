export { default } from '../not-built/route.tsx'
