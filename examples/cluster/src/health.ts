/** The state of the servers. */
export interface Health {
  /** Sorts healthy servers first. The others remain in the list, for the case that all are unhealthy. */
  readonly healthyFirst: (ports: readonly number[]) => readonly number[]
  readonly close: () => void
}

/** Milliseconds between two checks. A stopping server announces this four times as long. */
const INTERVAL = 250
/** Milliseconds after which a check fails. A busy server is still healthy. */
const TIMEOUT = 2000

const isHealthy = async (port: number): Promise<boolean> => {
  try {
    // Uses a new connection, so that the result does not depend on the state of an old one.
    const headers = { connection: 'close' }
    const response = await fetch(`http://127.0.0.1:${port}/health`, { headers, signal: AbortSignal.timeout(TIMEOUT) })
    return response.ok
  } catch {
    return false
  }
}

/** Checks the servers periodically. Before the first result, all count as healthy. */
export const watchHealth = (ports: readonly number[]): Health => {
  const unhealthy = new Set<number>()
  const check = async (port: number): Promise<void> => {
    if (await isHealthy(port)) unhealthy.delete(port)
    else unhealthy.add(port)
  }
  const timer = setInterval(() => ports.forEach((port) => void check(port)), INTERVAL)
  return {
    healthyFirst: (given) => [
      ...given.filter((port) => !unhealthy.has(port)),
      ...given.filter((port) => unhealthy.has(port)),
    ],
    close: () => clearInterval(timer),
  }
}
