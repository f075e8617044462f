import { contractOver } from './contract-servers.ts'
import { engines } from './engines.ts'

contractOver(engines.postgresJs, { rounds: 10 })
