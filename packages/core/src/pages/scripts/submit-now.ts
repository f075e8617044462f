import { script } from '../markup/script.ts'
import type { Markup } from '../markup/html.ts'

// A field named `submit` hides the form's own method of that name (HTML §4.10.3), and its name comes from outside.
export const submitNow: Markup = script('HTMLFormElement.prototype.submit.call(document.forms[0])')
