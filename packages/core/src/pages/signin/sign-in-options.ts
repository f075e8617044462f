import type { PageProvider } from '../../types/page-props.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { LEAVE_ID } from './buttons.ts'
import type { LeaveButton } from './buttons.ts'
import type { FormContext } from './form-context.ts'
import { isForm, showForm } from './forms.ts'
import { plainList } from './lists.ts'
import { preparedList } from './prepared-list.ts'

/** A provider and its place in the list. */
type Placed = readonly [index: number, provider: PageProvider]

const isAlone = (providers: readonly PageProvider[], kind: PageProvider['kind']): boolean =>
  providers.filter((provider) => provider.kind === kind).length < 2

/** The method that was used last. */
const lastUsedBlock = (providers: readonly PageProvider[], common: FormContext): Markup | undefined => {
  const index = providers.findIndex(({ id }) => id === common.lastUsed)
  const provider = providers[index]
  if (provider === undefined) return undefined
  if (!isForm(provider)) return preparedList(providers)(common.messages).buttons[index]?.asLastUsed
  const badge = html`<p class="last"><small class="badge">${common.messages.signin.lastUsed}</small></p>`
  return html`${badge}${showForm(provider, index, common, !isAlone(providers, provider.kind))}`
}

/** Neighbours that only need a click share one list. */
const inOrder = (
  placed: readonly Placed[],
  providers: readonly PageProvider[],
  common: FormContext,
): readonly Markup[] => {
  const { buttons } = preparedList(providers)(common.messages)
  const blocks: Markup[] = []
  let run: LeaveButton[] = []
  const endRun = (): void => {
    if (run.length > 0) blocks.push(plainList(run))
    run = []
  }
  for (const [i, provider] of placed) {
    const button = buttons[i]
    if (button !== undefined) run.push(button)
    if (!isForm(provider)) continue
    endRun()
    blocks.push(showForm(provider, i, common, !isAlone(providers, provider.kind)))
  }
  endRun()
  return blocks
}

/** The methods that were not used last. A long list stays whole and stands after the forms. */
const otherBlocks = (providers: readonly PageProvider[], common: FormContext): readonly Markup[] => {
  const { long } = preparedList(providers)(common.messages)
  const others = [...providers.entries()].filter(([, { id }]) => id !== common.lastUsed)
  if (long === undefined) return inOrder(others, providers, common)
  return [
    ...inOrder(
      others.filter(([, provider]) => isForm(provider)),
      providers,
      common,
    ),
    long,
  ]
}

/** All ways in, with a line between those of different kinds: first the one used last, then the owner's order. */
export const signInOptions = (providers: readonly PageProvider[], common: FormContext): Markup => {
  const last = lastUsedBlock(providers, common)
  const blocks = [...(last === undefined ? [] : [last]), ...otherBlocks(providers, common)]
  const or = html`<p class="or">${common.messages.signin.or}</p>`
  const hasLeaving = providers.some((provider) => !isForm(provider))
  const form = hasLeaving ? html`<form id="${LEAVE_ID}" method="post">${common.hidden}</form>` : undefined
  return html`${form}${blocks.map((block, i) => (i === 0 ? block : html`${or}${block}`))}`
}
