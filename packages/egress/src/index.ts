export { EgressRefused } from './refused.ts'
export { publicFetch } from './public-fetch.ts'
export type { PublicFetchOptions } from './public-fetch.ts'
