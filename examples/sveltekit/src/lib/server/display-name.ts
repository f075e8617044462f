const LONGEST = 60

/**
 * The display name in what a browser sent with `update(data)`, or `undefined` when there is no good one. The data is
 * whatever the browser chose to send, so nothing else is taken from it.
 */
export const readDisplayName = (data: unknown): string | undefined => {
  if (typeof data !== 'object' || data === null || !('name' in data) || typeof data.name !== 'string') return undefined
  const name = data.name.normalize('NFKC').trim()
  return name === '' || name.length > LONGEST || /\p{C}/u.test(name) ? undefined : name
}
