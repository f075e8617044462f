import { describe, expect, test } from 'vitest'
import { findChromium } from './chromium.ts'

describe('findChromium', () => {
  test('says where a browser is, or why there is none', async () => {
    const found = await findChromium()
    expect(found.executablePath ?? found.reason).not.toBe('')
  })
})
