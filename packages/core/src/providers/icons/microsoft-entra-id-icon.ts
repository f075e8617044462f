// `scripts/icons.ts` writes this file from simple-icons, which is in the public domain (CC0-1.0), and from
// `scripts/brand-marks.ts`, which names the sources. The brand belongs to its owner. Do not edit.
import type { ProviderIcon } from '../../types/providers.ts'

const icon: ProviderIcon = {
  color: '#FFFFFF',
  viewBox: '1 1 19 19',
  path: [
    ['#F25022', 'M1 1h9v9H1z'],
    ['#00A4EF', 'M1 11h9v9H1z'],
    ['#7FBA00', 'M11 1h9v9h-9z'],
    ['#FFB900', 'M11 11h9v9h-9z'],
  ],
}

export default icon
