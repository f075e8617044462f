import type { Theme } from '../../types/config-options.ts'
import { findColor } from '../../web/color.ts'
import { findLegible, FOR_TEXT, isTooClose } from '../../web/contrast.ts'

/** Of the button of a mail, and of the words on it. */
export interface ButtonColors {
  readonly brand: string
  readonly label: string
}

/** The theme's colours, where a person can read one on the other. */
export const buttonColors = ({ brandColor, buttonText }: Theme): ButtonColors => {
  const brand = findColor(brandColor)
  if (brand === undefined) return { brand: '#2f5bd0', label: '#fff' }
  const label = findColor(buttonText)
  const isLegible = label !== undefined && !isTooClose(brand, label, FOR_TEXT)
  return { brand, label: isLegible ? label : (findLegible(brand, FOR_TEXT) ?? '#fff') }
}
