import { memoryAdapter } from '@authwright/testing'
import { engines } from '../engines.ts'
import { racesOver } from '@authwright/test-kit/races/races-over'

const memory = {
  name: 'memory',
  whyNot: () => null,
  start: async () => ({
    open: async () => {
      const { state: _state, ...adapter } = memoryAdapter()
      return { adapter: () => adapter, close: async () => undefined }
    },
    close: async () => undefined,
  }),
}

// races/once.faults.ts runs the statements of one-time values two hundred times over every store.
racesOver(memory, 200)
racesOver(engines.sqlite)
racesOver(engines.libsql)
racesOver(engines.pg)
racesOver(engines.mariadb)
