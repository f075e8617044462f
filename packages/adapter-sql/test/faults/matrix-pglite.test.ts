import { engines } from '../engines.ts'
import { matrixOver } from './matrix-over.ts'
import { isMainFlow } from './record.ts'

matrixOver(engines.pglite, isMainFlow)
