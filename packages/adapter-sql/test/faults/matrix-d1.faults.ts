import { d1Shape } from './d1-subject.ts'
import { matrixOver } from './matrix-over.ts'

matrixOver(d1Shape)
