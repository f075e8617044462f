/**
 * The template for the parts of the built-in pages that the application replaces.
 * @module
 */
export { html } from './pages/markup/html.ts'
export type { Html, PageButton, PageComponents, PageFooter, PagePart } from './types/page-components.ts'
