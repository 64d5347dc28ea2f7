// Withdrawals on which staff have to decide, on the start page.
import { LinkAlert } from '../shell/page/link-alert.tsx'

const listPath = `/withdrawals?filter=${encodeURIComponent('{"isDone":false}')}`

export const OpenWithdrawals = ({ count }: { count: number }) => (
  <LinkAlert text="website.withdrawal.open" show="website.withdrawal.show" count={count} to={listPath} />
)
