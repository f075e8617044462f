const MAX_LENGTH = 60

/**
 * Validates the data of `update(data)`. Returns the display name, or `undefined` when it is missing or invalid. The browser
 * can send any data, so all other members are ignored.
 */
export const readDisplayName = (data: unknown): string | undefined => {
  if (typeof data !== 'object' || data === null || !('name' in data) || typeof data.name !== 'string') return undefined
  const name = data.name.normalize('NFKC').trim()
  return name === '' || name.length > MAX_LENGTH || /\p{C}/u.test(name) ? undefined : name
}
