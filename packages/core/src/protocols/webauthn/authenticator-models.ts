/** What an AAGUID says about a passkey: a password manager, or a model of a security key. */
interface AuthenticatorModel {
  readonly name: string
  /** The id of its mark on the pages, if there is one. */
  readonly icon?: string
}

const model = (name: string, icon?: string): AuthenticatorModel => (icon === undefined ? { name } : { name, icon })

const windowsHello = model('Windows Hello', 'microsoft-entra-id')
const yubiKey = model('YubiKey 5', 'yubico')
const yubiKeyNfc = model('YubiKey 5 with NFC', 'yubico')

/**
 * Authenticators by AAGUID, from github.com/passkeydeveloper/passkey-authenticator-aaguids (read on 2026-11-23). The
 * browser sends the AAGUID, and without an attestation nothing verifies it: it only names a passkey for its user.
 */
export const authenticatorModels: ReadonlyMap<unknown, AuthenticatorModel> = new Map([
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', windowsHello],
  ['0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6', model('Keeper', 'keeper')],
  ['19083c3d-8383-4b18-bc03-8f1c9ab2fd1b', yubiKey],
  ['2fc0579f-8113-47ea-b116-bb5a8db9202a', yubiKeyNfc],
  ['50726f74-6f6e-5061-7373-50726f746f6e', model('Proton Pass', 'proton')],
  ['531126d6-e717-415c-9320-3d9aa6981239', model('Dashlane', 'dashlane')],
  ['53414d53-554e-4700-0000-000000000000', model('Samsung Pass')],
  ['6028b017-b1d4-4c02-b4b3-afcdafc96bb2', windowsHello],
  ['6d44ba9b-f6ec-2e49-b930-0c8fe920cb73', model('Security Key by Yubico', 'yubico')],
  ['73bb0cd4-e502-49b8-9c6f-b59445bf720b', model('YubiKey 5 FIPS', 'yubico')],
  ['771b48fd-d3d4-4f74-9232-fc157ab0507a', model('Edge on Mac')],
  ['9ddd1817-af5a-4672-a2b9-3e3dd95000a9', windowsHello],
  ['a25342c0-3cdc-4414-8e46-f4807fca511c', yubiKeyNfc],
  ['a4e9fc6d-4cbe-4758-b8ba-37598bb5bbaa', model('Security Key NFC by Yubico', 'yubico')],
  ['adce0002-35bc-c60a-648b-0b25f1f05503', model('Chrome on Mac', 'chrome')],
  ['b5397666-4885-aa6b-cebf-e52262a439a2', model('Chromium Browser')],
  ['b78a0a55-6ef8-d246-a042-ba0f6d55050c', model('LastPass', 'lastpass')],
  ['b84e4048-15dc-4dd0-8640-f4f60813c8af', model('NordPass')],
  ['bada5566-a7aa-401f-bd96-45619a55120d', model('1Password', '1password')],
  ['c5ef55ff-ad9a-4b9f-b580-adebafe026d0', model('YubiKey 5Ci', 'yubico')],
  ['cb69481e-8ff7-4039-93ec-0a2729a154a8', yubiKey],
  ['d548826e-79b4-db40-a3d8-11116f7e8349', model('Bitwarden', 'bitwarden')],
  ['d8522d9f-575b-4866-88a9-ba99fa02f35b', model('YubiKey Bio', 'yubico')],
  ['dd4ec289-e01d-41c9-bb89-70fa845d4bf2', model('iCloud Keychain', 'apple')],
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', model('Google Password Manager', 'google')],
  ['ee882879-721c-4913-9775-3dfcce97072a', yubiKey],
  ['f3809540-7f14-49c1-a8b3-8f813b225541', model('Enpass', 'enpass')],
  ['fa2b99dc-9e39-4257-8f92-4a30d23c4118', yubiKeyNfc],
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', model('Apple Passwords', 'apple')],
  ['fdb141b2-5d84-443e-8a35-4698c205a502', model('KeePassXC', 'keepassxc')],
])
