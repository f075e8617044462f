import { Markup } from './html.ts'

/** Where a browser would see the end of the element, or the start of another state of its parser (HTML §13.2.5.4). */
const ENDS = /<\/script|<script|<!--/i

/** A script of ours as it stands in its element. Throws a `TypeError` when the element would end inside of it. */
export const script = (source: string): Markup => {
  if (ENDS.test(source)) throw new TypeError('The script would end its element')
  return new Markup([source], [])
}
