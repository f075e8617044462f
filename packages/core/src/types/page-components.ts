import type { Messages } from './messages.ts'

export declare const isHtml: unique symbol

/** HTML that the template `html` of `@authwright/core/pages` made. */
export interface Html {
  readonly [isHtml]: true
}

/** What the parts of every page know. */
export interface PagePart {
  /** The texts of the page in its language, with the name of the application. */
  readonly messages: Messages
  /** The title of the page. */
  readonly title: string
}

/** What stands under the card. */
export interface PageFooter extends PagePart {
  /** The links to `theme.terms` and `theme.privacy`, as far as they are set. */
  readonly links: readonly { readonly label: string; readonly href: string }[]
  /** The list of languages. `undefined` if there is only one. */
  readonly languages: Html | undefined
}

/** A button of the sign-in page. */
export interface PageButton {
  readonly label: string
  /** The icon of the provider or of the method. The main button has none. */
  readonly icon: Html | undefined
  /** The id of the provider. `undefined` for the button of the first step. */
  readonly provider: string | undefined
}

/**
 * Parts of the built-in pages that the application replaces. Each function returns HTML of the template `html`, which
 * escapes its placeholders. A string is shown as text. Forms, buttons and landmarks around the parts stay, and so does
 * the content security policy: a part cannot run a script.
 * @example
 * const components: Partial<PageComponents> = { header: ({ messages }) => `Acme — ${messages.signin.title}` }
 */
export interface PageComponents {
  /** Stands at the top of the card, in a `<header>`. @default `theme.logo` */
  header: (page: PagePart) => Html | string
  /** Stands under the card, in a `<footer>`. @default the links of the theme, and the list of languages */
  footer: (page: PageFooter) => Html | string
  /** The content of a button of the sign-in page. The name of the button has to contain its label. @default icon and label */
  button: (button: PageButton) => Html | string
}

/** The components that the application has, once its options are read. */
export type ChosenComponents = { readonly [Name in keyof PageComponents]?: PageComponents[Name] | undefined }
