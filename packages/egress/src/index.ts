export { EgressRefused, publicFetch } from './public-fetch.ts'
export type { PublicFetchOptions } from './public-fetch.ts'
