import { contractOver } from './contract-servers.ts'
import { engines } from './engines.ts'

contractOver(engines.mariadb, { rounds: 10 })
