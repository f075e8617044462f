import { staff } from '../../../../auth'

export const { GET, POST } = staff.handlers
