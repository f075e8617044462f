import { engines } from '../engines.ts'
import { matrixOver } from './matrix-over.ts'
import { isMainFlow } from './record.ts'

// The same statements as SQLite, which is run with all flows.
matrixOver(engines.libsql, isMainFlow)
