import { engines } from '../engines.ts'
import { racesOver } from './races-over.ts'

racesOver(engines.sqlite)
racesOver(engines.pg)
racesOver(engines.mariadb)
