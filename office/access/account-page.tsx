// One's own account.
import { Title } from 'react-admin'

export const AccountPage = () => <Title title="account.title" />
