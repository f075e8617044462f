import type { GetServerSideProps } from 'next'
import { auth } from '../auth'

export const getServerSideProps: GetServerSideProps<{ name: string }> = async (context) => ({
  props: { name: (await auth(context))?.user?.name ?? 'signed out' },
})

export default function Props({ name }: { readonly name: string }) {
  return <p id="user">{name}</p>
}
