import { expect, onTestFinished, test } from 'vitest'
import { loadInAnyOrder } from './simple-webauthn.ts'

const NAMES = ['getMetadata', 'getOwnMetadata']

const functions = () => NAMES.map((name): unknown => Reflect.get(Reflect, name))

/** The package that another test has loaded puts these functions on `Reflect`. */
const withoutReflectMetadata = () => {
  const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(Reflect, name)] as const)
  onTestFinished(() => {
    for (const [name, descriptor] of before) {
      Reflect.deleteProperty(Reflect, name)
      if (descriptor !== undefined) Reflect.defineProperty(Reflect, name, descriptor)
    }
  })
  for (const name of NAMES) Reflect.deleteProperty(Reflect, name)
}

test('a package that needs reflect-metadata loads before it, and finds no metadata', async () => {
  withoutReflectMetadata()
  const replacement = (): string => 'metadata'
  await loadInAnyOrder(async () => {
    for (const find of functions()) expect((find as () => unknown)()).toBeUndefined()
    for (const name of NAMES) Reflect.set(Reflect, name, replacement)
  })
  expect(functions()).toEqual([replacement, replacement])
})

test('the functions of reflect-metadata stay if they are there', async () => {
  withoutReflectMetadata()
  const own = (): string => 'metadata'
  for (const name of NAMES) Reflect.defineProperty(Reflect, name, { configurable: true, value: own })
  expect(await loadInAnyOrder(async () => functions())).toEqual([own, own])
  expect(functions()).toEqual([own, own])
})

test('nothing stays on Reflect if the package is missing', async () => {
  withoutReflectMetadata()
  const missing = loadInAnyOrder(() => Promise.reject(new Error('Cannot find the package')))
  await expect(missing).rejects.toThrow('Cannot find')
  expect(NAMES.filter((name) => Reflect.has(Reflect, name))).toEqual([])
})
