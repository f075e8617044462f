import type { CryptoEngine } from '../../src/runtime/engine.ts'
import { defaultRuntime, webEngine } from '../../src/runtime/platform.ts'

/** Both implementations, for `describe.each`. */
export const engines: readonly (readonly [name: string, engine: CryptoEngine])[] = [
  ['node', defaultRuntime.crypto],
  ['web', webEngine],
]

type Work = 'derive' | 'gcmKey' | 'macKey' | 'sha256' | 'seal' | 'open' | 'mac'

/** An engine that counts what it is asked for. */
export const counting = (engine: CryptoEngine): { engine: CryptoEngine; counts: Record<Work, number> } => {
  const counts = { derive: 0, gcmKey: 0, macKey: 0, sha256: 0, seal: 0, open: 0, mac: 0 }
  const counted =
    <Input extends unknown[], Output>(work: Work, method: (...input: Input) => Output) =>
    (...input: Input): Output => {
      counts[work] += 1
      return method(...input)
    }
  return {
    counts,
    engine: {
      name: engine.name,
      derive: counted('derive', engine.derive),
      sha256: counted('sha256', engine.sha256),
      macKey: counted('macKey', async (bytes) => {
        const key = await engine.macKey(bytes)
        return { mac: counted('mac', key.mac) }
      }),
      gcmKey: counted('gcmKey', async (bytes) => {
        const key = await engine.gcmKey(bytes)
        return { seal: counted('seal', key.seal), open: counted('open', key.open) }
      }),
    },
  }
}
