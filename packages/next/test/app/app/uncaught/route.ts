import { signIn } from '../../auth'

export const POST = () => signIn('password', { username: 'ada', password: 'wrong', redirectTo: '/api/me' })
