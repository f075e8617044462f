import type { Messages } from './messages.ts'

export declare const isHtml: unique symbol

/**
 * HTML that the template `html` of `@authwright/core/pages` made.
 * @example const heading = (title: string): Html => html`<h1>${title}</h1>`
 */
export interface Html {
  readonly [isHtml]: true
}

/**
 * What the parts of every page know.
 * @example const header = ({ title }: PagePart) => html`<strong>Acme</strong> ${title}`
 */
export interface PagePart {
  /**
   * The texts of the page in its language, with the name of the application.
   * @example const header = ({ messages }: PagePart) => messages.signin.title
   */
  readonly messages: Messages
  /**
   * The title of the page.
   * @example const header = ({ title }: PagePart) => html`Acme ${title}`
   */
  readonly title: string
}

/**
 * What stands under the card.
 * @example
 * const footer = ({ links, languages }: PageFooter) =>
 *   html`${links.map(({ label, href }) => html`<a href="${href}">${label}</a>`)} ${languages}`
 */
export interface PageFooter extends PagePart {
  /**
   * The links to `theme.terms` and `theme.privacy`, as far as they are set.
   * @example const labels = ({ links }: PageFooter) => links.map(({ label }) => label)
   */
  readonly links: readonly { readonly label: string; readonly href: string }[]
  /**
   * The list of languages. `undefined` if there is only one.
   * @example const footer = ({ languages }: PageFooter) => html`Acme ${languages}`
   */
  readonly languages: Html | undefined
}

/**
 * A button, or a link that looks like one.
 * @example const button = ({ icon, label }: PageButton) => html`<span>${label}</span>${icon}`
 */
export interface PageButton {
  /**
   * HTML where the label contains a name or an address, which keeps its own direction of writing.
   * @example const button = ({ label }: PageButton) => html`<b>${label}</b>`
   */
  readonly label: string | Html
  /**
   * The icon of the provider, the method or the row. Most buttons have none.
   * @example const button = ({ icon, label }: PageButton) => html`${label} ${icon}`
   */
  readonly icon: Html | undefined
  /**
   * The id of the provider, for its buttons on the sign-in page.
   * @example const isGitHub = ({ provider }: PageButton) => provider === 'github'
   */
  readonly provider: string | undefined
  /**
   * `primary` is filled, the only one of its page; `danger` removes something; `method` is a row with an icon; `plain`
   * looks like a link, and `small` stands at the end of a row.
   * @example const isMain = ({ style }: PageButton) => style === 'primary'
   */
  readonly style: 'primary' | 'secondary' | 'danger' | 'method' | 'plain' | 'small'
}

/**
 * Parts of the built-in pages that the application replaces. Each function returns HTML of the template `html`, which
 * escapes its placeholders. A string is shown as text. Forms, buttons and landmarks around the parts stay, and so does
 * the content security policy: a part cannot run a script.
 * @example
 * const components: Partial<PageComponents> = { header: ({ messages }) => `Acme — ${messages.signin.title}` }
 */
export interface PageComponents {
  /**
   * Stands at the top of the card, in a `<header>`. @default `theme.logo`
   * @example header: ({ title }) => html`<strong>Acme</strong> ${title}`
   */
  header: (page: PagePart) => Html | string
  /**
   * Stands under the card, in a `<footer>`. @default the links of the theme, and the list of languages
   * @example footer: ({ languages }) => html`<a href="/help">Help</a> ${languages}`
   */
  footer: (page: PageFooter) => Html | string
  /**
   * The content of every button. The name of the button has to contain its label. @default icon and label
   * @example button: ({ icon, label }) => html`<span>${label}</span>${icon}`
   */
  button: (button: PageButton) => Html | string
}

/** The components that the application has, once its options are read. */
export type ChosenComponents = { readonly [Name in keyof PageComponents]?: PageComponents[Name] | undefined }
