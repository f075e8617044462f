import { crashesOver } from './crash-over.ts'
import { openServer } from './crash-place.ts'

// A process that dies at a reading call leaves what the writing call before it has left, and that death is among these.
crashesOver({ name: 'PostgreSQL', open: openServer, isDeadly: (call) => !/^(?:get|list)/.test(call) })
