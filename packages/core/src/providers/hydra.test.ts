import { expect, test } from 'vitest'
import Hydra, { OryHydra as NamedHydra } from './hydra.ts'
import OryHydra from './ory-hydra.ts'

test('hydra and ory-hydra are the same entry', () => {
  expect(Hydra).toBe(OryHydra)
  expect(NamedHydra).toBe(OryHydra)
  expect(OryHydra()).toMatchObject({ id: 'hydra' })
})
