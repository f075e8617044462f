import { flattenedDecrypt } from 'jose'
import { describe, expect, test } from 'vitest'
import { engines } from '../../test/support/engines.ts'
import { deriveAlone } from '../../test/support/jwe.ts'
import { createKeyring } from './keyring.ts'

const NEW = 'a-newer-secret-that-seals-whatever-is-sealed-now'
const OLD = 'an-older-secret-that-still-opens-for-some-weeks-'

describe.each(engines)('a bound token on the %s engine', (_name, engine) => {
  const keyring = createKeyring([NEW, OLD], engine)

  test('opens only with the same binding', async () => {
    const bounds = [undefined, '', 'row 1', 'row 2', 'röw 1', 'row 1.']
    for (const sealedFor of bounds) {
      const token = await keyring.seal('rows', 'text', sealedFor)
      for (const openedFor of bounds) {
        expect(await keyring.open('rows', token, openedFor)).toBe(openedFor === sealedFor ? 'text' : null)
      }
    }
  })

  test('opens under every listed secret, only with the same binding', async () => {
    const token = await createKeyring([OLD], engine).seal('rows', 'text', 'row 1')
    expect(await keyring.open('rows', token, 'row 1')).toBe('text')
    expect(await keyring.open('rows', token, 'row 2')).toBeNull()
    expect(await createKeyring([NEW], engine).open('rows', token, 'row 1')).toBeNull()
  })

  test('is a JWE with additional authenticated data to other libraries', async () => {
    const token = await keyring.seal('rows', 'text', 'row 1')
    const [header = '', , iv = '', ciphertext = '', tag = ''] = token.split('.')
    const aad = Buffer.from('row 1').toString('base64url')
    const { plaintext } = await flattenedDecrypt(
      { protected: header, aad, iv, ciphertext, tag },
      deriveAlone(NEW, 'rows', 'A256GCM'),
    )
    expect(new TextDecoder().decode(plaintext)).toBe('text')
  })
})
