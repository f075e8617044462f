import { engines } from '../engines.ts'
import { matrixOver } from './matrix-over.ts'

matrixOver(engines.libsql)
