import type * as Server from '@simplewebauthn/server'
import type * as Helpers from '@simplewebauthn/server/helpers'
import { once } from '../../base/async.ts'
import { causeOf } from '../../errors/auth-error.ts'
import { InvalidConfig } from '../../errors/error-classes.ts'

export type SimpleWebAuthn = typeof Server & { readonly helpers: typeof Helpers }

const findNothing = (): undefined => undefined

/**
 * Load a package that needs the functions of reflect-metadata, in any order.
 *
 * `@simplewebauthn/server` loads reflect-metadata before `tsyringe`, which otherwise throws. A bundler that makes one file per package,
 * such as Nitro 3, changes this order. No class has metadata then, and these functions say so until reflect-metadata replaces them.
 */
export const loadInAnyOrder = async <Value>(load: () => Promise<Value>): Promise<Value> => {
  const missing = ['getMetadata', 'getOwnMetadata'].filter((name) => !Reflect.has(Reflect, name))
  for (const name of missing)
    Reflect.defineProperty(Reflect, name, { configurable: true, writable: true, value: findNothing })
  try {
    return await load()
  } finally {
    for (const name of missing) if (Reflect.get(Reflect, name) === findNothing) Reflect.deleteProperty(Reflect, name)
  }
}

const importPackage = async (): Promise<SimpleWebAuthn> => {
  // Directly in `try`: then a bundler builds an application that has not installed the package.
  try {
    return { ...(await import('@simplewebauthn/server')), helpers: await import('@simplewebauthn/server/helpers') }
  } catch (error) {
    throw new InvalidConfig('Passkeys need the package @simplewebauthn/server, version 14: install it', causeOf(error))
  }
}

/** Load the package at the first ceremony. What it leaves to its caller is checked here and in `methods/webauthn/`. */
export const loadSimpleWebAuthn: () => Promise<SimpleWebAuthn> = once(() => loadInAnyOrder(importPackage))
