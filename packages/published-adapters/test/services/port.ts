/** The port that a server is bound to. */
export const portOf = (address: unknown): number => {
  if (typeof address === 'object' && address !== null && 'port' in address) return Number(address.port)
  throw new Error('no port is bound')
}
