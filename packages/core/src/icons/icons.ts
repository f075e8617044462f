import type { Colour } from '../web/colour.ts'

export interface Icon {
  readonly colour: Colour
  readonly path: string
}
export const icons: ReadonlyMap<string, Icon> = new Map()
