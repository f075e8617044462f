export { decodeAuthJs, decodeNextAuth4 } from './decode.ts'
export { fromAuthJs } from './from-authjs.ts'
export type { FromAuthJsOptions } from './from-authjs.ts'
