import { engines } from '../engines.ts'
import { matrixOver } from './matrix-over.ts'
import { isMainFlow } from './record.ts'

// The same statements as by pg, which is run with all flows.
matrixOver(engines.postgresJs, isMainFlow)
