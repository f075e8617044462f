import Protected from '~/components/Protected'

export default Protected((session) => <h1>This is a protected route of {session.user?.name}</h1>)
