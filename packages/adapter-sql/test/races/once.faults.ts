import { memoryAdapter } from '@authwright/testing'
import { engines } from '../engines.ts'
import { onceOver } from '@authwright/test-kit/races/once-over'

onceOver({
  name: 'memory',
  whyNot: () => null,
  start: async () => ({
    open: async () => {
      const adapter = memoryAdapter()
      return { adapter: () => adapter, close: async () => undefined }
    },
    close: async () => undefined,
  }),
})
for (const kind of Object.values(engines)) onceOver(kind)
