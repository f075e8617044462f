import type { PageProvider } from '../../types/page-props.ts'
import { linkButton } from '../components/button.ts'
import { isolated } from '../components/inline-elements.ts'
import { html, type Markup } from '../markup/html.ts'
import { isOneOfMany } from './form-kinds.ts'
import { identifierForm } from './identifier-steps.ts'
import { REDIRECT_FORM_ID } from './provider-button.ts'
import { providerList, shortList } from './provider-list.ts'
import { isButton, signInForm, type FormContext } from './sign-in-forms.ts'

/** A part of the page: buttons of providers, or a form. */
interface Block {
  /** The ids of its providers. */
  readonly ids: readonly string[]
  /** Whether it has a main button, which only one block of the page may fill. */
  readonly hasMain: boolean
  readonly render: (isPrimary: boolean) => Markup
}

/** The buttons of all providers, at the place of the first one. The one used last is the first. */
const buttonBlocks = (context: FormContext): readonly Block[] => {
  const { providers, lastUsed } = context.props
  const { buttons, long } = providerList(providers, context)
  if (buttons.length === 0) return []
  const last = buttons.find(({ id }) => id === lastUsed)
  const ids = buttons.map(({ id }) => id)
  if (long !== undefined) {
    const top = last && { ids: [last.id], hasMain: false, render: () => last.lastUsed }
    return [...(top === undefined ? [] : [top]), { ids: [], hasMain: false, render: () => long }]
  }
  const first = last === undefined ? [] : [last.lastUsedItem]
  const others = buttons.filter((button) => button !== last).map(({ item }) => item)
  return [{ ids, hasMain: false, render: () => shortList([...first, ...others]) }]
}

const formBlock = (provider: PageProvider, index: number, context: FormContext): Block => ({
  ids: [provider.id],
  hasMain: true,
  render: (isPrimary) => {
    const isMany = isOneOfMany(context.props.providers, provider)
    return signInForm({ provider, index, isPrimary, isOneOfMany: isMany }, context)
  },
})

/** The blocks in the order of the config. A long list of buttons stands after the forms. */
const blocksInOrder = (context: FormContext): readonly Block[] => {
  const { providers, identifierFirst } = context.props
  const blocks: Block[] = []
  const buttons = buttonBlocks(context)
  const isLong = buttons.some(({ ids }) => ids.length === 0)
  for (const [i, provider] of providers.entries()) {
    if (blocks.some(({ ids }) => ids.includes(provider.id))) continue
    if (isButton(provider)) blocks.push(...(isLong ? [] : buttons))
    else if (identifierFirst?.methods.includes(provider.id) !== true) blocks.push(formBlock(provider, i, context))
    else {
      const render = (isPrimary: boolean): Markup => identifierForm(identifierFirst, isPrimary, context)
      blocks.push({ ids: identifierFirst.methods, hasMain: true, render })
    }
  }
  return isLong ? [...blocks, ...buttons] : blocks
}

const separator = (label: string | undefined): Markup =>
  label === undefined ? html`<hr />` : html`<p class="separator">${label}</p>`

/** All sign-in methods: first the one used last, then the others in the order of the config. */
export const signInOptions = (context: FormContext): Markup => {
  const { messages, hidden, props } = context
  const { lastUsed, currentUser, callbackUrl, providers } = props
  const { or, continueAs, useAnotherAccount } = messages.signin
  const inOrder = blocksInOrder(context)
  const isLast = ({ ids }: Block): boolean => lastUsed !== undefined && ids.includes(lastUsed)
  const blocks = [...inOrder.filter(isLast), ...inOrder.filter((block) => !isLast(block))]
  const main = currentUser === undefined ? blocks.find(({ hasMain }) => hasMain) : undefined
  const stay =
    currentUser === undefined ? [] : [linkButton(callbackUrl, { label: isolated(continueAs, currentUser) }, context)]
  const parts = [...stay, ...blocks.map((block) => block.render(block === main))]
  const labels = currentUser === undefined ? [or] : [useAnotherAccount, or]
  const hasRedirect = providers.some((provider) => isButton(provider))
  const form = hasRedirect ? html`<form id="${REDIRECT_FORM_ID}" method="post">${hidden}</form>` : undefined
  return html`${form}${parts.map((part, i) => (i === 0 ? part : html`${separator(labels[i - 1])}${part}`))}`
}
