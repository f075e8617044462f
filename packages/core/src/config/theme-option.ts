import { InvalidConfig } from '../errors/error-classes.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { Theme } from '../types/config-options.ts'
import { findColor } from '../web/color.ts'
import { FOR_TEXT, lacksContrast } from '../web/contrast.ts'
import { findImageUrl } from '../web/page-url.ts'
import * as read from './readers.ts'

const readColour = (value: unknown, option: string): string | undefined => {
  const text = read.readText(value, option)
  if (text !== undefined && findColor(text) === undefined)
    throw new InvalidConfig(`${option} has to be a CSS colour, such as "#2f5bd0"`, { option })
  return text
}

const readLogo = (value: unknown): string | undefined => {
  const text = read.readText(value, 'theme.logo')
  if (text !== undefined && findImageUrl(text) === undefined)
    throw new InvalidConfig(
      'theme.logo has to be a path that begins with "/", an http or https address, or a data: image',
      {
        option: 'theme.logo',
      },
    )
  return text
}

/** Whether the owner wants text on a ground where it can hardly be read (WCAG 2.2, 1.4.3). */
export const isHardToRead = ({ theme }: AuthConfig): boolean => {
  const [ground, text] = [findColor(theme?.brandColor), findColor(theme?.buttonText)]
  return ground !== undefined && text !== undefined && lacksContrast(ground, text, FOR_TEXT)
}

/** The look of the pages. Throws when a part of it is no colour, no address, or no scheme. */
export const readTheme = (config: AuthConfig): Theme => {
  const written = read.readRecord(config.theme, 'theme')
  const colorScheme = read.readOneOf(written['colorScheme'] || undefined, 'theme.colorScheme', [
    'auto',
    'dark',
    'light',
  ])
  const theme = {
    colorScheme,
    logo: readLogo(written['logo']),
    brandColor: readColour(written['brandColor'], 'theme.brandColor'),
    buttonText: readColour(written['buttonText'], 'theme.buttonText'),
  }
  return Object.freeze(Object.fromEntries(Object.entries(theme).filter(([, value]) => value !== undefined)))
}
