// Lists of parts within a date's form: lines that are added, removed and put in order by buttons.
import AddIcon from '@mui/icons-material/Add'
import { useSimpleFormIterator } from 'ra-core'
import type { ReactNode } from 'react'
import { ArrayInput, Button, SimpleFormIterator } from 'react-admin'
import { FieldGrid } from '../../shell/form/form-section.tsx'

function AddButton() {
  const { add } = useSimpleFormIterator()
  return (
    <Button label="dates.add" variant="outlined" onClick={() => add()}>
      <AddIcon />
    </Button>
  )
}

interface ChildRowsInputProps {
  source: string
  children: ReactNode
  min?: number
  /** false: the order says nothing. */
  ordered?: boolean
}

export const ChildRowsInput = ({ source, children, min = 160, ordered = true }: ChildRowsInputProps) => (
  <ArrayInput source={source} label={false} helperText={false}>
    <SimpleFormIterator
      disableClear
      addButton={<AddButton />}
      disableReordering={!ordered}
      fullWidth
      sx={{
        '&& .RaSimpleFormIterator-form': { width: '100%' },
        '& .RaSimpleFormIterator-line': { pb: 1 },
        // By keyboard and touch there is no pointer over a line.
        '&& .RaSimpleFormIterator-action': { visibility: 'visible' },
      }}
    >
      <FieldGrid min={min}>{children}</FieldGrid>
    </SimpleFormIterator>
  </ArrayInput>
)
