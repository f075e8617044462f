import { auth } from '../../auth'
import { UserName } from './user-name'

export default async function User() {
  return <UserName session={await auth()} />
}
