/** Which servers take requests. */
export interface Health {
  /** Those that do, in this order, and then the others: they are asked when nobody else is left. */
  readonly wellFirst: (ports: readonly number[]) => readonly number[]
  readonly close: () => void
}

/** Milliseconds between two questions. A server that is stopping gives four times as long notice. */
const INTERVAL = 250
/** Milliseconds after which no answer is a bad one. A server that has much to do is still one that takes requests. */
const PATIENCE = 2000

const isWell = async (port: number): Promise<boolean> => {
  try {
    // A connection of its own, so that the question is about the server and not about a connection.
    const headers = { connection: 'close' }
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { headers, signal: AbortSignal.timeout(PATIENCE) })
    return answer.ok
  } catch {
    return false
  }
}

/** Asks servers again and again whether they take requests. Until the first answer all are believed to. */
export const watchHealth = (ports: readonly number[]): Health => {
  const ill = new Set<number>()
  const look = async (port: number): Promise<void> => {
    if (await isWell(port)) ill.delete(port)
    else ill.add(port)
  }
  const timer = setInterval(() => ports.forEach((port) => void look(port)), INTERVAL)
  return {
    wellFirst: (inTurn) => [...inTurn.filter((port) => !ill.has(port)), ...inTurn.filter((port) => ill.has(port))],
    close: () => clearInterval(timer),
  }
}
