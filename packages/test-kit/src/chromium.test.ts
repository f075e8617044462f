import { describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'

describe('findChromium', () => {
  test('returns the path of a browser or the reason why there is none', async () => {
    const found = await findChromium()
    expect(found.executablePath ?? found.reason).not.toBe('')
  })
})
