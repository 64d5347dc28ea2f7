// The menu of saved views: opens one, saves what the list shows as a view, and changes or deletes the open one.
import ViewIcon from '@mui/icons-material/BookmarkBorder'
import { Divider, ListSubheader, Menu, MenuItem } from '@mui/material'
import { useListContext, useStoreContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Confirm, useNotify, useStore } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useAction } from '../../api/action.ts'
import { api } from '../../api/api.ts'
import type { TableColumns } from '../table-columns.ts'
import { ToolbarButton } from '../toolbar-button.tsx'
import { type SavedView, savedViewsKey, useSavedViews, useViewId, viewSearch } from './saved-views.ts'
import { ViewDialog, type ViewName } from './view-dialog.tsx'

const none: TableColumns = { columns: [], hidden: [], tableKey: 'no-table' }

/** The parts of the list that a view keeps. */
function useListState({ columns, hidden, tableKey }: TableColumns) {
  const { filterValues, sort } = useListContext()
  const [hiddenNow] = useStore(tableKey, hidden)
  return {
    filter: filterValues as SavedView['filter'],
    sort: sort.field,
    sortOrder: sort.order === 'DESC' ? 'desc' : 'asc',
    columns: columns.map(({ source }) => source).filter((source) => !hiddenNow.includes(source)),
  } as const
}

type ListState = ReturnType<typeof useListState>

const stateText = ({ filter, sort, sortOrder, columns }: ListState | SavedView): string =>
  JSON.stringify([Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)), sort, sortOrder, columns])

type OpenDialog = 'new' | 'edit' | 'remove' | undefined

/** The items of a menu, which takes no component around them. */
const viewItems = (
  heading: string,
  shown: readonly SavedView[],
  selectedId: number | undefined,
  onChoose: (view: SavedView) => () => void,
  byUser: (name: string) => string,
) =>
  shown.length > 0 && [
    <ListSubheader
      role="presentation"
      key="heading"
      disableSticky
      sx={{ lineHeight: 2, bgcolor: 'transparent' }}
    >
      {heading}
    </ListSubheader>,
    ...shown.map((view) => (
      <MenuItem key={view.id} selected={view.id === selectedId} onClick={onChoose(view)}>
        {view.name}
        {!view.isOwn && `, ${byUser(view.userName)}`}
      </MenuItem>
    )),
  ]

interface DialogsProps {
  dialog: OpenDialog
  resource: string
  state: ListState
  current: SavedView | undefined
  onOpen: (view: SavedView) => void
  onRemove: (view: SavedView) => Promise<unknown>
  onClose: () => void
}

function ViewDialogs({ dialog, resource, state, current, onOpen, onRemove, onClose }: DialogsProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`shell.list.views.${key}`)
  const saveNew = (name: ViewName) => api('POST', '/saved-views', { body: { resource, ...state, ...name } })
  const rename = (name: ViewName) =>
    api('PATCH', '/saved-views/{id}', { params: { id: current!.id }, body: name })
  return (
    <>
      {dialog === 'new' && (
        <ViewDialog
          title="shell.list.views.saveAs"
          resource={resource}
          initial={{ name: '', isShared: false }}
          save={saveNew}
          onSaved={(view) => view && onOpen(view)}
          onClose={onClose}
        />
      )}
      {dialog === 'edit' && current && (
        <ViewDialog
          title="shell.list.views.edit"
          resource={resource}
          initial={{ name: current.name, isShared: current.isShared }}
          save={rename}
          onSaved={() => {}}
          onClose={onClose}
        />
      )}
      {current && (
        <Confirm
          isOpen={dialog === 'remove'}
          title={text('remove')}
          content={current.name}
          confirm={text('remove')}
          confirmColor="warning"
          onConfirm={() => {
            onClose()
            void onRemove(current)
          }}
          onClose={onClose}
        />
      )}
    </>
  )
}

function useViewActions(resource: string, state: ListState) {
  const navigate = useNavigate()
  const notify = useNotify()
  const refresh = [savedViewsKey(resource)]
  const { run: saveChanges } = useAction(
    (view: SavedView) => api('PATCH', '/saved-views/{id}', { params: { id: view.id }, body: state }),
    { success: (_views, { name }) => ['shell.list.views.saved', { name }], refresh },
  )
  const { run: remove } = useAction(
    (view: SavedView) => api('DELETE', '/saved-views/{id}', { params: { id: view.id } }),
    {
      success: (_views, { name }) => ['shell.list.views.removed', { name }],
      refresh,
      onSuccess: () => navigate({ search: '' }),
    },
  )
  const copyLink = async (view: SavedView): Promise<void> => {
    const [page] = location.href.split('#')
    await navigator.clipboard.writeText(`${page}#/${resource}?view=${view.id}`)
    notify('shell.list.views.linkCopied', { type: 'success' })
  }
  return { saveChanges, remove, copyLink }
}

export function ViewsMenu({ resource, columns = none }: { resource: string; columns?: TableColumns }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const store = useStoreContext()
  const state = useListState(columns)
  const { data: views = [] } = useSavedViews(resource)
  const viewId = useViewId()
  const current = views.find(({ id }) => id === viewId)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<OpenDialog>()
  const text = (key: string, params?: object) => translate(`shell.list.views.${key}`, params)

  const open = (view: SavedView): void => {
    // The columns of the view, and not those that were chosen in it before.
    store.removeItem(`${resource}.datatable.view-${view.id}`)
    navigate({ search: viewSearch(view) })
  }
  const { saveChanges, remove, copyLink } = useViewActions(resource, state)
  const choose = (action: () => unknown) => () => {
    setAnchor(null)
    action()
  }

  const items = (heading: string, shown: readonly SavedView[]) =>
    viewItems(
      text(heading),
      shown,
      viewId,
      (view) => choose(() => open(view)),
      (name) => text('byUser', { name }),
    )
  const isChanged = current && stateText(current) !== stateText(state)

  return (
    <>
      <ToolbarButton
        icon={<ViewIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ maxWidth: 260 }}
      >
        {current ? `${current.name}${isChanged ? ' *' : ''}` : text('title')}
      </ToolbarButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': text('title') } }}
      >
        {items(
          'own',
          views.filter(({ isOwn }) => isOwn),
        )}
        {items(
          'shared',
          views.filter(({ isOwn }) => !isOwn),
        )}
        {views.length === 0 && <MenuItem disabled>{text('none')}</MenuItem>}
        <Divider />
        {current?.mayEdit && isChanged && (
          <MenuItem onClick={choose(() => saveChanges(current))}>
            {text('saveChanges', { name: current.name })}
          </MenuItem>
        )}
        <MenuItem onClick={choose(() => setDialog('new'))}>{text('saveAs')}</MenuItem>
        {current?.mayEdit && <MenuItem onClick={choose(() => setDialog('edit'))}>{text('edit')}</MenuItem>}
        {current && <MenuItem onClick={choose(() => copyLink(current))}>{text('copyLink')}</MenuItem>}
        {current?.mayEdit && (
          <MenuItem onClick={choose(() => setDialog('remove'))} sx={{ color: 'error.main' }}>
            {text('remove')}
          </MenuItem>
        )}
      </Menu>
      <ViewDialogs
        dialog={dialog}
        resource={resource}
        state={state}
        current={current}
        onOpen={open}
        onRemove={remove}
        onClose={() => setDialog(undefined)}
      />
    </>
  )
}
