import { concat } from '../base/bytes.ts'

/** Read a body. `undefined` if it has more than `limit` bytes. An aborted signal cancels the stream. */
export const readStream = async (
  body: ReadableStream<Uint8Array> | null,
  limit: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const cancel = (): void => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', cancel, { once: true })
  const parts: Uint8Array[] = []
  let length = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length
    if (length > limit) {
      cancel()
      return undefined
    }
    parts.push(part.value)
  }
  signal?.removeEventListener('abort', cancel)
  return concat(...parts)
}
