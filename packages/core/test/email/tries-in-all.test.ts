import { describe, expect, test } from 'vitest'
import { resolveEmailProvider } from '../../src/protocols/email/email-provider.ts'
import type { EmailConfig } from '../../src/index.ts'
import { fullLocation } from '../support/site.ts'
import type { Visitor } from '../support/site.ts'
import { makeChangeWorld, signedIn, wish } from './change-world.ts'
import { ANN, ask, makeWorld, press, type, wrongCodes } from './world.ts'
import type { World } from './world.ts'

const DAY = 86_400
const FEW: Partial<EmailConfig> = { mode: 'code', codeLength: 6, maxTriesPerDayInAll: 10 }

const isRefused = (response: Response): boolean => fullLocation(response).includes('error=TooManyRequests')

const person = (i: number): string => `p${i}@example.org`

/** Somebody who asks for a code of each of so many addresses, and guesses twice at it. Whether the last guess was refused. */
const guessAt = async (world: World, first: number, addresses: number): Promise<boolean> => {
  let last = new Response()
  for (let i = first; i < first + addresses; i += 1) {
    const browser = world.browser()
    const { code } = await ask(world, browser, person(i))
    for (const wrong of wrongCodes(code).slice(0, 2)) last = await type(browser, wrong.slice(0, 7))
  }
  return isRefused(last)
}

const comesIn = async (world: World, email: string, browser: Visitor = world.browser()): Promise<boolean> => {
  const { code } = await ask(world, browser, email)
  await type(browser, code)
  return (await browser.session()) !== null
}

describe('guesses that are spread over many addresses', () => {
  test('are looked at so many times a day, and then not at any address', async () => {
    const world = makeWorld(FEW)
    expect(await guessAt(world, 0, 5)).toBe(false)
    expect(await guessAt(world, 5, 1)).toBe(true)
    expect(await comesIn(world, person(6))).toBe(false)
    world.clock.forward(DAY)
    expect(await comesIn(world, person(6))).toBe(true)
  })

  test('at once are not more', async () => {
    const world = makeWorld(FEW)
    const browsers = Array.from({ length: 30 }, () => world.browser())
    await Promise.all(browsers.map((browser, i) => ask(world, browser, person(i))))
    const answers = await Promise.all(browsers.map((browser) => type(browser, 'BBB-BBB')))
    expect(answers.filter((response) => !isRefused(response))).toHaveLength(10)
  })

  test('keep no browser out that a person has used before, and its own are none of them', async () => {
    const world = makeWorld(FEW)
    const own = world.browser()
    expect(await comesIn(world, ANN, own)).toBe(true)
    await own.post('/auth/signout')
    const { code } = await ask(world, own)
    for (const wrong of wrongCodes(code).slice(0, 4)) await type(own, wrong.slice(0, 7))
    expect(await guessAt(world, 0, 5)).toBe(false)
    expect(await guessAt(world, 5, 1)).toBe(true)
    await type(own, code)
    expect(await own.session()).not.toBeNull()
  })

  test('are not the codes of people who come in, or who change their address', async () => {
    const world = makeChangeWorld({ ...FEW, maxTriesPerDayInAll: 2 })
    for (let i = 0; i < 6; i += 1) expect(await comesIn(world, person(i))).toBe(true)
    for (let i = 0; i < 4; i += 1) {
      const browser = await signedIn(world, person(i))
      await wish(browser, `new-${person(i)}`)
      const code = /\b[A-Z]{3}-[A-Z]{3}\b/.exec(
        world.notices.findLast(({ identifier }) => identifier === `new-${person(i)}`)?.message.text ?? '',
      )?.[0]
      await browser.post('/auth/account', { action: 'email-code', code: code ?? '' })
      expect(await browser.session()).toMatchObject({ user: { email: `new-${person(i)}` } })
    }
  })

  test('are not the mails before the one whose code was right, where a person has asked twice', async () => {
    const world = makeWorld({ ...FEW, maxTriesPerDayInAll: 3 })
    for (let i = 0; i < 5; i += 1) {
      const browser = world.browser()
      const first = await ask(world, browser, person(i))
      world.clock.forward(2)
      const second = await ask(world, browser, person(i))
      await type(browser, (i % 2 === 0 ? first : second).code)
      expect(await browser.session()).toMatchObject({ user: { email: person(i) } })
    }
    expect(await guessAt(world, 5, 1)).toBe(false)
    expect(await guessAt(world, 6, 1)).toBe(true)
  })

  test('are none at an address that a person has mistyped before: a mail is not tried once the code is found', async () => {
    const world = makeWorld({ ...FEW, maxTriesPerDayInAll: 1 })
    for (let i = 0; i < 3; i += 1) {
      const browser = world.browser()
      await ask(world, browser, `mistyped-${person(i)}`)
      world.clock.forward(2)
      expect(await comesIn(world, person(i), browser)).toBe(true)
    }
  })

  test('are those at other addresses, whatever code of one’s own they are made with', async () => {
    const world = makeWorld({ ...FEW, maxTriesPerDayInAll: 3 })
    const guessWithOwn = async (i: number): Promise<boolean> => {
      const guesser = world.browser()
      const { code } = await ask(world, guesser, person(i))
      world.clock.forward(2)
      await ask(world, guesser, `victim-${i}@example.org`)
      return isRefused(await type(guesser, code))
    }
    for (let i = 0; i < 2; i += 1) expect(await guessWithOwn(i)).toBe(false)
    // Two guesses at others are counted, and the third with the own code beside it is one too many.
    expect(await guessWithOwn(2)).toBe(true)
  })

  test('are given back no more often than they were counted: a mail tried too often counts none', async () => {
    const world = makeWorld({ ...FEW, maxTriesPerDayInAll: 6 })
    const [older, newer] = [world.browser(), world.browser()]
    const { code } = await ask(world, older)
    world.clock.forward(2)
    const dead = await ask(world, newer)
    const both = world.browser(Object.fromEntries([...older.cookies, ...newer.cookies]))
    for (const wrong of wrongCodes(dead.code).slice(0, 5)) await type(newer, wrong.slice(0, 7))
    await type(both, code)
    expect(await both.session()).not.toBeNull()
    const { code: other } = await ask(world, newer, person(0))
    const [one = '', two = ''] = wrongCodes(other)
    expect(isRefused(await type(newer, one.slice(0, 7)))).toBe(false)
    expect(isRefused(await type(newer, two.slice(0, 7)))).toBe(true)
  })

  test('at short tokens of links count as well, where the owner says how many', async () => {
    const generateVerificationToken = () => '123456'
    const world = makeWorld({ generateVerificationToken, maxTriesPerDayInAll: 3 })
    const guess = (i: number) => world.browser().post('/auth/callback/email', { token: '999999', email: person(i) })
    for (let i = 0; i < 3; i += 1) expect(isRefused(await guess(i))).toBe(false)
    expect(isRefused(await guess(3))).toBe(true)
  })

  test('at short tokens of links are none where the token was right, here or on another device', async () => {
    let made = 100_000
    const generateVerificationToken = () => String((made += 1))
    const world = makeWorld({ generateVerificationToken, maxTriesPerDayInAll: 3 })
    for (let i = 0; i < 6; i += 1) {
      const browser = world.browser()
      const { url } = await ask(world, browser, person(i))
      const opened = i % 2 === 0 ? browser : world.browser()
      await (i % 2 === 0 ? opened.get(url) : press(opened, url))
      expect(await opened.session()).toMatchObject({ user: { email: person(i) } })
    }
    const guess = (i: number) => world.browser().post('/auth/callback/email', { token: '999999', email: person(i) })
    for (let i = 0; i < 3; i += 1) expect(isRefused(await guess(i))).toBe(false)
    expect(isRefused(await guess(3))).toBe(true)
  })

  test('are not limited where the adapter cannot give back what was right, so that nobody is kept out by others who come in', async () => {
    const world = makeWorld({ ...FEW, maxTriesPerDayInAll: 3 }, { adapter: { decrementCounter: undefined } })
    for (let i = 0; i < 5; i += 1) expect(await comesIn(world, person(i))).toBe(true)
    expect(await guessAt(world, 5, 2)).toBe(false)
    expect(world.log).toContain('tries-unlimited')
  })
})

describe('as many as', () => {
  const send = (): void => undefined
  const base = { id: 'email', name: 'E-mail', type: 'email', sendVerificationRequest: send } as const
  test.each<[what: string, more: Partial<EmailConfig>, most: number | undefined]>([
    ['a thousandth of the codes of 6 letters', { mode: 'code', codeLength: 6 }, 64_000],
    ['a thousandth of the codes of 7 letters', { mode: 'both', codeLength: 7 }, 1_280_000],
    ['anybody likes, of 8 letters', { mode: 'code' }, undefined],
    ['anybody likes, where there are no codes', { codeLength: 6 }, undefined],
    [
      'anybody likes, where the owner makes the codes',
      { mode: 'code', codeLength: 6, generateVerificationToken: () => '123456' },
      undefined,
    ],
    ['the owner says', { mode: 'code', codeLength: 6, maxTriesPerDayInAll: 7 }, 7],
  ])('%s', (_what, more, most) => {
    expect(resolveEmailProvider({ ...base, ...more }).maxTriesPerDayInAll).toBe(most)
  })
})
