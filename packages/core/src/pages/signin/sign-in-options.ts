import type { PageProvider } from '../../types/page-props.ts'
import { html, type Markup } from '../markup/html.ts'
import { REDIRECT_FORM_ID, type ProviderButton } from './provider-button.ts'
import { providerList, shortList } from './provider-list.ts'
import { hasForm, signInForm, type FormContext } from './sign-in-forms.ts'

/** A provider and its position in the config. */
type IndexedProvider = readonly [index: number, provider: PageProvider]

const isOneOfMany = (providers: readonly PageProvider[], kind: PageProvider['kind']): boolean =>
  providers.filter((provider) => provider.kind === kind).length > 1

/** The provider that this browser used last. */
const lastUsedBlock = (providers: readonly PageProvider[], context: FormContext): Markup | undefined => {
  const index = providers.findIndex(({ id }) => id === context.lastUsed)
  const provider = providers[index]
  if (provider === undefined) return undefined
  if (!hasForm(provider)) return providerList(providers)(context.messages).buttons[index]?.lastUsed
  const badge = html`<p class="last-used"><small class="badge">${context.messages.signin.lastUsed}</small></p>`
  return html`${badge}${signInForm(provider, index, context, isOneOfMany(providers, provider.kind))}`
}

/** Blocks in the order of the config. Adjacent buttons share one list. */
const inOrder = (
  indexed: readonly IndexedProvider[],
  providers: readonly PageProvider[],
  context: FormContext,
): readonly Markup[] => {
  const { buttons } = providerList(providers)(context.messages)
  const blocks: Markup[] = []
  let adjacent: ProviderButton[] = []
  const endList = (): void => {
    if (adjacent.length > 0) blocks.push(shortList(adjacent))
    adjacent = []
  }
  for (const [i, provider] of indexed) {
    const button = buttons[i]
    if (button !== undefined) adjacent.push(button)
    if (!hasForm(provider)) continue
    endList()
    blocks.push(signInForm(provider, i, context, isOneOfMany(providers, provider.kind)))
  }
  endList()
  return blocks
}

/** The providers that were not used last. A long list is not split, and stands after the forms. */
const otherBlocks = (providers: readonly PageProvider[], context: FormContext): readonly Markup[] => {
  const { long } = providerList(providers)(context.messages)
  const others = [...providers.entries()].filter(([, { id }]) => id !== context.lastUsed)
  if (long === undefined) return inOrder(others, providers, context)
  const forms = others.filter(([, provider]) => hasForm(provider))
  return [...inOrder(forms, providers, context), long]
}

/** All sign-in methods: first the one used last, then the others in the order of the config, with separators. */
export const signInOptions = (providers: readonly PageProvider[], context: FormContext): Markup => {
  const last = lastUsedBlock(providers, context)
  const blocks = [...(last === undefined ? [] : [last]), ...otherBlocks(providers, context)]
  const separator = html`<p class="separator">${context.messages.signin.or}</p>`
  const hasRedirect = providers.some((provider) => !hasForm(provider))
  const form = hasRedirect ? html`<form id="${REDIRECT_FORM_ID}" method="post">${context.hidden}</form>` : undefined
  return html`${form}${blocks.map((block, i) => (i === 0 ? block : html`${separator}${block}`))}`
}
