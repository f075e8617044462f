/** Bytes of one call to the platform. A call for 12 bytes takes as long as one for 512. */
const POOL = 512

const pool = new Uint8Array(POOL)
let used = POOL

/** Random bytes from the cryptographic source of the platform. Each byte is returned once, and then erased here. */
export const randomBytes = (length: number): Uint8Array<ArrayBuffer> => {
  if (length > POOL) return crypto.getRandomValues(new Uint8Array(length))
  if (used + length > POOL) {
    crypto.getRandomValues(pool)
    used = 0
  }
  const bytes = pool.slice(used, used + length)
  pool.fill(0, used, used + length)
  used += length
  return bytes
}
