/** The `Set-Cookie` line of a cookie, as SvelteKit writes it. */
export const serializeCookie = ({
  name,
  value,
  options,
}: {
  readonly name: string
  readonly value: string
  readonly options: Readonly<Record<string, unknown>>
}): string => {
  const { path, maxAge, expires, secure, httpOnly, sameSite } = options
  return [
    `${name}=${encodeURIComponent(value)}`,
    ...(typeof maxAge === 'number' ? [`Max-Age=${maxAge}`] : []),
    ...(typeof path === 'string' ? [`Path=${path}`] : []),
    ...(expires instanceof Date ? [`Expires=${expires.toUTCString()}`] : []),
    ...(httpOnly === true ? ['HttpOnly'] : []),
    ...(secure === true ? ['Secure'] : []),
    ...(typeof sameSite === 'string' ? [`SameSite=${sameSite}`] : []),
  ].join('; ')
}

/** The parts of a `Set-Cookie` line that `cookieHeader` needs. */
export const parseSetCookie = (line: string) => {
  const [pair = '', ...attributes] = line.split('; ')
  const equals = pair.indexOf('=')
  const isDeleted = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
  return { name: pair.slice(0, equals), value: pair.slice(equals + 1), isDeleted }
}
