import type { Environment } from './configured-auth.ts'

/** The variables of the process; none on platforms without a process. */
export const processVariables = (): Environment => {
  // Deno throws when it has no permission to read the environment.
  try {
    return (globalThis as { process?: { readonly env?: Environment } }).process?.env ?? {}
  } catch {
    return {}
  }
}

/** The variables among the members of an object. Cloudflare's bindings may be objects. */
export const textVariables = (variables: unknown): Environment =>
  Object.fromEntries(Object.entries(variables ?? {}).filter(([, value]) => typeof value === 'string'))
