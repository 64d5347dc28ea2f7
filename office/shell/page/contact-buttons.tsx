// Buttons that call and mail.
import MailIcon from '@mui/icons-material/EmailOutlined'
import PhoneIcon from '@mui/icons-material/Phone'
import { Button } from '@mui/material'
import { mailto, telephone } from '../list/contact-links.ts'

interface Props {
  phones?: readonly string[]
  emails?: readonly string[]
  /** Of the mail. */
  subject?: string
}

const text = { overflowWrap: 'anywhere', textAlign: 'left' } as const

export const ContactButtons = ({ phones = [], emails = [], subject = '' }: Props) => (
  <>
    {phones.filter(Boolean).map((number) => (
      <Button
        key={number}
        size="small"
        variant="outlined"
        startIcon={<PhoneIcon />}
        href={telephone(number)}
        sx={text}
      >
        {number}
      </Button>
    ))}
    {emails.filter(Boolean).map((address) => (
      <Button
        key={address}
        size="small"
        variant="outlined"
        startIcon={<MailIcon />}
        href={mailto(address, subject)}
        sx={text}
      >
        {address}
      </Button>
    ))}
  </>
)
