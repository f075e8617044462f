import { endedOver } from '@authwright/test-kit/races/ended-over'
import { engines } from '../engines.ts'

endedOver(engines.sqlite, 200)
endedOver(engines.pg, 20)
