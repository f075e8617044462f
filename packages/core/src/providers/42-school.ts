import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/42-school-icon.ts'

/** A user, as the API shows them to others. */
export interface UserData {
  id: number
  login: string
  email?: string | null
  first_name: string
  last_name: string
  usual_full_name?: string | null
  usual_first_name?: string | null
  displayname?: string | null
  url: string
  phone?: string | null
  image_url?: string | null
  /** Named `staff?` in the JSON. */
  'staff?'?: boolean
  staff?: boolean
  correction_point: number
  pool_month?: string | null
  pool_year?: string | null
  location?: string | null
  wallet: number
  anonymize_date: string
  created_at: string
  updated_at?: string | null
  'alumni?'?: boolean
  alumni: boolean
  'is_launched?'?: boolean
}

/** A curriculum of the user. */
export interface CursusUser {
  id: number
  cursus_id: number
  grade: string | null
  level: number
  skills: { id: number; name: string; level: number }[]
  blackholed_at: string | null
  begin_at: string | null
  end_at: string | null
  has_coalition: boolean
  created_at: string
  updated_at: string | null
  user: UserData
  cursus: { id: number; name: string; slug: string; created_at: string }
}

/** A project of the user. */
export interface ProjectUser {
  id: number
  occurrence: number
  final_mark: number | null
  status: 'finished' | 'in_progress' | (string & {})
  validated?: boolean | null
  current_team_id: number
  project: { id: number; name: string; slug: string; parent_id: number | null }
  cursus_ids: number[]
  marked: boolean
  marked_at: string | null
  retriable_at: string | null
  created_at: string
  updated_at: string | null
}

/** An achievement of the user. */
export interface Achievement {
  id: number
  name: string
  description: string
  tier: 'challenge' | 'easy' | 'hard' | 'medium' | 'none'
  kind: 'pedagogy' | 'project' | 'scolarity'
  visible: boolean
  image: string | null
  nbr_of_success: number | null
  users_url: string
}

/** A language that the user chose. */
export interface LanguagesUser {
  id: number
  language_id: number
  user_id: number
  position: number
  created_at: string
}

/** A title of the user. */
export interface TitlesUser {
  id: number
  user_id: number
  title_id: number
  selected: boolean
  created_at: string
  updated_at: string | null
}

/** An expertise of the user. */
export interface ExpertisesUser {
  id: number
  expertise_id: number
  interested: boolean
  value: number
  contact_me: boolean
  created_at: string
  user_id: number
}

/** A campus of the school. */
export interface Campus {
  id: number
  name: string
  time_zone: string
  language: { id: number; name: string; identifier: string; created_at: string; updated_at: string | null }
  users_count: number
  vogsphere_id: number
  country: string
  address: string
  zip: string
  city: string
  website: string
  facebook: string
  twitter: string
  active: boolean
  email_extension: string
  default_hidden_phone: boolean
}

/** A campus of the user. */
export interface CampusUser {
  id: number
  user_id: number
  campus_id: number
  is_primary: boolean
  created_at: string
  updated_at: string | null
}

/** The picture of the user, in several sizes. */
export interface Image {
  link?: string | null
  versions?: Record<'large' | 'medium' | 'micro' | 'small', string>
}

/** The user profile that 42's intranet returns. It does not say whether the e-mail address is verified. */
export interface FortyTwoProfile extends UserData {
  groups: { id: string; name: string }[]
  cursus_users: CursusUser[]
  projects_users: ProjectUser[]
  languages_users: LanguagesUser[]
  achievements: Achievement[]
  titles: { id: string; name: string }[]
  titles_users: TitlesUser[]
  partnerships: Record<string, unknown>[]
  patroned: Record<string, unknown>[]
  patroning: Record<string, unknown>[]
  expertises_users: ExpertisesUser[]
  roles: { id: string; name: string }[]
  campus: Campus[]
  campus_users: CampusUser[]
  image?: Image | null
  user?: Record<string, unknown> | null
  [member: string]: unknown
}

/**
 * 42 School. An authorization request without a scope gets `public`, which is enough. The profile does not say whether
 * the e-mail address is verified. Source: https://api.intra.42.fr/apidoc/guides/web_application_flow (beginning of the
 * page), https://api.intra.42.fr/apidoc/guides/getting_started, https://api.intra.42.fr/apidoc/guides/specification and
 * https://api.intra.42.fr/apidoc/2.0/users/index.html (`id`, `login` and `email` of a user), 2026-11-21.
 * @unconfirmed The URL `/v2/me`, and the members for the names and the picture.
 * @example
 * // with AUTH_42_SCHOOL_ID and AUTH_42_SCHOOL_SECRET set; the callback is /auth/callback/42-school
 * import FortyTwo from '@authwright/core/providers/42-school'
 * const config = { providers: [FortyTwo] }
 */
export const FortyTwo = <P extends FortyTwoProfile = FortyTwoProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: '42-school',
  name: '42 School',
  type: 'oauth',
  authorization: 'https://api.intra.42.fr/oauth/authorize',
  token: 'https://api.intra.42.fr/oauth/token',
  userinfo: 'https://api.intra.42.fr/v2/me',
  profile: ({ id, login, email, usual_full_name: usual, displayname, image }) => ({
    id: String(id),
    name: usual ?? displayname ?? login,
    email,
    image: image?.link,
  }),
  style: { bg: '#000', text: '#fff' },
  icon,
  options,
})

export default FortyTwo
