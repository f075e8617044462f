import type { Environment } from './configured-auth.ts'

/** The variables among the members of an object. Cloudflare's bindings may be objects. */
export const textVariables = (variables: unknown): Environment =>
  Object.fromEntries(Object.entries(variables ?? {}).filter(([, value]) => typeof value === 'string'))
