// The choice of rights, in the forms of users and of roles.
import { Box, Typography } from '@mui/material'
import { useRecordContext, useTranslate } from 'ra-core'
import { CheckboxGroupInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { includesPart, userRights } from '../../server/platform/ground/rights.ts'
import { CodeList, TechnicalDetails } from '../shell/page/technical-details.tsx'
import { rightKey, useRightName } from './right-names.ts'

/** The text of a right. */
function RightText({ id }: { id: string }) {
  const translate = useTranslate()
  const rightName = useRightName()
  return (
    <Box sx={{ py: 0.5 }}>
      <Typography component="span" sx={{ fontWeight: 600, display: 'block' }}>
        {rightName(id)}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary">
        {translate(`users.rights.${rightKey(id)}.text`, { _: '' })}
      </Typography>
    </Box>
  )
}

export function RightsInput() {
  const rightName = useRightName()
  const record = useRecordContext<{ id: number; rights: string[] }>()
  const rights: string[] = useWatch({ name: 'rights' }) ?? []
  // Unknown rights are kept.
  const allRights = [...new Set([...userRights, ...(record?.rights ?? [])])]
  const isImplied = (id: string) => rights.some((right) => includesPart(right, id))
  return (
    <>
      <CheckboxGroupInput
        source="rights"
        row={false}
        choices={allRights.map((id) => ({ id, isImplied: isImplied(id) }))}
        optionText={(choice: { id: string }) => <RightText id={choice.id} />}
        disableValue="isImplied"
        translateChoice={false}
      />
      <TechnicalDetails>
        <CodeList codes={allRights.map((id) => ({ name: rightName(id), code: id }))} />
      </TechnicalDetails>
    </>
  )
}
