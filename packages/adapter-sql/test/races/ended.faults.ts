import { engines } from '../engines.ts'
import { endedOver } from './ended-over.ts'

endedOver(engines.sqlite, 200)
endedOver(engines.pg, 20)
