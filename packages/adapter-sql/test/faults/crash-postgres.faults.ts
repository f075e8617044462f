import { crashesOver } from './crash-over.ts'
import { openServer } from './crash-database.ts'

// A kill at a reading call leaves the same rows as a kill after the writing call before it.
crashesOver({ name: 'PostgreSQL', open: openServer, killsAt: (call) => !/^(?:get|list)/.test(call) })
