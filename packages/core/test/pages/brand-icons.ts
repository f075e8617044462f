import { readCatalog } from '../../scripts/catalog/entries.ts'
import type { ProviderIcon } from '../../src/types/providers.ts'

const entries = await readCatalog()

/** The icons of the built-in providers, by id. */
export const brandIcons: ReadonlyMap<string, ProviderIcon> = new Map(
  entries.flatMap(({ id, made }) => (made['icon'] === undefined ? [] : [[id, made['icon'] as ProviderIcon] as const])),
)

export const findBrandIcon = (id: string): ProviderIcon | undefined => brandIcons.get(id)
