import { memoryAdapter } from '@authwright/testing'
import { engines } from '../engines.ts'
import { onceOver } from './once-over.ts'

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
