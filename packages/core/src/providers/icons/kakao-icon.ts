// `scripts/icons.ts` writes this file from simple-icons, which is in the public domain (CC0-1.0), and from
// `scripts/brand-marks.ts`, which names the sources. The brand belongs to its owner. Do not edit.
import type { ProviderIcon } from '../../types/providers.ts'

const icon: ProviderIcon = {
  color: '#FEE500',
  viewBox: '1.5 2.5 21 19.5',
  path: 'M12 18.75c-.591 0-1.1697-.0413-1.7317-.1209-.5626.3965-3.813 2.6797-4.1198 2.7225 0 0-.1258.0489-.2328-.0141s-.0876-.2282-.0876-.2282c.0322-.2198.8426-3.0183.992-3.5333-2.7452-1.36-4.5701-3.7686-4.5701-6.5135C2.25 6.8168 6.6152 3.375 12 3.375s9.75 3.4418 9.75 7.6875c0 4.2457-4.3652 7.6875-9.75 7.6875z',
}

export default icon
