import { crashesOver } from './crash-over.ts'
import { openFile } from './crash-database.ts'

crashesOver({ name: 'a SQLite file', open: openFile, killsAt: () => true })
