import { decoded, elements, readable, type Element } from './tags.ts'

/**
 * A form of a page.
 * @example const isSignOut = ({ method, action }: Form) => method === 'POST' && action.pathname.endsWith('/signout')
 */
export interface Form {
  /** The absolute address that the form is sent to. */
  readonly action: URL
  /** The HTTP method. */
  readonly method: 'GET' | 'POST'
  /** How a posted form is encoded. */
  readonly enctype: 'application/x-www-form-urlencoded' | 'multipart/form-data'
  /** The fields that are sent when nothing is typed and no named button is pressed. */
  readonly fields: Readonly<Record<string, string>>
  /** The buttons that send the form. */
  readonly buttons: readonly Button[]
}

/**
 * A button that submits.
 * @example const labelsOf = (buttons: readonly Button[]) => buttons.map(({ text }) => text)
 */
export interface Button {
  /** The text on the button. */
  readonly text: string
  /** The name of the field that the button sends. */
  readonly name: string
  /** The value that the button sends. */
  readonly value: string
  /** `formaction`, when the button has its own. */
  readonly action?: URL
}

const UNSENT = new Set(['submit', 'button', 'reset', 'image', 'file'])

const inputField = ({ attributes }: Element): readonly [string, string][] => {
  const type = (attributes.get('type') ?? 'text').toLowerCase()
  const name = attributes.get('name') ?? ''
  const unticked = (type === 'checkbox' || type === 'radio') && !attributes.has('checked')
  if (name === '' || UNSENT.has(type) || unticked || attributes.has('disabled')) return []
  return [[name, attributes.get('value') ?? (type === 'checkbox' || type === 'radio' ? 'on' : '')]]
}

const otherField = ({ attributes }: Element, value: string): readonly [string, string][] => {
  const name = attributes.get('name') ?? ''
  return name === '' || attributes.has('disabled') ? [] : [[name, value]]
}

const chosenOption = (select: Element): string => {
  const options = elements(select.inner, 'option')
  const chosen = options.find((option) => option.attributes.has('selected')) ?? options[0]
  return chosen === undefined ? '' : (chosen.attributes.get('value') ?? readable(chosen.inner))
}

const submitsOf = (source: string): readonly Element[] => {
  const written = elements(source, 'button').filter(
    ({ attributes }) => (attributes.get('type') ?? 'submit') === 'submit',
  )
  const inputs = elements(source, 'input').filter(({ attributes }) => attributes.get('type') === 'submit')
  return [...written, ...inputs]
}

/** The buttons of a form: those inside it, and those outside it that name it. */
const buttonsOf = (form: Element, html: string, page: URL): readonly Button[] => {
  const id = form.attributes.get('id') ?? ''
  const ownerOf = ({ attributes }: Element) => attributes.get('form')
  const inside = submitsOf(form.inner).filter((button) => ownerOf(button) === undefined)
  const outside = id === '' ? [] : submitsOf(html).filter((button) => ownerOf(button) === id)
  return [...inside, ...outside].map(({ attributes, inner: label }) => {
    const action = attributes.get('formaction')
    return {
      text: label === '' ? (attributes.get('value') ?? '') : readable(label),
      name: attributes.get('name') ?? '',
      value: attributes.get('value') ?? '',
      ...(action === undefined ? {} : { action: new URL(action, page) }),
    }
  })
}

const fieldsOf = (inner: string): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...elements(inner, 'input').flatMap(inputField),
    ...elements(inner, 'select').flatMap((select) => otherField(select, chosenOption(select))),
    ...elements(inner, 'textarea').flatMap((area) => otherField(area, decoded(area.inner))),
  ])

/** The forms of a page. */
export const readForms = (html: string, page: URL): readonly Form[] =>
  elements(html, 'form').map((form) => ({
    action: new URL(form.attributes.get('action') || page.href, page),
    method: form.attributes.get('method')?.toLowerCase() === 'post' ? 'POST' : 'GET',
    enctype:
      form.attributes.get('enctype')?.toLowerCase() === 'multipart/form-data'
        ? 'multipart/form-data'
        : 'application/x-www-form-urlencoded',
    fields: fieldsOf(form.inner),
    buttons: buttonsOf(form, html, page),
  }))
