// The board: a column per status, between which leads are dragged with mouse or keyboard.
import { DragDropContext, Droppable, type DropResult, type ResponderProvided } from '@hello-pangea/dnd'
import { Alert, Box, Link, Skeleton, Typography } from '@mui/material'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useListContext, useTranslate } from 'ra-core'
import { useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { ApiError, api } from '../shell/api/api.ts'
import type { Answer, RecordOf } from '../shell/api/endpoints.ts'
import { listSearch } from '../shell/list/list-memory.tsx'
import { nonce } from '../shell/theme/styles.tsx'
import { tabular } from '../shell/theme/tokens.ts'
import { BoardCard } from './board-card.tsx'
import { useLeadStatuses } from './options.ts'

type BoardColumn = Answer<'GET', '/leads/board'>
type Lead = RecordOf<'leads'>

/** The columns after a lead has been moved. */
function moveLead(columns: BoardColumn[], lead: Lead, to: string, index: number): BoardColumn[] {
  return columns.map((column) => {
    const leads = column.leads.filter(({ id }) => id !== lead.id)
    if (column.status === lead.status) return { ...column, leads, leadCount: column.leadCount - 1 }
    if (column.status !== to) return column
    return {
      ...column,
      leads: leads.toSpliced(index, 0, { ...lead, status: to }),
      leadCount: column.leadCount + 1,
    }
  })
}

function useStatusProperties() {
  const statuses = useLeadStatuses()
  return {
    nameOf: (status: string): string => statuses.find(({ id }) => id === status)?.name ?? status,
    isOpen: (status: string): boolean => statuses.find(({ id }) => id === status)?.isOpen ?? true,
  }
}

interface ColumnProps {
  column: BoardColumn
  onShowList: () => void
}

/** The status with the number of its leads; stays while the leads are scrolled. */
function ColumnHeading({ column, onShowList }: ColumnProps) {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const { nameOf, isOpen } = useStatusProperties()
  return (
    <Box sx={{ position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.default', mx: -1 }}>
      <Box sx={{ bgcolor: 'action.hover', borderRadius: '12px 12px 0 0', px: 1.5, py: 1 }}>
        <Typography component="h2" variant="h4" sx={{ display: 'flex' }}>
          <Box component="span" sx={{ flex: 1 }}>
            {nameOf(column.status)}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, ...tabular }}>
            {column.leadCount}
          </Box>
        </Typography>
        {!isOpen(column.status) && (
          <Typography variant="body2" color="text.secondary">
            {translate('leads.lately')} ·{' '}
            <Link
              component={RouterLink}
              to={{ search: listSearch({ filter: { ...filterValues, status: [column.status] } }) }}
              onClick={onShowList}
              underline="always"
              aria-label={translate('leads.showAllOf', { status: nameOf(column.status) })}
            >
              {translate('leads.showAll')}
            </Link>
          </Typography>
        )}
      </Box>
    </Box>
  )
}

function BoardColumnSection({ column, onShowList }: ColumnProps) {
  const translate = useTranslate()
  const { nameOf, isOpen } = useStatusProperties()
  return (
    <Box
      component="section"
      aria-label={translate('leads.column', {
        status: nameOf(column.status),
        smart_count: column.leadCount,
      })}
      sx={{
        flex: '1 0 200px',
        minWidth: 200,
        maxWidth: 360,
        bgcolor: 'action.hover',
        borderRadius: 1.5,
        p: 1,
        pt: 0,
      }}
    >
      <ColumnHeading column={column} onShowList={onShowList} />
      <Droppable droppableId={column.status}>
        {({ innerRef, droppableProps, placeholder }, { isDraggingOver }) => (
          <Box
            ref={innerRef}
            {...droppableProps}
            data-status={column.status}
            sx={{
              minHeight: 80,
              borderRadius: 1,
              outline: isDraggingOver ? 2 : 0,
              outlineStyle: isDraggingOver ? 'dashed' : 'none',
              outlineColor: 'primary.main',
            }}
          >
            {column.leads.map((lead, index) => (
              <BoardCard key={lead.id} lead={lead} index={index} isOpen={isOpen(column.status)} />
            ))}
            {placeholder}
          </Box>
        )}
      </Droppable>
      {column.leadCount > column.leads.length && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 0.5 }}>
          {translate('leads.more', { smart_count: column.leadCount - column.leads.length })}
        </Typography>
      )}
    </Box>
  )
}

/** @param onShowList switches to the list */
export function LeadBoard({ onShowList }: { onShowList: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const client = useQueryClient()
  const { filterValues } = useListContext()
  const queryKey = ['leads', 'board', filterValues]
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => api('GET', '/leads/board', { query: filterValues }),
    placeholderData: keepPreviousData,
  })
  const { nameOf } = useStatusProperties()
  if (error) return <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>
  if (!data) return <Skeleton variant="rounded" height={320} sx={{ mt: 2 }} />

  const leadOf = (id: string): Lead | undefined =>
    data.flatMap(({ leads }) => leads).find((lead) => String(lead.id) === id)

  const onDrop = async ({ draggableId, source, destination, mode }: DropResult): Promise<void> => {
    const lead = leadOf(draggableId)
    // The order within a column follows from the next step.
    if (!lead || !destination || destination.droppableId === source.droppableId) return
    const status = destination.droppableId
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, moveLead(data, lead, status, destination.index))
    try {
      await dataProvider.update('leads', { id: lead.id, data: { status }, previousData: lead })
      notify('leads.moved', { type: 'success', messageArgs: { name: lead.name, status: nameOf(status) } })
    } catch (caught) {
      const message = caught instanceof Error ? caught.message : 'shell.error.server'
      notify(message, { type: caught instanceof ApiError && caught.isDecision ? 'info' : 'error' })
    }
    await client.invalidateQueries({ queryKey: ['leads'] })
    // Users who move cards with the keyboard continue with the same card.
    if (mode === 'SNAP' && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-lead="${lead.id}"]`)?.focus()
  }

  const announceMove = (
    draggableId: string,
    status: string | undefined,
    key: string,
    { announce }: ResponderProvided,
  ) =>
    announce(
      translate(status === undefined ? 'leads.drag.nowhere' : key, {
        name: leadOf(draggableId)?.name ?? '',
        status: nameOf(status ?? ''),
      }),
    )

  return (
    <DragDropContext
      {...(nonce ? { nonce } : {})}
      dragHandleUsageInstructions={translate('leads.drag.instructions')}
      onDragStart={({ draggableId, source }, responder) =>
        announceMove(draggableId, source.droppableId, 'leads.drag.taken', responder)
      }
      onDragUpdate={({ draggableId, destination }, responder) =>
        announceMove(draggableId, destination?.droppableId, 'leads.drag.over', responder)
      }
      onDragEnd={(result, responder) => {
        announceMove(result.draggableId, result.destination?.droppableId, 'leads.drag.dropped', responder)
        void onDrop(result)
      }}
    >
      <Box
        sx={{
          display: 'flex',
          gap: 1.5,
          // The heads stay while the leads are scrolled.
          overflow: 'auto',
          maxHeight: 'calc(100dvh - 128px)',
          minHeight: 240,
          alignItems: 'flex-start',
          pb: 2,
          mt: 1,
        }}
      >
        {data.map((column) => (
          <BoardColumnSection key={column.status} column={column} onShowList={onShowList} />
        ))}
      </Box>
    </DragDropContext>
  )
}
