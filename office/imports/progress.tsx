// What is under way, step by step: each step is kept by the server before the next one is asked for.
import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import type { ImportRecord } from '../../server/imports/import.rows.ts'
import { api } from '../shell/api.ts'
import { useFormat } from '../shell/format.ts'
import { useSay } from '../shell/say.ts'

interface Props {
  record: ImportRecord
  /** It goes on without being asked. */
  begun: boolean
  onStep: (record: ImportRecord) => void
}

export function Progress({ record, begun, onStep }: Props) {
  const translate = useTranslate()
  const format = useFormat()
  const say = useSay()
  const [goes, setGoes] = useState(begun)
  const [fault, setFault] = useState('')
  const { id, state, done, rowCount } = record

  useEffect(() => {
    if (!goes) return
    let left = false
    api<ImportRecord>('POST', `/imports/${id}/steps`).then(
      ([next]) => {
        if (!left && next) onStep(next)
      },
      (error: Error) => {
        if (left) return
        setFault(say(translate(error.message, { _: error.message })))
        setGoes(false)
      },
    )
    return () => {
      left = true
    }
  }, [goes, record])

  return (
    <Box>
      <Typography role="status" gutterBottom>
        {translate(`imports.${state}`)}{' '}
        {translate('imports.progress', { done: format.number(done), rows: format.number(rowCount) })}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={rowCount === 0 ? 0 : Math.min(100, (done / rowCount) * 100)}
        aria-label={translate(`imports.${state}`)}
      />
      {fault && (
        <Alert severity="error" role="alert" sx={{ mt: 1 }}>
          {fault}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mt: 1 }}>
        <Button
          variant="outlined"
          onClick={() => {
            setFault('')
            setGoes(!goes)
          }}
        >
          {translate(goes ? 'imports.pause' : 'imports.goOn')}
        </Button>
        {!goes && <Typography>{translate('imports.paused')}</Typography>}
      </Box>
    </Box>
  )
}
