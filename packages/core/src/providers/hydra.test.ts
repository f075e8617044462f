import { expect, test } from 'vitest'
import Door, { OryHydra as NamedDoor } from './hydra.ts'
import OryHydra from './ory-hydra.ts'

test('Ory Hydra stands behind its id and behind the name that the ecosystem imports', () => {
  expect(Door).toBe(OryHydra)
  expect(NamedDoor).toBe(OryHydra)
  expect(OryHydra()).toMatchObject({ id: 'hydra' })
})
