import { decideProvenance } from '@authwright/core/framework'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a form of another site can send without the server's permission (Fetch §4.9, CORS-safelisted `Content-Type`). */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']

/** Whether Astro's `security.checkOrigin` forbids the request: a form, or a request without a type, of another origin. */
export const isForbiddenForm = ({ method, headers }: Request, origin: string): boolean => {
  if (SAFE_METHODS.has(method) || decideProvenance(headers, origin) === 'same-origin') return false
  const type = headers.get('content-type')?.toLowerCase()
  return type === undefined || FORM_TYPES.some((form) => type.includes(form))
}
