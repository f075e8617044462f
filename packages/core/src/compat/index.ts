export { decodeAuthJs, decodeNextAuth4 } from './from-authjs.ts'
export { fromAuthJs } from './from-authjs.ts'
export type { FromAuthJsOptions } from './from-authjs.ts'
