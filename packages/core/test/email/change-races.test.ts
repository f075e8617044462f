import { memoryAdapter } from '@authwright/testing'
import { describe } from 'vitest'
import { changeRaces } from '@authwright/test-kit/email/change-races'

describe('in memory', () => {
  changeRaces(() => memoryAdapter({ now: () => Date.parse('2030-01-01T12:00:00Z') }), { many: 200, few: 25 })
})
