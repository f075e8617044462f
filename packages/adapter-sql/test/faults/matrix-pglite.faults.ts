import { engines } from '../engines.ts'
import { matrixOverSlow } from './matrix-over.ts'

matrixOverSlow(engines.pglite)
