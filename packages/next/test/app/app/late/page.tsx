import { Suspense } from 'react'
import { auth } from '../../auth'

const Late = async () => {
  // The first part of the page has been sent by then.
  await new Promise((resolve) => void setTimeout(resolve, 50))
  const session = await auth()
  return <p>{session?.user?.name ?? 'signed out'}</p>
}

export default function Page() {
  return (
    <>
      <p>first</p>
      <Suspense fallback={<p>…</p>}>
        <Late />
      </Suspense>
    </>
  )
}
