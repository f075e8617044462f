// `scripts/icons.ts` writes this file from simple-icons, which is in the public domain (CC0-1.0), and from
// `scripts/brand-marks.ts`, which names the sources. The brand belongs to its owner. Do not edit.
import type { ProviderIcon } from '../../types/providers.ts'

const icon: ProviderIcon = {
  color: '#000000',
  path: 'm12 1.608 12 20.784H0Z',
}

export default icon
