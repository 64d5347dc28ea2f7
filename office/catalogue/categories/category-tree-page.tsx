// Catalogues with their categories as trees: a category is moved by dragging it, by Alt and an arrow key, or on its page.
import AddIcon from '@mui/icons-material/Add'
import { Alert, Button, Card, Stack, Typography } from '@mui/material'
import { useLocale, useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'
import { Title, useNotify, useRefresh } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { ApiError, api } from '../../shell/api/api.ts'
import { useSay } from '../../shell/api/server-message.ts'
import { useMay } from '../../shell/api/session.ts'
import { CatalogCard } from './catalogue-card.tsx'
import { type Branch, branchesOf, idsOf, useCatalogs, useCategories } from './categories.ts'
import { type Place, TreeContext } from './category-tree-context.ts'

export function TreePage() {
  const translate = useTranslate()
  const language = useLocale()
  const notify = useNotify()
  const refresh = useRefresh()
  const say = useSay()
  const mayWrite = useMay('100100')
  const { data: categories, error } = useCategories()
  const { data: catalogs } = useCatalogs()
  const [dragged, setDragged] = useState<Branch>()
  const branches = useMemo(() => branchesOf(categories ?? [], language), [categories, language])
  const byCatalog = useMemo(() => Map.groupBy(branches, ({ category }) => category.catalog_id), [branches])

  const move = async ({ category }: Branch, place: Place): Promise<void> => {
    try {
      const body = { version: category.version, eventcat_parent: place.parent, catalog_id: place.catalog }
      await api('PATCH', `/catalog-categories/${category.id}`, body)
      notify(translate('catalogue.tree.moved', { name: category.eventcatname_name, to: place.name }), {
        type: 'success',
      })
    } catch (fault) {
      notify(fault instanceof ApiError ? say(fault.message) : 'shell.error.server', { type: 'error' })
    } finally {
      refresh()
    }
  }
  const takes = (place: Place): boolean =>
    dragged !== undefined &&
    !idsOf(dragged).includes(place.parent) &&
    (dragged.category.eventcat_parent !== place.parent || dragged.category.catalog_id !== place.catalog)

  const known = catalogs ?? []
  const without = byCatalog.get(0) ?? []
  return (
    <TreeContext value={{ mayWrite, dragged, setDragged, move, takes }}>
      <Title title="catalogue.tree.title" />
      <Stack direction="row" spacing={1} sx={{ my: 1.5, alignItems: 'center', flexWrap: 'wrap' }} useFlexGap>
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1, minWidth: 240 }}>
          {translate(mayWrite ? 'catalogue.tree.hint' : 'catalogue.tree.readOnly')}
        </Typography>
        {mayWrite && (
          <>
            <Button variant="outlined" startIcon={<AddIcon />} component={RouterLink} to="/catalogs/create">
              {translate('catalogue.tree.newCatalog')}
            </Button>
            <Button
              variant="outlined"
              startIcon={<AddIcon />}
              component={RouterLink}
              to="/catalog-categories/create"
            >
              {translate('catalogue.tree.newCategory')}
            </Button>
          </>
        )}
      </Stack>
      {error && <Alert severity="error">{say((error as Error).message)}</Alert>}
      <Stack spacing={2}>
        {known.map((catalog) => (
          <CatalogCard key={catalog.id} catalog={catalog} branches={byCatalog.get(catalog.id) ?? []} />
        ))}
        {without.length > 0 && <CatalogCard branches={without} />}
        {catalogs && known.length === 0 && without.length === 0 && (
          <Card sx={{ p: 3 }}>{translate('catalogue.tree.empty')}</Card>
        )}
      </Stack>
    </TreeContext>
  )
}
