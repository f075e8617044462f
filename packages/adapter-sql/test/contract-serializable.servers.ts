import { contractOver } from './contract-servers.ts'
import { serializableEngines } from './engines.ts'

contractOver(serializableEngines.pg, { rounds: 5 })
