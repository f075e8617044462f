import { crashesOver } from './crash-over.ts'
import { openFile } from './crash-place.ts'

crashesOver({ name: 'a SQLite file', open: openFile, killsAt: () => true })
