// `scripts/icons.ts` writes this file from simple-icons, which is in the public domain (CC0-1.0), and from
// `scripts/brand-marks.ts`, which names the sources. The brand belongs to its owner. Do not edit.
import type { ProviderIcon } from '../../types/providers.ts'

const icon: ProviderIcon = {
  color: '#53FC19',
  path: 'M1.333 0h8v5.333H12V2.667h2.667V0h8v8H20v2.667h-2.667v2.666H20V16h2.667v8h-8v-2.667H12v-2.666H9.333V24h-8Z',
}

export default icon
