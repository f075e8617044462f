import { once } from '../base/async.ts'
import { warnOnce } from '../config/config-warnings.ts'
import type { ResolvedConfig } from '../config/engine-types.ts'

const COLORS = ['brandColor', 'brandColorDark', 'buttonText', 'background'] as const

const loadColorNames = once(() => import('../web/color-names.ts'))

/**
 * Warns of names of colors that browsers do not know: they ignore them, and the page keeps its own color. The known names are loaded
 * only for a theme with a name. `key` is what each warning is logged once for.
 */
export const warnOfUnknownColors = async ({ theme, logger }: ResolvedConfig, key: object): Promise<void> => {
  const named = COLORS.map((option) => [option, theme[option] ?? ''] as const).filter(([, color]) =>
    /^[a-z]+$/i.test(color),
  )
  if (named.length === 0) return
  const { describeUnknownColor } = await loadColorNames()
  const warnings = named.flatMap(([option, color]) => {
    const problem = describeUnknownColor(color)
    return problem === undefined ? [] : [['theme-color', `theme.${option}: ${problem}`] as const]
  })
  warnOnce(key, logger, warnings)
}
