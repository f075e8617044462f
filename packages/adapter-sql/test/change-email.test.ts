import { afterAll, describe } from 'vitest'
import { changeRaces } from '../../core/test/email/change-races.ts'
import { overFile } from './databases.ts'

describe('in a file of SQLite', () => {
  const opened: ReturnType<typeof overFile>[] = []
  afterAll(async () => {
    for (const { close } of opened) await close()
  })
  changeRaces(() => {
    const file = overFile({ now: () => Date.parse('2030-01-01T12:00:00Z') })
    opened.push(file)
    return file.adapter
  })
})
